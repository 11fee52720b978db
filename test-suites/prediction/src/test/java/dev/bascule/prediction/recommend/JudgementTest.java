package dev.bascule.prediction.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private static final Standing RIGHT = new Standing.Right("run", Instant.EPOCH, List.of());
    private static final Remedy RUN = Remedy.of("bascule run it");
    private static final List<Limit> WITHIN = Limit.parse("memory<=500MB,median<=50ms");

    private static Candidate candidate(Standing standing, Figure memory, Figure median) {
        return new Candidate(
                new CandidateModel("m", "zoo:m", Optional.of(new PredictedModel.Key("a", "x")), OptionalLong.empty()),
                World.WASM,
                standing,
                Map.of(Quantity.MEMORY, memory, Quantity.MEDIAN, median),
                RUN);
    }

    private static Figure measured(double value) {
        return new Figure.Measured(value, "told by the test");
    }

    private static Figure predicted(double low, double high) {
        return new Figure.Predicted(OptionalDouble.of(Math.sqrt(low * high)), low, high, 0.9, "told by the test");
    }

    private static Fit fit(Standing standing, Figure memory, Figure median) {
        return Judgement.of(candidate(standing, memory, median), WITHIN).fit();
    }

    @Test
    void what_was_measured_right_and_within_each_limit_fits_and_its_tightest_limit_is_told() {
        Judgement judged = Judgement.of(candidate(RIGHT, measured(400e6), measured(50)), WITHIN);

        assertThat(judged.fit()).isEqualTo(Fit.MEASURED);
        assertThat(judged.tightest()).contains(new Judgement.Tightest(Quantity.MEDIAN, 1.0));
        assertThat(judged.reasons()).isEmpty();
        assertThat(judged.remedies()).isEmpty();
    }

    @Test
    void one_broken_limit_is_too_much_whatever_else_is_unknown() {
        assertThat(fit(RIGHT, measured(400e6), measured(50.1))).isEqualTo(Fit.TOO_MUCH);
        assertThat(fit(RIGHT, new Figure.Unknown("why", RUN), measured(50.1))).isEqualTo(Fit.TOO_MUCH);
        assertThat(fit(new Standing.Unmeasured(), predicted(1e6, 2e6), predicted(51, 90)))
                .isEqualTo(Fit.TOO_MUCH);
    }

    @Test
    void a_prediction_fits_only_with_its_upper_end_and_is_never_a_measured_fit() {
        Standing none = new Standing.Unmeasured();

        assertThat(fit(none, predicted(1e6, 2e6), predicted(20, 50))).isEqualTo(Fit.PREDICTED);
        assertThat(fit(none, predicted(1e6, 2e6), predicted(20, 50.1))).isEqualTo(Fit.MAY_FIT);
        assertThat(fit(RIGHT, predicted(1e6, 2e6), measured(20))).isEqualTo(Fit.PREDICTED);
        assertThat(fit(RIGHT, predicted(1e6, 501e6), measured(20))).isEqualTo(Fit.MAY_FIT);
    }

    @Test
    void an_interval_that_straddles_says_so_with_the_command_that_settles_it() {
        Judgement judged =
                Judgement.of(candidate(new Standing.Unmeasured(), predicted(1e6, 2e6), predicted(20, 80)), WITHIN);

        assertThat(judged.reasons()).containsExactly("median 20.0 ms to 80.0 ms predicted");
        assertThat(judged.remedies()).containsExactly(RUN);
    }

    @Test
    void of_two_commands_of_which_one_does_what_both_do_that_one_is_named() {
        Remedy run = new Remedy("bascule run ", " --backends wasm", false);

        assertThat(Remedy.fewest(List.of(run, run.withSamples(20), run, Remedy.predict())))
                .containsExactly(run.withSamples(20), Remedy.predict());
        assertThat(Remedy.fewest(List.of(run, run.oneByOne()))).hasSize(2);
    }

    @Test
    void a_peak_with_what_others_left_behind_may_fit_alone_and_one_model_at_a_time_settles_it() {
        Judgement judged = Judgement.of(candidate(RIGHT, new Figure.Measured(600e6, 499e6, ""), measured(20)), WITHIN);

        assertThat(judged.fit()).isEqualTo(Fit.MAY_FIT);
        assertThat(judged.reasons())
                .containsExactly("memory 600 MB measured after other models, alone at least 499 MB");
        assertThat(judged.remedies()).containsExactly(RUN.oneByOne());
        assertThat(fit(RIGHT, new Figure.Measured(600e6, 501e6, ""), measured(20)))
                .isEqualTo(Fit.TOO_MUCH);
        assertThat(fit(RIGHT, new Figure.Measured(500e6, 100e6, ""), measured(20)))
                .isEqualTo(Fit.MEASURED);
    }

    @Test
    void what_has_no_figure_is_unknown_and_has_no_tightest_limit() {
        Judgement judged = Judgement.of(candidate(RIGHT, new Figure.Unknown("why", RUN), measured(20)), WITHIN);

        assertThat(judged.fit()).isEqualTo(Fit.UNKNOWN);
        assertThat(judged.tightest()).isEmpty();
        assertThat(judged.reasons()).containsExactly("memory: why");
    }

    @Test
    void what_is_not_proven_is_no_measured_fit() {
        assertThat(fit(new Standing.Doubtful("not proven", RUN), measured(1e6), measured(1)))
                .isEqualTo(Fit.MAY_FIT);
    }

    @Test
    void what_is_fast_and_wrong_is_never_recommended() {
        Judgement judged = Judgement.of(
                candidate(new Standing.Fails("wrong on 2026-11-28", ""), measured(1e6), measured(0.001)), WITHIN);

        assertThat(judged.fit()).isEqualTo(Fit.DOES_NOT_RUN);
        assertThat(judged.reasons()).containsExactly("wrong on 2026-11-28");
    }
}
