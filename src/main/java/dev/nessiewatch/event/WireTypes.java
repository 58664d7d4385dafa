// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/** Every type that JSON is bound to, so that a native image keeps them. A test walks the records and misses none. */
@RegisterForReflection(
        targets = {
            AgePoint.class,
            Census.class,
            Census.Bytes.class,
            Census.Flag.class,
            Census.Refs.class,
            Census.Snapshots.class,
            CensusOutcome.Kind.class,
            LedgerEntry.class,
            LedgerEntry.Order.class,
            LedgerEntry.Phase.class,
            LedgerEntry.Resumed.class,
            LedgerEntry.Verdict.class,
            OperatorAnswer.class,
            OperatorAnswer.Outcome.class,
            OperatorCommand.class,
            OperatorCommand.Command.class,
            OperatorCommand.Subject.class,
            Position.class,
            SnapshotCount.class,
            SnapshotCount.Commits.class,
            SnapshotCount.Drop.class,
            SnapshotCount.Growth.class,
            SnapshotCount.Observation.class,
            SnapshotCount.Outcome.class,
            SnapshotCount.Subject.class,
            SnapshotCount.Tally.class,
            SnapshotCount.Unreadable.class,
            TableContent.class,
            TableKey.class
        })
public final class WireTypes {
    private WireTypes() {}

    /** All types of the wire. */
    public static List<Class<?>> all() {
        return List.of(
                WireTypes.class.getAnnotation(RegisterForReflection.class).targets());
    }
}
