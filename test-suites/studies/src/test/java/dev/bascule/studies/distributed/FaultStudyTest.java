package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.FaultReport.Row;
import dev.bascule.studies.distributed.RankLine.Hash;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankLine.Versions;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultStudyTest {
    private static final DataPlan PLAN = SteppingRanks.PLAN;
    private static final String RIGHT = SteppingRanks.RIGHT;
    private static final String OTHER = SteppingRanks.OTHER;

    private static FaultPlan plan(Duration within, FaultKind... kinds) {
        return new FaultPlan(PLAN, List.of(kinds), true, within);
    }

    private static Row row(FaultKind kind, SteppingRanks ranks, Duration within) {
        return new FaultStudy(ranks, plan(within, kind), 2, Path.of("checkpoints"), ranks::nanos).of(kind);
    }

    private static Row row(FaultKind kind, String afterRecovery) {
        return row(kind, new SteppingRanks(afterRecovery), Duration.ofMinutes(1));
    }

    @Test
    void a_killed_rank_is_told_with_what_it_cost() {
        Row row = row(FaultKind.KILLED, RIGHT);

        assertThat(row.holds()).isTrue();
        assertThat(row.atStep()).hasValue(5);
        assertThat(row.detection()).contains(Duration.ofSeconds(1));
        assertThat(row.noticed()).contains("reset by peer");
        assertThat(row.stepsLost()).hasValue(1);
        assertThat(row.recovery()).contains(Duration.ofSeconds(1));
        // Noticed after a second, two until there is another run, and one for its first step.
        assertThat(row.outage()).contains(Duration.ofSeconds(4));
        assertThat(row.ranksAfter()).isEqualTo(2);
    }

    @Test
    void a_recovery_that_ends_elsewhere_is_noticed() {
        assertThat(row(FaultKind.KILLED, OTHER).holds()).isFalse();
        assertThat(row(FaultKind.STALLED, OTHER).finding().words()).contains("other parameters");
    }

    @Test
    void going_on_later_than_it_may_is_noticed() {
        Row row = row(FaultKind.KILLED, new SteppingRanks(RIGHT), Duration.ofMillis(900));

        assertThat(row.holds()).isFalse();
        assertThat(row.finding().words()).contains("bit for bit", "later than");
    }

    @Test
    void links_are_harmed_where_there_are_some() {
        SteppingRanks ranks = new SteppingRanks(RIGHT);

        Row row = row(FaultKind.LINK_DOWN, ranks, Duration.ofMinutes(1));

        assertThat(row.holds()).isTrue();
        assertThat(ranks.jobs.get(0).link()).isEmpty();
        assertThat(ranks.jobs.subList(1, 3)).allMatch(job -> job.link().equals(Optional.of(FaultPlan.LINK)));
        assertThat(row(FaultKind.LINK_FLAP, RIGHT).longestStep()).contains(Duration.ofSeconds(2));
    }

    @Test
    void a_late_link_of_which_nothing_was_measured_is_noticed() {
        DataPlan late = new DataPlan(
                List.of(2), 8, 8, 4, 1, LinkLimit.parse("100mbit,5ms"), Duration.ofSeconds(5), Duration.ofMinutes(1));
        List<FaultKind> kinds = List.of(FaultKind.KILLED, FaultKind.LINK_FLAP);

        List<Row> rows = new DistributedStudy(new SteppingRanks(RIGHT), activity -> {})
                .faults(new FaultPlan(late, kinds, true, Duration.ofMinutes(1)), Path.of("x"))
                .rows();

        assertThat(rows).extracting(Row::holds).containsExactly(false, true);
        assertThat(rows.get(0).latency().orElseThrow().broken()).isTrue();
        assertThat(rows.get(1).latency().orElseThrow().words()).contains("harmed in this very run");
        assertThat(row(FaultKind.KILLED, RIGHT).latency()).isEmpty();
    }

    @Test
    void fewer_ranks_end_where_the_same_numbers_end_undisturbed() {
        SteppingRanks ranks = new SteppingRanks(OTHER);

        Row row = row(FaultKind.ELASTIC, ranks, Duration.ofMinutes(1));

        assertThat(row.holds()).isTrue();
        assertThat(row.ranksAfter()).isEqualTo(1);
        assertThat(ranks.jobs).extracting(RankJob::ranks).containsExactly(2, 2, 1, 1);
        assertThat(String.valueOf(ranks.jobs.get(3).request().get("checkpoint")))
                .endsWith("undisturbed-2-4");
        assertThat(row.finding().words()).contains("2 workers to step 4 and 1 from there", "1.0e-08 off");
    }

    @Test
    void fewer_ranks_that_end_elsewhere_or_far_from_all_of_them_are_noticed() {
        assertThat(row(FaultKind.ELASTIC, RIGHT).finding().words()).contains("other parameters");
        Row far = row(
                FaultKind.ELASTIC,
                new SteppingRanks(OTHER) {
                    @Override
                    double parameter(int ranks) {
                        return ranks;
                    }
                },
                Duration.ofMinutes(1));
        assertThat(far.finding().broken()).isTrue();
        assertThat(far.finding().words()).contains("1.0e+00 off");
    }

    @Test
    void a_comparison_of_fewer_ranks_that_fails_is_told() {
        Row row = row(
                FaultKind.ELASTIC,
                new SteppingRanks(OTHER) {
                    @Override
                    public RankRun run(RankJob job, Watcher watcher) {
                        return String.valueOf(job.request().get("checkpoint")).endsWith("undisturbed-2-4")
                                ? failedAtOnce()
                                : super.run(job, watcher);
                    }
                },
                Duration.ofMinutes(1));

        assertThat(row.holds()).isFalse();
        assertThat(row.failure().orElseThrow().message()).contains("no file");
        assertThat(row.finding().words())
                .contains("no parameters to compare with")
                .doesNotContain("other parameters");
    }

    /** Each rank tells the versions that it saw, and does nothing more. */
    private static SteppingRanks telling(String last) {
        return new SteppingRanks(RIGHT) {
            @Override
            public RankRun run(RankJob job, Watcher watcher) {
                if (!job.request().containsKey("lastVersion")) {
                    return super.run(job, watcher);
                }
                List<Heard> lines = new ArrayList<>();
                for (int rank = 0; rank < 2; rank++) {
                    lines.add(new Heard(rank, Duration.ofSeconds(3), new Versions(List.of("1.13", last))));
                }
                return new RankRun(
                        2,
                        Network.OWN_LOOPBACK,
                        lines,
                        List.of(),
                        List.of(),
                        Duration.ofSeconds(4),
                        Optional.of(Failure.of(ErrorCode.LIBRARY_MISMATCH, "different versions")));
            }
        };
    }

    @Test
    void a_rank_of_another_version_is_told_with_both() {
        Row row = row(FaultKind.VERSION, telling(VersionFault.OTHER), Duration.ofMinutes(1));

        assertThat(row.holds()).isTrue();
        assertThat(row.noticed().orElseThrow()).contains("1.13, 0.0.0+other");
        assertThat(row.detection()).contains(Duration.ofSeconds(3));
    }

    @Test
    void a_rank_of_another_version_that_is_let_in_or_not_named_is_noticed() {
        assertThat(row(FaultKind.VERSION, RIGHT).finding().words()).contains("16 steps were trained with it");
        assertThat(row(FaultKind.VERSION, telling("1.13"), Duration.ofMinutes(1))
                        .holds())
                .isFalse();
    }

    @Test
    void links_that_this_machine_does_not_have_are_left_out_or_refused() {
        SteppingRanks none = new SteppingRanks(RIGHT) {
            @Override
            public Optional<Failure> refuses(LinkLimit link) {
                return Optional.of(Failure.of(ErrorCode.PART_UNAVAILABLE, "only root"));
            }
        };
        List<FaultKind> kinds = List.of(FaultKind.KILLED, FaultKind.LINK_DOWN);
        DistributedStudy study = new DistributedStudy(none, activity -> {});

        FaultReport report = study.faults(new FaultPlan(PLAN, kinds, false, Duration.ofMinutes(1)), Path.of("x"));

        assertThat(report.rows()).extracting(Row::kind).containsExactly(FaultKind.KILLED);
        assertThat(report.leftOut()).extracting(FaultReport.LeftOut::kind).containsExactly(FaultKind.LINK_DOWN);
        assertThatThrownBy(() -> study.faults(new FaultPlan(PLAN, kinds, true, Duration.ofMinutes(1)), Path.of("x")))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("only root");
    }

    @Test
    void a_restart_that_never_went_on_has_neither_parameters_nor_a_time() {
        Row row = row(
                FaultKind.KILLED,
                new SteppingRanks(RIGHT) {
                    @Override
                    public RankRun run(RankJob job, Watcher watcher) {
                        return Boolean.TRUE.equals(job.request().get("resume"))
                                ? failedAtOnce()
                                : super.run(job, watcher);
                    }
                },
                Duration.ofMinutes(1));

        assertThat(row.holds()).isFalse();
        assertThat(row.finding().words()).doesNotContain("other parameters").contains("did not come to an end");
        assertThat(row.recovery()).isEmpty();
        assertThat(row.stepsLost()).isEmpty();
        assertThat(row.failure()).isPresent();
    }

    /** After a step of one rank. */
    private static RankRun failedAtOnce() {
        return new RankRun(
                2,
                Network.OWN_LOOPBACK,
                List.of(
                        new Heard(0, Duration.ZERO, new Hash("by hand", 4, RIGHT)),
                        new Heard(0, Duration.ofSeconds(1), new Step("by hand", 5, 1, List.of(1L), 10, 1, 10))),
                List.of(),
                List.of(),
                Duration.ofSeconds(1),
                Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, "rank 1: no file")));
    }

    @Test
    void a_straggler_loses_no_step_and_is_seen_in_the_longest_one() {
        Row row = row(FaultKind.STRAGGLER, OTHER);

        assertThat(row.holds()).isTrue();
        assertThat(row.stepsLost()).isEmpty();
        assertThat(row.longestStep()).contains(Duration.ofSeconds(2));
    }
}
