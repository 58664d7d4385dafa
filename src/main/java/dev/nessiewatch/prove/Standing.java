// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What the feed holds of a table.
 *
 * @param key its name
 * @param content its content
 * @param trouble why its metadata could not be read; null when it could
 */
record Standing(TableKey key, TableContent content, CensusOutcome.@Nullable Kind trouble) {
    boolean isAt(TableKey otherKey, TableContent otherContent) {
        return key.equals(otherKey) && content.equals(otherContent);
    }
}
