// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/** From id to place in the list: open addressing over primitives, 4 bytes a slot, at most half full. */
final class IdIndex {
    private final SnapshotHistory history;
    private final int[] slots;
    private final int mask;
    private int duplicates;

    IdIndex(SnapshotHistory history) {
        this.history = history;
        int capacity = Integer.highestOneBit(Math.max(8, history.size()) * 2 - 1) << 1;
        this.slots = new int[capacity];
        this.mask = capacity - 1;
        for (int i = 0; i < history.size(); i++) {
            add(i);
        }
    }

    /** Place of the first entry with this id; -1 when there is none. */
    int find(long id) {
        int slot = slot(id);
        return slots[slot] - 1;
    }

    /** Entries that repeat an earlier id. */
    int duplicates() {
        return duplicates;
    }

    private void add(int index) {
        int slot = slot(history.id(index));
        if (slots[slot] == 0) {
            slots[slot] = index + 1;
        } else {
            duplicates++;
        }
    }

    private int slot(long id) {
        long mixed = id * 0x9e37_79b9_7f4a_7c15L;
        int slot = (int) (mixed >>> 32) & mask;
        while (slots[slot] != 0 && history.id(slots[slot] - 1) != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
