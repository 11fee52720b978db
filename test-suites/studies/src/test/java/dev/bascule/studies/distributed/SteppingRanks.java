package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.RankLine.Hash;
import dev.bascule.studies.distributed.RankLine.Parameters;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Network;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ranks of which a step takes a second; a killed one is missed a second later. */
class SteppingRanks implements RankEngine {
    static final DataPlan PLAN =
            new DataPlan(List.of(2), 8, 8, 4, 1, Optional.empty(), Duration.ofSeconds(5), Duration.ofMinutes(1));

    static final String RIGHT = "a".repeat(64);
    static final String OTHER = "b".repeat(64);

    /** Until a run is torn down and another one begins. */
    static final Duration BETWEEN = Duration.ofSeconds(2);

    private final String afterRecovery;
    private Duration before = Duration.ZERO;
    private Blows blows = new Blows();
    final List<RankJob> jobs = new ArrayList<>();

    SteppingRanks(String afterRecovery) {
        this.afterRecovery = afterRecovery;
    }

    /** What a run of fewer ranks, begun from a checkpoint of an undisturbed one, ends in. */
    String fewer() {
        return OTHER;
    }

    /** Goes on between runs. */
    long nanos() {
        return before.plus(blows.now).toNanos();
    }

    double parameter(int ranks) {
        return ranks == 2 ? 0.25 : 0.25 + 1e-8;
    }

    @Override
    public Facts facts() {
        return new Facts("1.13", "python3", List.of("gloo"), List.of(), 2);
    }

    @Override
    public Optional<Failure> refuses(LinkLimit link) {
        return Optional.empty();
    }

    @Override
    public RankRun run(RankJob job, Watcher watcher) {
        jobs.add(job);
        boolean resumed = Boolean.TRUE.equals(job.request().get("resume"));
        int first = resumed ? 4 : 0;
        List<Heard> lines = new ArrayList<>();
        before = before.plus(blows.now).plus(BETWEEN);
        blows = new Blows();
        lines.add(new Heard(0, Duration.ZERO, new Hash("by hand", first, RIGHT)));
        for (int step = first + 1; step <= PLAN.steps() && !blows.dead; step++) {
            for (int rank = 0; rank < job.ranks(); rank++) {
                blows.now = Duration.ofSeconds(step - first + blows.pause);
                Heard heard = new Heard(rank, blows.now, new Step("by hand", step, 1, List.of(1L), 10, 1, 10));
                lines.add(heard);
                watcher.heard(heard, blows);
                if (rank == 1 && job.request().get("pauseAfter").equals(step)) {
                    watcher.heard(new Heard(rank, blows.now, new RankLine.Mark(Disturber.HARM)), blows);
                }
            }
        }
        if (blows.dead) {
            Heard noticed = new Heard(0, blows.now.plusSeconds(1), new RankLine.Failed("reset by peer"));
            lines.add(noticed);
            watcher.heard(noticed, blows);
            blows.now = noticed.at();
        } else {
            end(job, resumed, blows.now, lines);
        }
        return new RankRun(
                job.ranks(),
                Network.OWN_LOOPBACK,
                lines,
                List.of(),
                List.of(),
                blows.now,
                blows.dead
                        ? Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, "rank 0: reset by peer"))
                        : Optional.empty());
    }

    private void end(RankJob job, boolean resumed, Duration now, List<Heard> lines) {
        boolean disturbed = !String.valueOf(job.request().get("checkpoint")).contains("undisturbed");
        String hash = resumed && disturbed ? afterRecovery : job.ranks() < 2 ? fewer() : RIGHT;
        for (int rank = 0; rank < job.ranks(); rank++) {
            lines.add(new Heard(rank, now, new Hash("by hand", PLAN.steps(), hash)));
        }
        double value = parameter(job.ranks());
        lines.add(new Heard(0, now, new Parameters("by hand", PLAN.steps(), List.of(value))));
        lines.add(new Heard(0, now, new Parameters("other order", PLAN.steps(), List.of(value))));
    }

    private static final class Blows implements RankEngine.Harm {
        private boolean dead;
        private long pause;
        private Duration now = Duration.ZERO;

        @Override
        public void kill(int rank) {
            dead = true;
        }

        @Override
        public void stop(int rank, Optional<Duration> forTime) {
            dead = forTime.isEmpty();
            pause = forTime.map(Duration::toSeconds).orElse(0L);
        }

        @Override
        public void unplug(int rank, Optional<Duration> forTime) {
            stop(rank, forTime);
        }

        @Override
        public Duration now() {
            return now;
        }
    }
}
