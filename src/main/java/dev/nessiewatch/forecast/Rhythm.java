// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a table is written: single commits with pauses between them, or bursts of commits with pauses between the bursts.
 *
 * <p>Bursts are told from the sorted gaps between commits: where one gap is at least four times the one before it, and at
 * least two gaps lie above, the gaps below are taken as those inside bursts and the gaps above as pauses. One long gap
 * alone, such as the days between the creation of a table and its first use, makes no burst. Gaps under a second count as
 * a second here, so that noise between two quick commits is not taken for a rhythm.
 *
 * @param lastCommit when the list last grew; null when never seen
 * @param gaps gaps between commits, shortest first
 * @param listed times of the newest snapshots that are still listed, oldest first; equal times occur as often as they do
 */
public record Rhythm(@Nullable Instant lastCommit, List<Duration> gaps, List<Instant> listed) {
    /** Fewer gaps than this tell nothing. */
    public static final int FEWEST_GAPS = 3;

    /** No commit was ever seen. */
    public static final Rhythm UNKNOWN = new Rhythm(null, List.of(), List.of());

    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final double BURST_RATIO = 4;
    private static final int FEWEST_PAUSES = 2;

    public Rhythm {
        gaps = gaps.stream().sorted().toList();
        listed = listed.stream().sorted().toList();
    }

    /** Learns from the times of listed snapshots in any order; equal times are one commit. */
    public static Rhythm of(List<Instant> listed) {
        return of(listed, listed);
    }

    /** Learns from commit times in any order, of which some are still listed; equal times count once. */
    static Rhythm of(List<Instant> commits, List<Instant> listed) {
        List<Instant> times = commits.stream().distinct().sorted().toList();
        if (times.isEmpty()) {
            return UNKNOWN;
        }
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            gaps.add(Duration.between(times.get(i - 1), times.get(i)));
        }
        return new Rhythm(times.get(times.size() - 1), gaps, listed);
    }

    /** Whether enough gaps were seen to speak of a rhythm. */
    public boolean isKnown() {
        return lastCommit != null && gaps.size() >= FEWEST_GAPS;
    }

    /**
     * The quiet window after the last commit.
     *
     * <p>When every gap has room for a rebuild, it opens one second after the commit and closes one rebuild before the
     * next commit is due, by the shortest gap seen. Otherwise it is the pause between bursts, by the clearest split that
     * leaves room: it opens when twice the longest gap inside a burst has passed without a commit (one second at least),
     * and closes one rebuild, or one gap inside a burst if that is longer, before the next burst is due, by the shortest
     * pause seen. Without any room {@link Window#exists()} is false.
     *
     * @param longestRebuild how long a rebuild runs at most before it commits
     * @return {@link Window#UNKNOWN} when too few gaps were seen
     */
    public Window quietWindow(Duration longestRebuild) {
        if (lastCommit == null || gaps.size() < FEWEST_GAPS) {
            return Window.UNKNOWN;
        }
        Window single = window(lastCommit, Duration.ZERO, gaps.get(0), longestRebuild);
        if (single.exists()) {
            return single;
        }
        for (int split : splits()) {
            Window pause = window(lastCommit, gaps.get(split - 1), gaps.get(split), longestRebuild);
            if (pause.exists()) {
                return pause;
            }
        }
        return single;
    }

    /**
     * Whether the writer has been silent for so long that its rhythm no longer tells when it comes back: more than twice
     * the longest gap seen and a rebuild.
     */
    public boolean isSilentAt(Instant now, Duration longestRebuild) {
        if (lastCommit == null) {
            return false;
        }
        Duration longest = isKnown() ? gaps.get(gaps.size() - 1) : Duration.ZERO;
        return now.isAfter(lastCommit.plus(longest.plus(longestRebuild).multipliedBy(2)));
    }

    private static Window window(Instant last, Duration inBurst, Duration pause, Duration rebuild) {
        Duration settle = longer(inBurst.multipliedBy(2), SETTLE);
        return new Window(last.plus(settle), last.plus(pause).minus(longer(rebuild, inBurst)));
    }

    /** Positions of the first pause in the sorted gaps, clearest first. */
    private List<Integer> splits() {
        List<Integer> splits = new ArrayList<>();
        for (int i = 1; i <= gaps.size() - FEWEST_PAUSES; i++) {
            if (ratioAt(i) >= BURST_RATIO) {
                splits.add(i);
            }
        }
        splits.sort(Comparator.comparingDouble(this::ratioAt).reversed());
        return splits;
    }

    private double ratioAt(int split) {
        return (double) longer(gaps.get(split), SETTLE).toMillis()
                / longer(gaps.get(split - 1), SETTLE).toMillis();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
