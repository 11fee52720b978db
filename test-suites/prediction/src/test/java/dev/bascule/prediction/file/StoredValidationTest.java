package dev.bascule.prediction.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.LayerDecision.Figure;
import dev.bascule.prediction.fit.LayerDecision.Layer;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import dev.bascule.prediction.fit.ProbedTarget;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoredValidationTest {
    private static final Method BLEND = method("class-blend+relatives");
    private static final Method BY_MINIMUM = method("class-blend+relatives+minimum");

    private static StoredValidation.Row row(int trials, double coverage) {
        return new StoredValidation.Row(
                "one model left out", "flops", "L0", trials, 9, 0.5, 0.6, Optional.of(coverage), Optional.empty());
    }

    @Test
    void the_product_brings_what_validation_said_of_its_data() {
        StoredValidation stored = DataFile.shippedValidation();

        assertThat(stored.rows())
                .extracting(StoredValidation.Row::method)
                .contains("flops", "flops+bytes", "nearest", "median-ratio", "class-blend");
        assertThat(stored.machines().keySet())
                .containsAll(DataFile.shipped().targets().keySet().stream()
                        .map(target -> target.machine())
                        .toList());
    }

    @Test
    void the_product_brings_which_layers_pay_on_its_data() {
        assertThat(DataFile.shippedValidation().layers().orElseThrow())
                .hasSize(2)
                .allSatisfy(layer -> {
                    assertThat(layer.used()).isTrue();
                    assertThat(layer.meanWith().orElseThrow())
                            .isLessThan(layer.meanWithout().orElseThrow()
                                    - layer.noise().orElseThrow());
                });
    }

    /** Whoever drops or adds a method writes the file anew: bascule predict --validate --write-data. */
    @Test
    void what_is_stored_names_the_methods_that_there_are() {
        List<String> methods = Stream.of(Baselines.ALL, Methods.all(), List.of(ProbedTarget.METHOD))
                .flatMap(List::stream)
                .map(Method::id)
                // Of data without minima these say nothing.
                .filter(id -> !id.endsWith("+minimum")
                        || !DataFile.shipped().undisturbed().observations().isEmpty())
                .toList();

        assertThat(DataFile.shippedValidation().rows())
                .extracting(StoredValidation.Row::method)
                .containsOnlyElementsOf(methods)
                .containsAll(methods);
    }

    private static StoredValidation.Layer layer(
            String machine, Figure figure, Layer layer, Method method, boolean used) {
        return new StoredValidation.Layer(
                machine,
                figure,
                layer,
                method.level(),
                method.id(),
                "class-work+relatives",
                used,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static StoredValidation told(StoredValidation.Layer... layers) {
        return new StoredValidation(
                Instant.EPOCH, "0.1.0", Map.of(), List.of(), List.of(), Optional.of(List.of(layers)));
    }

    private static Method method(String id) {
        return Methods.used().stream()
                .filter(method -> method.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_left_out_of_minima_still_answers_for_medians() {
        assertThat(told(
                                layer("a", Figure.MINIMUM, Layer.MINIMUM, BLEND, false),
                                layer("a", Figure.MINIMUM, Layer.LEVEL, BLEND, false),
                                layer("a", Figure.MEDIAN, Layer.LEVEL, BLEND, true))
                        .answers(BLEND))
                .isTrue();
        assertThat(told().answers(BLEND)).isTrue();
    }

    @Test
    void a_method_answers_where_it_is_used_on_any_machine() {
        StoredValidation.Layer out = layer("a", Figure.MEDIAN, Layer.LEVEL, BLEND, false);
        StoredValidation.Layer in = layer("b", Figure.MEDIAN, Layer.LEVEL, BLEND, true);

        assertThat(told(out).answers(BLEND)).isFalse();
        assertThat(told(out, in).answers(BLEND)).isTrue();
        assertThat(told(out).answers(method("class-work+relatives"))).isTrue();
    }

    @Test
    void a_level_that_is_left_out_takes_its_way_by_minima_with_it_and_not_the_other_way_round() {
        StoredValidation.Layer pays = layer("a", Figure.MEDIAN, Layer.BY_MINIMUM, BY_MINIMUM, true);
        StoredValidation.Layer level = layer("a", Figure.MEDIAN, Layer.LEVEL, BY_MINIMUM, false);
        StoredValidation.Layer paysNot = layer("a", Figure.MEDIAN, Layer.BY_MINIMUM, BY_MINIMUM, false);

        assertThat(told(pays, level).answers(BY_MINIMUM)).isFalse();
        assertThat(told(pays, level).answers(BLEND)).isFalse();
        assertThat(told(paysNot).answers(BY_MINIMUM)).isFalse();
        assertThat(told(paysNot).answers(BLEND)).isTrue();
    }

    @Test
    void a_share_of_all_trials_has_limits_around_it() {
        assertThat(row(313, 0.929712).held()).hasValueSatisfying(held -> {
            assertThat(held.hits()).isEqualTo(291);
            assertThat(held.low()).isLessThan(0.929712);
            assertThat(held.high()).isGreaterThan(0.929712);
        });
    }

    @Test
    void a_share_that_is_none_of_all_trials_has_no_limits() {
        assertThat(row(10, 2.0 / 3).held()).isEmpty();
    }
}
