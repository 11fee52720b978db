package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.classify.Calibration.Row;
import dev.bascule.models.classify.LabelledModels.Labelled;
import dev.bascule.models.classify.LabelledModels.Truth;
import dev.bascule.models.classify.Trials.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final long SEED = 22;

    /** Read once: each model of the zoo is built for it. */
    private static final class Zoo {
        static final List<Labelled> MODELS = LabelledModels.zoo();
        static final List<Trial> TRIALS = Trials.of(MODELS);

        private Zoo() {}
    }

    @Test
    void the_counts_that_ship_are_those_that_the_zoo_gives() {
        assertThat(CalibrationWriter.shipped(CalibrationWriter.ZOO))
                .isEqualTo(Trials.rows(Zoo.TRIALS, CalibrationWriter.ZOO, false));
    }

    @Test
    void the_counts_that_ship_are_those_of_the_first_look() throws IOException {
        assertThat(CalibrationWriter.shipped(CalibrationWriter.FIRST_LOOK))
                .isEqualTo(Trials.rows(FirstLook.trials(), CalibrationWriter.FIRST_LOOK, true));
    }

    /** So few networks foretell each other: what was clear was mostly right, what was only fair was not. */
    @Test
    void at_the_first_look_others_foretell_a_network_that_was_left_out() throws IOException {
        Outcome outcome = leftOut(FirstLook.trials());

        assertThat((double) outcome.hits)
                .isBetween(outcome.expected - 2 * outcome.deviation(), outcome.expected + 2 * outcome.deviation());
        Calibration shipped = Calibration.shipped();
        assertThat(shipped.of(Axis.ARCHITECTURE, Strength.CLEAR).probability()).isBetween(0.7, 0.9);
        assertThat(shipped.of(Axis.ARCHITECTURE, Strength.FAIR).probability()).isLessThan(0.5);
    }

    /** Each network's probability is counted without it, and held against whether it was right. */
    @Test
    void what_others_were_right_by_foretells_a_network_that_was_left_out() {
        Outcome outcome = leftOut(Zoo.TRIALS);

        assertThat(outcome.networks).isGreaterThan(60);
        assertThat((double) outcome.hits).isGreaterThanOrEqualTo(outcome.expected - 2 * outcome.deviation());
        assertThat(outcome.expected / outcome.networks).isGreaterThan(0.85);
    }

    /** The negative control: where labels were dealt out anew hardly anything is right, and no answer is probable. */
    @Test
    void in_a_world_of_shuffled_labels_nothing_is_probable_and_the_shipped_counts_are_seen_to_be_wrong() {
        List<Trial> shuffled = Trials.of(shuffled(Zoo.MODELS));
        Calibration counted = new Calibration(1, "shuffled", Trials.rows(shuffled, "shuffled", true));

        for (Axis axis : Axis.values()) {
            assertThat(counted.of(axis, Strength.CLEAR).probability())
                    .as(axis.id())
                    .isLessThan(0.5);
            Finding<String> finding = new Finding<>(Optional.of("x"), 9, List.of("it looks so"), "");
            assertThat(Answer.of(axis, finding, Function.identity(), counted).value())
                    .isEmpty();
        }
        Outcome believed = held(shuffled, Calibration.shipped());
        assertThat((double) believed.hits).isLessThan(believed.expected - 5 * believed.deviation());
    }

    @Test
    void five_right_of_five_are_not_certain_and_none_of_none_is_a_half() {
        assertThat(new Likelihood(5, 5, 9).probability()).isEqualTo(6.0 / 7);
        assertThat(Likelihood.NOTHING.probability()).isEqualTo(0.5);
        assertThat(new Likelihood(0, 8, 8).probability()).isEqualTo(0.1);
    }

    @Test
    void counts_that_cannot_be_are_refused() {
        String row =
                "{\"schemaVersion\":1,\"how\":\"\",\"rows\":[{\"axis\":\"task\",\"strength\":\"clear\",\"from\":\"zoo\","
                        + "\"heldOut\":true,\"right\":%d,\"networks\":2,\"models\":3}]}";

        assertThat(Calibration.read(row.formatted(2)).of(Axis.TASK, Strength.CLEAR))
                .isEqualTo(new Likelihood(2, 2, 3));
        assertThatThrownBy(() -> Calibration.read(row.formatted(3)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("impossible counts");
        assertThatThrownBy(() -> Calibration.read("{\"schemaVersion\":2,\"how\":\"\",\"rows\":[]}"))
                .hasMessageContaining("version 2");
        assertThatThrownBy(() -> Calibration.read("[")).isInstanceOf(BasculeException.class);
    }

    /**
     * @param expected sum of the probabilities
     * @param variance of that sum
     */
    private record Outcome(int networks, int hits, double expected, double variance) {
        double deviation() {
            return Math.sqrt(variance);
        }

        Outcome plus(boolean hit, double probability) {
            return new Outcome(
                    networks + 1,
                    hits + (hit ? 1 : 0),
                    expected + probability,
                    variance + probability * (1 - probability));
        }
    }

    private static Outcome leftOut(List<Trial> trials) {
        Outcome outcome = new Outcome(0, 0, 0, 0);
        for (String network : trials.stream().map(Trial::network).distinct().toList()) {
            List<Trial> others = trials.stream()
                    .filter(trial -> !trial.network().equals(network))
                    .toList();
            List<Trial> own = trials.stream()
                    .filter(trial -> trial.network().equals(network))
                    .toList();
            outcome = held(own, new Calibration(1, "others", Trials.rows(others, "others", true)), outcome);
        }
        return outcome;
    }

    private static Outcome held(List<Trial> trials, Calibration calibration) {
        return held(trials, calibration, new Outcome(0, 0, 0, 0));
    }

    /** Networks whose answers are given, each once for each question and strength. */
    private static Outcome held(List<Trial> trials, Calibration calibration, Outcome before) {
        Map<List<Object>, Boolean> answered = new LinkedHashMap<>();
        trials.stream()
                .filter(trial -> trial.strength() != Strength.THIN)
                .forEach(trial -> answered.merge(
                        List.of(trial.axis(), trial.strength(), trial.network()), trial.right(), Boolean::logicalAnd));
        Outcome outcome = before;
        for (Map.Entry<List<Object>, Boolean> entry : answered.entrySet()) {
            outcome = outcome.plus(
                    entry.getValue(),
                    calibration
                            .of((Axis) entry.getKey().get(0), (Strength)
                                    entry.getKey().get(1))
                            .probability());
        }
        return outcome;
    }

    /** Each network's truth becomes another one's. */
    private static List<Labelled> shuffled(List<Labelled> models) {
        Map<String, Truth> truths = new LinkedHashMap<>();
        models.forEach(model -> truths.putIfAbsent(model.network(), model.truth()));
        List<Truth> dealt = new ArrayList<>(truths.values());
        Collections.shuffle(dealt, new Random(SEED));
        Map<String, Truth> anew = new LinkedHashMap<>();
        int next = 0;
        for (String network : truths.keySet()) {
            anew.put(network, dealt.get(next++));
        }
        return models.stream()
                .map(model -> new Labelled(
                        model.name(),
                        model.network(),
                        anew.getOrDefault(model.network(), model.truth()),
                        model.graph()))
                .toList();
    }

    @Test
    void what_ships_says_how_it_was_counted_and_has_rows_for_each_question() {
        Calibration shipped = Calibration.shipped();

        assertThat(shipped.how()).contains("names and metadata taken from them");
        assertThat(shipped.rows()).extracting(Row::axis).contains("family", "architecture", "task");
    }
}
