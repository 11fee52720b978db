package dev.bascule.prediction.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Regime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ForetoldChoiceTest {
    private static final Foretold CPU = new Foretold(World.CPU, new Foretold.Measured(10));

    private static Foretold predicted(TargetKey target, double millis, double factor, Optional<String> doubt) {
        return new Foretold(
                target,
                new Foretold.Predicted(
                        new Prediction.Time(
                                target,
                                millis,
                                Optional.of(new Interval(millis / factor, millis * factor, 0.9)),
                                "",
                                Level.L1,
                                Regime.NEW_ARCHITECTURE,
                                "class-blend",
                                40,
                                20,
                                OptionalDouble.of(0.1)),
                        doubt));
    }

    @Test
    void the_least_of_what_is_measured_and_predicted_is_chosen_and_what_overlaps_is_a_rival() {
        Foretold webnn = predicted(World.WEBNN, 6, 1.5, Optional.empty());
        Foretold wasm = predicted(World.WASM, 8, 1.5, Optional.empty());
        Foretold other = predicted(World.OTHER, 40, 1.5, Optional.empty());
        ForetoldChoice choice = ForetoldChoice.of(List.of(CPU, webnn, wasm, other), Double.POSITIVE_INFINITY);
        assertThat(choice.chosen()).contains(webnn);
        assertThat(choice.rivals()).containsExactly(wasm);
        assertThat(choice.others()).containsExactly(CPU, other);
    }

    @Test
    void what_may_fail_is_not_chosen_but_named_as_one_that_may_be_better() {
        Foretold webnn = predicted(World.WEBNN, 2, 1.5, Optional.of("3 of 40 models failed there"));
        ForetoldChoice choice = ForetoldChoice.of(List.of(CPU, webnn), Double.POSITIVE_INFINITY);
        assertThat(choice.chosen()).contains(CPU);
        assertThat(choice.rivals()).containsExactly(webnn);
    }

    @Test
    void what_may_take_longer_than_the_deadline_is_not_chosen() {
        Foretold webnn = predicted(World.WEBNN, 6, 2, Optional.empty());
        assertThat(ForetoldChoice.of(List.of(CPU, webnn), 11).chosen()).contains(CPU);
        assertThat(ForetoldChoice.of(List.of(CPU, webnn), 9).chosen()).isEmpty();
        assertThat(ForetoldChoice.of(List.of(CPU, webnn), 13).chosen()).contains(webnn);
    }

    @Test
    void what_is_excluded_is_never_chosen() {
        Foretold excluded = new Foretold(World.WASM, new Foretold.Excluded("cannot run: it was wrong there"));
        ForetoldChoice choice = ForetoldChoice.of(List.of(excluded), Double.POSITIVE_INFINITY);
        assertThat(choice.chosen()).isEmpty();
        assertThat(choice.rivals()).isEmpty();
        assertThat(choice.others()).containsExactly(excluded);
    }

    @Test
    void a_time_that_data_tell_has_no_ends_and_settles_nothing() {
        Foretold told = new Foretold(World.WASM, new Foretold.Told(5));
        ForetoldChoice choice = ForetoldChoice.of(List.of(CPU, told), Double.POSITIVE_INFINITY);
        assertThat(choice.chosen()).contains(told);
        assertThat(choice.rivals()).containsExactly(CPU);
        assertThat(ForetoldChoice.of(List.of(CPU, told), 12).chosen()).contains(CPU);
    }
}
