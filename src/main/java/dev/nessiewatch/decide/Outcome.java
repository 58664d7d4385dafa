// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

/** What a decision came to, in order of precedence: the first one that applies is the outcome. */
public enum Outcome {
    /** A rule leaves the table alone. */
    EXCLUDED,
    /** The policy is frozen until a date. */
    FROZEN,
    /** The newest metadata cannot be read. */
    UNREADABLE,
    /** The feed of measurements is too old to act on. */
    STALE,
    /** Nessie's REST catalog writes the file: one snapshot, nothing to expire. */
    REST_MANAGED,
    /** The list fits until the weekly run has handled it. */
    WEEKLY_SUFFICES,
    /** Too few snapshots are old enough by now. */
    NOTHING_TO_EXPIRE,
    /** What the retention keeps is itself over a limit. */
    RETENTION_TOO_LONG,
    /** {@code gc.enabled=false}: Iceberg refuses to expire. */
    GC_DISABLED,
    /** Iceberg's Nessie catalog would read the name as another table or branch. */
    UNADDRESSABLE,
    /** Runs for the table failed too often. */
    BREAKER_OPEN,
    /** A run for the table is under way. */
    RUN_OPEN,
    /** The weekly run is under way. */
    WEEKLY_RUNNING,
    /** The last order ended a short time ago. */
    COOLING_DOWN,
    /** As many runs are under way as are allowed. */
    QUEUED,
    /** A rebuild may be under way: an expiry now would fail it, or bring dead snapshots back. */
    REBUILD_UNDER_WAY,
    /** An operator paused all launches. */
    PAUSED,
    /** Expire now. */
    LAUNCH
}
