package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distributed.CommReport.Group;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Timed;
import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Network;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CommJudgeTest {
    private static final int RANKS = 2;
    private static final long MEGA = 1 << 20;
    private static final Duration AT = Duration.ofSeconds(1);

    private static CommPlan plan(Optional<LinkLimit> link) {
        return new CommPlan(
                List.of(RANKS),
                List.of(8L, MEGA),
                List.of(Collective.ALL_REDUCE),
                3,
                List.of(),
                link,
                Duration.ofMinutes(1));
    }

    /** A run in which all is right, but for what is spoiled. */
    private static RankRun run(Network network, double share, UnaryOperator<Timed> spoil) {
        List<Heard> lines = new ArrayList<>();
        List<Counter> counters = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            for (int round = -1; round < 3; round++) {
                for (long size : List.of(8L, MEGA)) {
                    long checksum = CommValues.checksum(Collective.ALL_REDUCE, rank, RANKS, size, round);
                    Timed timed = new Timed(Collective.ALL_REDUCE, size, round, 10 + rank, 0, checksum);
                    lines.add(new Heard(rank, AT, rank == 1 ? spoil.apply(timed) : timed));
                }
            }
            long theory = (long) (2 * MEGA * CommPlan.COUNTED_TIMES * share) / (network == Network.LINKS ? 2 : 1);
            counters.add(new Counter(rank, "all-reduce/begin", AT, 100, 100));
            counters.add(new Counter(rank, "all-reduce/end", AT, 100 + theory, 100 + theory));
        }
        return new RankRun(RANKS, network, lines, counters, List.of(), Duration.ofSeconds(5), Optional.empty());
    }

    private static RankRun run(UnaryOperator<Timed> spoil) {
        return run(Network.OWN_LOOPBACK, 1.002, spoil);
    }

    private static Group judge(RankRun run) {
        return CommJudge.judge(plan(Optional.empty()), run, 2);
    }

    private static List<Invariant> broken(Group group) {
        return group.findings().stream()
                .filter(Finding::broken)
                .map(Finding::invariant)
                .toList();
    }

    @Test
    void times_are_of_the_slowest_rank_and_bandwidths_come_of_their_median() {
        Group group = judge(run(timed -> timed));

        assertThat(group.holds()).isTrue();
        assertThat(group.oversubscribed()).isFalse();
        CommReport.Row row = group.rows().get(1);
        assertThat(row.times().millis()).containsExactly(11, 11, 11);
        assertThat(row.algorithmBandwidth().orElseThrow()).isEqualTo(MEGA / 11.0 * 1e3);
        assertThat(row.busBandwidth()).isEqualTo(row.algorithmBandwidth());
    }

    @Test
    void a_rank_that_says_that_its_zeros_are_right_is_not_believed() {
        Group group =
                judge(run(timed -> new Timed(timed.collective(), timed.bytes(), timed.round(), timed.millis(), 0, 0)));

        assertThat(broken(group)).containsExactly(Invariant.VALUES);
        assertThat(group.rows()).allSatisfy(row -> {
            assertThat(row.wrong()).isEqualTo(4);
            assertThat(row.busBandwidth()).isEmpty();
        });
    }

    @Test
    void ranks_that_did_not_talk_are_noticed_by_the_counters() {
        assertThat(broken(judge(run(Network.OWN_LOOPBACK, 0.01, timed -> timed))))
                .containsExactly(Invariant.COMMUNICATION);
        assertThat(broken(judge(run(Network.LINKS, 0.5, timed -> timed)))).containsExactly(Invariant.COMMUNICATION);
        assertThat(broken(judge(run(Network.LINKS, 1.05, timed -> timed)))).isEmpty();
    }

    @Test
    void more_than_theory_is_wrong_only_where_nobody_else_talks() {
        assertThat(broken(judge(run(Network.OWN_LOOPBACK, 2, timed -> timed))))
                .containsExactly(Invariant.COMMUNICATION);
        assertThat(judge(run(Network.SHARED_LOOPBACK, 2, timed -> timed)).findings())
                .filteredOn(finding -> finding.invariant() == Invariant.COMMUNICATION)
                .extracting(Finding::verdict)
                .containsExactly(Invariant.Verdict.NOT_JUDGED);
    }

    @Test
    void more_time_than_passed_and_results_of_no_round_are_noticed() {
        assertThat(broken(judge(run(timed -> new Timed(
                        timed.collective(), timed.bytes(), timed.round(), 9999, timed.wrong(), timed.checksum())))))
                .containsExactly(Invariant.COMPLETE);
        assertThat(broken(judge(run(timed -> new Timed(
                        timed.collective(), timed.bytes(), Math.min(1, timed.round()), 1, 0, timed.checksum())))))
                .contains(Invariant.COMPLETE);
    }

    @Test
    void a_bandwidth_above_the_link_is_noticed() {
        // 1 MiB in 11 ms are 763 Mbit/s, in 200 ms 42.
        assertThat(broken(
                        CommJudge.judge(plan(LinkLimit.parse("100mbit")), run(Network.LINKS, 1.05, timed -> timed), 2)))
                .containsExactly(Invariant.LINK_LIMIT);
        RankRun slow = run(
                Network.LINKS,
                1.05,
                timed -> new Timed(timed.collective(), timed.bytes(), timed.round(), 200, 0, timed.checksum()));
        assertThat(broken(CommJudge.judge(plan(LinkLimit.parse("100mbit")), slow, 2)))
                .isEmpty();
    }

    @Test
    void one_round_above_the_link_is_noticed_among_slow_ones() {
        RankRun one = run(
                Network.LINKS,
                1.05,
                timed -> new Timed(
                        timed.collective(),
                        timed.bytes(),
                        timed.round(),
                        timed.round() == 1 ? 11 : 200,
                        0,
                        timed.checksum()));

        assertThat(broken(CommJudge.judge(plan(LinkLimit.parse("100mbit")), one, 2)))
                .containsExactly(Invariant.LINK_LIMIT);
    }

    @Test
    void a_link_beside_which_nothing_large_was_timed_is_not_judged() {
        Group group = CommJudge.judge(plan(LinkLimit.parse("1gbit")), run(Network.LINKS, 1.05, timed -> timed), 2);

        assertThat(group.findings())
                .filteredOn(finding -> finding.invariant() == Invariant.LINK_LIMIT)
                .extracting(Finding::verdict)
                .containsExactly(Invariant.Verdict.NOT_JUDGED);
        assertThat(group.holds()).isTrue();
    }

    @Test
    void more_ranks_than_processors_are_said_to_be() {
        assertThat(CommJudge.judge(plan(Optional.empty()), run(timed -> timed), 1)
                        .oversubscribed())
                .isTrue();
    }
}
