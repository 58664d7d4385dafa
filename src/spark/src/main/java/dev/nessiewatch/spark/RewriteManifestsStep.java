// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.actions.RewriteManifests;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.iceberg.util.PropertyUtil;

/** Joins manifests where fewer would do. Iceberg's action alone would write the same ones anew each week. */
final class RewriteManifestsStep implements Step {
    private static final String STEP = "rewrite-manifests";

    @Override
    public String name() {
        return STEP;
    }

    @Override
    public StepResult run(Visit visit) {
        if (!visit.week().options().rewrite().manifests()) {
            return StepResult.nothing(STEP, "switched off");
        }
        Visit.Loaded loaded = visit.load();
        Snapshot current = loaded.metadata().currentSnapshot();
        if (current == null) {
            return StepResult.nothing(STEP, "the table has no snapshot");
        }
        Table table = loaded.table();
        List<ManifestFile> manifests = current.allManifests(table.io()).stream()
                .filter(manifest -> manifest.partitionSpecId() == table.spec().specId())
                .toList();
        if (!isWorthIt(table, manifests)) {
            return StepResult.nothing(STEP, manifests.size() + " manifests of this size cannot be fewer");
        }
        RewriteManifests.Result result = SparkActions.get(visit.week().spark().get())
                .rewriteManifests(table)
                .execute();
        long rewritten = count(result.rewrittenManifests());
        long added = count(result.addedManifests());
        return rewritten == 0
                ? StepResult.nothing(STEP, "Iceberg found none to join")
                : StepResult.done(STEP, Map.of("rewrittenManifests", rewritten, "addedManifests", added), "rewritten");
    }

    private static boolean isWorthIt(Table table, List<ManifestFile> manifests) {
        long target = PropertyUtil.propertyAsLong(
                table.properties(),
                TableProperties.MANIFEST_TARGET_SIZE_BYTES,
                TableProperties.MANIFEST_TARGET_SIZE_BYTES_DEFAULT);
        Function<ManifestFile, ManifestContent> kind = ManifestFile::content;
        return manifests.stream().collect(Collectors.groupingBy(kind)).values().stream()
                .anyMatch(some -> some.size()
                        > (some.stream().mapToLong(ManifestFile::length).sum() + target - 1) / target);
    }

    private static long count(Iterable<ManifestFile> manifests) {
        long count = 0;
        for (Iterator<ManifestFile> each = manifests.iterator(); each.hasNext(); each.next()) {
            count++;
        }
        return count;
    }
}
