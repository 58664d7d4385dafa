// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.ExpiryOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DriverSizeTest {
    private static final long GIB = 1L << 30;

    @Test
    void aUsualTableGetsTheSmallest() {
        assertThat(size(800, 8 << 20)).isEqualTo(DriverSize.SMALL);
        assertThat(size(0, 0)).isEqualTo(DriverSize.SMALL);
    }

    @Test
    void theHeapHoldsSixteenTimesTheFileAndAGigabyte() {
        assertThat(size(1, GIB / 16)).isEqualTo(DriverSize.SMALL);
        assertThat(size(1, GIB / 16 + 1)).isEqualTo(DriverSize.MEDIUM);
        assertThat(size(1, 3 * GIB / 16 + 1)).isEqualTo(DriverSize.LARGE);
        assertThat(size(1, 7 * GIB / 16 + 1)).isEqualTo(DriverSize.LARGEST);
        assertThat(size(1, Long.MAX_VALUE)).isEqualTo(DriverSize.LARGEST);
    }

    @Test
    void aLongListCountsOnItsOwn() {
        assertThat(size(10_000, 0)).isEqualTo(DriverSize.SMALL);
        assertThat(size(10_001, 0)).isEqualTo(DriverSize.MEDIUM);
        assertThat(size(30_001, 0)).isEqualTo(DriverSize.LARGE);
        assertThat(size(60_000, 0)).isEqualTo(DriverSize.LARGE);
        assertThat(size(70_000, 0)).isEqualTo(DriverSize.LARGEST);
        assertThat(size(Integer.MAX_VALUE, 0)).isEqualTo(DriverSize.LARGEST);
    }

    @Test
    void everyPodHasRoomBesideItsHeap() {
        assertThat(Arrays.stream(DriverSize.values())).allSatisfy(size -> {
            int heap = Integer.parseInt(size.driverMemory().replace("g", ""));
            int pod = Integer.parseInt(size.podMemory().replace("Gi", ""));
            int result = Integer.parseInt(size.maxResultSize().replace("g", ""));
            assertThat(pod).isGreaterThanOrEqualTo((int) Math.ceil(heap * 1.4));
            assertThat(result).isLessThanOrEqualTo(heap / 2);
        });
    }

    @Test
    void thePageShowsTheListAndTheParameters() throws IOException {
        String page = Files.readString(Path.of("docs/configuration.md"));

        for (DriverSize size : DriverSize.values()) {
            assertThat(page)
                    .contains("| `" + size.driverMemory() + "` | `" + size.maxResultSize() + "` | `" + size.podMemory()
                            + "` |");
        }
        assertThat(WorkflowParameters.NAMES).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static DriverSize size(int snapshots, long decoded) {
        return DriverSize.of(new ExpiryOrder.Before("c", "file:/t", snapshots, decoded));
    }
}
