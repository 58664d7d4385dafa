// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

/** Where {@code audit} says what it found. */
sealed interface AuditReport permits AuditJson, AuditText {
    void print(Audit.Found found);
}
