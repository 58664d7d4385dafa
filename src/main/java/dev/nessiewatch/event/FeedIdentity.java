// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

/**
 * Whose feed this is.
 *
 * @param catalog name of the catalog, the first part of every event's source
 * @param topicPrefix start of every topic name
 */
public record FeedIdentity(String catalog, String topicPrefix) {}
