package dev.bascule.prediction.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import dev.bascule.prediction.fit.ProbedTarget;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoredValidationTest {
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
