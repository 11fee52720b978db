package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs of models that tell neither dtype nor shape. */
class GivenTypeTest {
    private static final ModelInspection MODEL = Models.with(new Port("x", new ValueType.AnyTensor()));

    private static BuiltFeeds feeds(Map<String, InputSource> sources) {
        return new FeedBuilder(MODEL, Map.of(), 1, 7, PreparedTensors.NONE).build(sources, Map.of(), Map.of());
    }

    @Test
    void a_dtype_and_a_shape_are_filled_from_the_seed() {
        InputSource shaped = InputSource.Shaped.parse("float32[2, 3]").orElseThrow();
        Tensor first = feeds(Map.of("x", shaped)).feeds().step(0).get("x");
        assertThat(first).hasToString("float32[2,3]");
        assertThat(feeds(Map.of("x", shaped)).feeds().step(0).get("x")).isEqualTo(first);
        assertThat(feeds(Map.of("x", shaped)).notes()).containsEntry("input x", "generated as float32[2,3], seed 7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2, 3]|int64[3]",
                "[[1.5, 2], [3, 4]]|float32[2,2]",
                "[true, false]|bool[2]",
                "0.5,1.5|float32[2]"
            })
    void a_literal_is_what_torch_makes_of_it(String json, String type) {
        assertThat(feeds(Map.of("x", new InputSource.Literal(json)))
                        .feeds()
                        .step(0)
                        .get("x"))
                .hasToString(type);
    }

    @Test
    void nothing_is_invented_where_nothing_is_given() {
        assertThatThrownBy(() -> feeds(Map.of()))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().remedies())
                                .anyMatch(remedy -> remedy.contains("--input x=float32[1,3,224,224]")))
                .hasMessageContaining("neither dtype nor shape");
    }

    @ParameterizedTest
    @ValueSource(strings = {"float31[2]", "float32", "float32[a]", "cat[1].png", "float32[-1]"})
    void other_words_are_no_shape(String text) {
        assertThat(InputSource.Shaped.parse(text)).isEmpty();
    }
}
