package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.CommReport.Group;
import dev.bascule.studies.distributed.CommReport.Row;
import dev.bascule.studies.distributed.CostReport.HeldOut;
import dev.bascule.studies.distributed.CostReport.Part;
import dev.bascule.studies.distributed.CostReport.SizeClass;
import dev.bascule.studies.distributed.RankRun.Network;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostJudgeTest {
    private static final List<Long> SIZES =
            List.of(8L, 64L, 512L, 4096L, 32_768L, 262_144L, 2_097_152L, 16_777_216L, 67_108_864L);

    private static final double ALPHA = 0.2;
    private static final double BETA = 1e-5;

    private interface Time {
        double millis(int ranks, long bytes);
    }

    /** A ring, as it is told to be. */
    private static double ring(int ranks, long bytes) {
        return 2 * (ranks - 1) * (ALPHA + BETA * bytes / ranks);
    }

    private static Group group(int ranks, List<Long> sizes, Time time) {
        List<Row> rows = IntStream.range(0, SIZES.size())
                .mapToObj(i -> new Row(
                        Collective.ALL_REDUCE,
                        ranks,
                        sizes.get(i),
                        Samples.ofMillis(time.millis(ranks, SIZES.get(i))),
                        0))
                .toList();
        return new Group(ranks, ranks > 2, Network.LINKS, rows, List.of(), List.of(), List.of(), Optional.empty());
    }

    private static CostReport judge(Time time) {
        return CostJudge.judge(
                List.of(group(2, SIZES, time), group(3, SIZES, time), group(4, SIZES, time)), List.of(4, 8, 16));
    }

    private static Part of(CostReport report, SizeClass sizes) {
        return report.parts().stream()
                .filter(part -> part.sizes() == sizes)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_ring_is_found_and_foretold() {
        CostReport report = judge(CostJudgeTest::ring);

        assertThat(report.fittedAt()).isEqualTo(2);
        assertThat(report.oversubscribed()).isFalse();
        assertThat(report.parts()).hasSize(3).allSatisfy(part -> {
            assertThat(part.model().alphaMillis()).isCloseTo(ALPHA, within(1e-9));
            assertThat(part.model().betaMillis()).isCloseTo(BETA, within(1e-12));
            assertThat(part.heldOut()).allMatch(each -> Math.abs(each.factor() - 1) < 1e-6 && each.oversubscribed());
            assertThat(part.beyond()).extracting(each -> each.ranks()).containsExactly(8, 16);
        });
        assertThat(of(report, SizeClass.LARGE).beyond().get(1).millis()).isCloseTo(ring(16, 67_108_864), within(1e-6));
    }

    @Test
    void times_of_shuffled_sizes_foretell_nothing() {
        List<Long> shuffled = new ArrayList<>(SIZES);
        Collections.shuffle(shuffled, new Random(5));

        CostReport report = CostJudge.judge(
                List.of(
                        group(2, shuffled, CostJudgeTest::ring),
                        group(3, SIZES, CostJudgeTest::ring),
                        group(4, SIZES, CostJudgeTest::ring)),
                List.of(8));

        assertThat(report.parts()).isNotEmpty().allSatisfy(part -> {
            assertThat(part.beyond()).isEmpty();
            assertThat(part.refused()).isPresent();
        });
        assertThat(report.parts().stream().flatMap(part -> part.heldOut().stream()))
                .anyMatch(each -> Math.abs(Math.log(each.factor())) > Math.log(2));
    }

    @Test
    void errors_widen_the_interval_with_each_doubling_of_ranks() {
        // A tenth slower at 4 ranks than foretold, and somewhat less at 3.
        CostReport report =
                judge((ranks, bytes) -> ring(ranks, bytes) * Math.pow(1.1, Math.log(ranks / 2.0) / Math.log(2)));

        Part large = of(report, SizeClass.LARGE);
        assertThat(large.heldOut().stream().filter(each -> each.ranks() == 4))
                .allMatch(each -> Math.abs(each.factor() - 1.1) < 1e-9);
        assertThat(large.beyond().get(1).highMillis())
                .isCloseTo(large.beyond().get(1).millis() * Math.pow(1.1, 3), within(1e-6));
        assertThat(large.beyond())
                .as("all errors are to one side")
                .allMatch(each -> each.lowMillis() <= each.millis() && each.millis() < each.highMillis());
        assertThat(large.beyond().get(0).level()).isCloseTo(5.0 / 7, within(1e-9));
    }

    @Test
    void what_is_far_off_where_it_was_held_out_is_not_extrapolated() {
        CostReport report = judge((ranks, bytes) -> ranks == 4 && bytes < 100 ? 30 : ring(ranks, bytes));

        Part small = of(report, SizeClass.SMALL);
        assertThat(small.beyond()).isEmpty();
        assertThat(small.refused().orElseThrow()).contains("held-out errors up to ×25.0");
        assertThat(of(report, SizeClass.LARGE).beyond()).hasSize(2);
    }

    @Test
    void errors_that_reach_too_far_end_the_extrapolation() {
        CostReport report =
                judge((ranks, bytes) -> ring(ranks, bytes) * Math.pow(1.7, Math.log(ranks / 2.0) / Math.log(2)));

        Part large = of(report, SizeClass.LARGE);
        assertThat(large.beyond()).extracting(each -> each.ranks()).containsExactly(8);
        assertThat(large.refused().orElseThrow()).contains("at 16 ranks");
    }

    @Test
    void one_number_of_ranks_holds_nothing_out() {
        assertThat(CostJudge.judge(List.of(group(2, SIZES, CostJudgeTest::ring)), List.of(8))
                        .why())
                .isPresent();
    }

    @Test
    void ranks_that_broke_an_invariant_are_no_measure() {
        Group right = group(2, SIZES, CostJudgeTest::ring);
        Group silent = new Group(
                4,
                true,
                Network.LINKS,
                group(4, SIZES, CostJudgeTest::ring).rows(),
                List.of(),
                List.of(Invariant.COMMUNICATION.of(false, "they did not talk")),
                List.of(),
                Optional.empty());

        assertThat(CostJudge.judge(List.of(right, silent), List.of(8)).why()).isPresent();
    }

    @Test
    void neither_latency_nor_a_byte_costs_less_than_nothing() {
        Group fixed = group(2, SIZES, (ranks, bytes) -> 5 - 1e-9 * bytes);

        CostModel model = CostModel.fit(Collective.ALL_REDUCE, fixed.rows()).orElseThrow();

        assertThat(model.betaMillis()).isZero();
        assertThat(model.alphaMillis()).isPositive();
        assertThat(new HeldOut(4, false, 8, 2, 3).factor()).isEqualTo(1.5);
    }
}
