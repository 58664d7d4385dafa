// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;

/** An Iceberg table as it stands at one commit. */
public record TableEntry(String contentId, TableKey key, TableContent content) {}
