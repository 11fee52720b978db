package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.training.data.DataSets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConverterMethodsTest {
    private static final ConverterMethods METHODS = new ConverterMethods();
    private static final ModelProto MODEL = Centroids.model(new DataSets(CacheFolder.ofProcess()).of("strokes"));

    private static Made make(String name, ModelProto model) {
        return METHODS.named(name).orElseThrow().make(new Source(model, "00", Optional.empty(), 1));
    }

    @Test
    void a_method_that_there_is_not_is_told_the_nearest() {
        assertThatThrownBy(() -> METHODS.chosen(List.of("flaot16")))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("did you mean 'float16'");
        assertThat(METHODS.chosen(List.of("dynamic-int8", "all", "float16")))
                .extracting("name")
                .containsExactly("dynamic-int8", "float16");
    }

    @Test
    void a_model_that_is_quantised_already_is_refused() {
        Made.Variant once = (Made.Variant) make("dynamic-int8", MODEL);

        assertThat(make("dynamic-int8", once.model()))
                .isInstanceOfSatisfying(
                        Made.Refused.class, refused -> assertThat(refused.why()).contains("quantised already"));
    }

    @Test
    void a_file_tells_how_it_was_made_and_is_the_same_each_time() {
        Made.Variant one = (Made.Variant) make("float16", MODEL);

        assertThat(one.model().getMetadataPropsList())
                .anyMatch(each ->
                        each.getKey().equals(Recipe.KEY) && each.getValue().equals("float16 of 00"));
        assertThat(one.model().toByteString())
                .isEqualTo(((Made.Variant) make("float16", MODEL)).model().toByteString());
        assertThat(one.layers()).extracting("bits").containsOnly(16);
    }
}
