// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;

/** What a commit did to one key. A key occurs at most once in a commit. */
public sealed interface LogOperation {
    TableKey key();

    /** An Iceberg table now stands under the key. It does not follow that it changed: the same content may be put again. */
    record PutTable(TableKey key, String contentId, TableContent content) implements LogOperation {}

    /**
     * Something else stands under the key: a view, a namespace, a function, a type this build does not know.
     *
     * @param type Nessie's name of the content type
     */
    record PutOther(TableKey key, String type) implements LogOperation {}

    /** Nothing stands under the key any more. What it was is not told. */
    record Delete(TableKey key) implements LogOperation {}
}
