package dev.bascule.reports.advice;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.OPENVINO;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.advice.BestPlace.Choice;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AdviceTest {
    private static final Matrix SHOWCASE = Matrix.of(ShowcaseRun.record());

    @Test
    void the_fastest_right_target_of_each_side_is_the_best_place() {
        BestPlace bert = BestPlace.of(SHOWCASE).get(0);
        assertThat(bert.inBrowser().orElseThrow().target()).startsWith("webnn cpu");
        assertThat(bert.onHost().orElseThrow().target()).isEqualTo("native cpu");
        assertThat(bert.inBrowser().orElseThrow().ties()).isEmpty();
        assertThat(bert.right()).isEqualTo(4);
    }

    @Test
    @Tag("red-team")
    void negative_control_what_is_fast_and_wrong_is_no_place() {
        BestPlace place = BestPlace.of(Matrix.of(record(
                        "1", strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build()))))
                .get(0);
        assertThat(place.inBrowser()).isEmpty();
        assertThat(place.right()).isZero();
    }

    @Test
    void a_target_with_one_wrong_model_is_not_recommended_however_fast() {
        CaseRun right = strict(TEXT, Verdict.PASS, on(WASM).build());
        CaseRun cpu = strict(TEXT, Verdict.PASS, on(NATIVE_CPU).build());
        var other = Fixtures.model("other", "ab", Family.EMBEDDING, "task");
        CaseRun wrong =
                strict(other, Verdict.WRONG, on(WASM).samples(0).wrongNumbers().build());
        assertThat(advice(right, cpu).recommended(Side.BROWSER)).hasSize(1);
        FamilyAdvice both = advice(right, cpu, wrong);
        assertThat(both.recommended(Side.BROWSER)).isEmpty();
        assertThat(both.why(Side.BROWSER)).isEqualTo("no target is right on all 2");
        assertThat(advice(right).why(Side.NATIVE)).isEqualTo("not tried");
    }

    private static FamilyAdvice advice(CaseRun... runs) {
        return FamilyAdvice.of(Matrix.of(record("1", runs))).get(0);
    }

    @Test
    void speed_ups_have_the_geometric_mean_and_an_interval_that_more_models_do_not_narrow() {
        RelativeSpeed half =
                new RelativeSpeed(0.5, Optional.of(new Interval(0.45, 0.5 * 0.5 / 0.45)), "cpu", Basis.INTERLEAVED);
        RelativeSpeed twice =
                new RelativeSpeed(2, Optional.of(new Interval(1.8, 2 * 2 / 1.8)), "cpu", Basis.INTERLEAVED);
        SpeedUp one = SpeedUp.of(List.of(half)).orElseThrow();
        SpeedUp two = SpeedUp.of(List.of(half, twice)).orElseThrow();
        assertThat(one.value()).isCloseTo(2, within(1e-9));
        assertThat(one.ci95().orElseThrow().low()).isCloseTo(1.8, within(1e-9));
        assertThat(two.value()).isCloseTo(1, within(1e-9));
        double width = Math.log(two.ci95().orElseThrow().high());
        assertThat(width).isCloseTo(Math.log(2 / 1.8), within(1e-9));
    }

    @Test
    void one_model_without_an_interval_leaves_the_mean_without_one() {
        RelativeSpeed medians = new RelativeSpeed(0.5, Optional.empty(), "cpu", Basis.MEDIANS_OF_THE_SAME_RUN);
        SpeedUp speed = SpeedUp.of(List.of(medians)).orElseThrow();
        assertThat(speed.ci95()).isEmpty();
        assertThat(speed.interleaved()).isFalse();
        assertThat(SpeedUp.of(List.of())).isEmpty();
    }

    @Test
    void a_median_of_0_ms_is_not_the_fastest_but_a_clock_too_coarse() {
        CaseRun unseen = strict(TEXT, Verdict.PASS, on(WEBNN).median(0).build());
        CaseRun seen = strict(TEXT, Verdict.PASS, on(WASM).median(3).build());
        CaseRun cpu = strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(2).build());
        Matrix matrix = Matrix.of(record("1", unseen, seen, cpu));

        assertThat(BestPlace.of(matrix).get(0).inBrowser().orElseThrow().target())
                .startsWith("wasm");
        assertThat(FamilyAdvice.of(matrix)
                        .get(0)
                        .recommended(Side.BROWSER)
                        .get(0)
                        .target())
                .startsWith("wasm");
    }

    /** The median says webnn, the ratio wasm: beside wasm the machine was slower. */
    @Test
    void both_tables_go_by_the_ratio_where_both_targets_have_one() {
        CaseRun webnn =
                strict(TEXT, Verdict.PASS, on(WEBNN).median(4).nativeTakes(1).build());
        CaseRun wasm =
                strict(TEXT, Verdict.PASS, on(WASM).median(5).nativeTakes(2.5).build());

        assertThat(best(webnn, wasm).target()).startsWith("wasm");
        assertThat(best(webnn, wasm).ties()).isEmpty();
        assertThat(names(webnn, wasm)).singleElement().asString().startsWith("wasm");
        CaseRun apart = strict(TEXT, Verdict.PASS, on(WASM).median(5).build());
        assertThat(best(webnn, apart).target())
                .as("one has no ratio: the median decides")
                .startsWith("webnn");
        assertThat(names(webnn, apart)).singleElement().asString().startsWith("webnn");
    }

    @Test
    void where_no_difference_is_shown_both_are_named_in_either_table() {
        CaseRun webnn =
                strict(TEXT, Verdict.PASS, on(WEBNN).median(4).nativeTakes(2).build());
        CaseRun wasm =
                strict(TEXT, Verdict.PASS, on(WASM).median(4.01).nativeTakes(2).build());

        assertThat(best(webnn, wasm).ties()).hasSize(1);
        assertThat(names(webnn, wasm))
                .hasSize(2)
                .first()
                .isEqualTo(best(webnn, wasm).target());
    }

    @Test
    void a_chain_stands_first_only_where_it_is_shown_to_be_faster() {
        CaseRun cpu = strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(4.05).build());
        Choice even = onHost(cpu, openVino(4));
        assertThat(even.target()).isEqualTo("native cpu");
        assertThat(even.ties()).containsExactly("native openvino→cpu");
        assertThat(onHost(cpu, openVino(2)).target()).isEqualTo("native openvino→cpu");
    }

    private static CaseRun openVino(double median) {
        return Fixtures.run(
                TEXT,
                Chain.of(OPENVINO, NATIVE_CPU),
                Verdict.PASS,
                List.of(on(OPENVINO).median(median).build()));
    }

    private static Choice best(CaseRun... runs) {
        return BestPlace.of(Matrix.of(record("1", runs))).get(0).inBrowser().orElseThrow();
    }

    private static Choice onHost(CaseRun... runs) {
        return BestPlace.of(Matrix.of(record("1", runs))).get(0).onHost().orElseThrow();
    }

    private static List<String> names(CaseRun... runs) {
        return advice(runs).recommended(Side.BROWSER).stream()
                .map(FamilyAdvice.Option::target)
                .toList();
    }
}
