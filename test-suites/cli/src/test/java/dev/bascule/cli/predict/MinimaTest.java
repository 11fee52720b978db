package dev.bascule.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.DocumentSchema;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.validate.Validation;
import dev.bascule.prediction.validate.ValidationReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The minimum stands in columns and fields of its own beside the median, and is missing with the reason where data have none. */
class MinimaTest {
    private static final double LEVEL = 0.8;

    private static World disturbed() {
        return new World(12, 3, 0.02)
                .disturbed("s1", World.CPU, 2)
                .disturbed("s1", World.WASM, 2)
                .disturbed("s1", World.OTHER, 2);
    }

    private static List<ModelPrediction> predicted(World world, Level level) {
        TrainingSet set = world.set();
        PredictedModel model = world.models().get(5);
        return List.of(new Foretelling(
                        new PredictionData(set, List.of()),
                        World.CPU.machine(),
                        Optional.of("s1"),
                        new AskedModels(Map.of()))
                .of(model, level, LEVEL, List.of()));
    }

    private static JsonNode document(List<ModelPrediction> models, World world) throws IOException {
        JsonNode document = Json.MAPPER.valueToTree(PredictDocument.of(models, world.set(), LEVEL));
        DocumentSchema.PREDICT.validate(document);
        return document;
    }

    private static JsonNode on(JsonNode document, String target) {
        for (JsonNode each : document.path("models").path(0).path("targets")) {
            if (each.path("target").asText().equals(target)) {
                return each;
            }
        }
        throw new AssertionError("not there: " + target);
    }

    @Test
    void the_minimum_is_near_what_a_quiet_machine_takes_and_the_median_above_it() throws IOException {
        World world = disturbed();
        List<ModelPrediction> models = predicted(world, Level.L2);

        JsonNode wasm = on(document(models, world), World.WASM.target());

        double truth = World.millis(world.models().get(5), World.WASM);
        double minimum = wasm.path("predictedMinimum").path("ms").asDouble();
        assertThat(minimum).isBetween(0.85 * truth, 1.15 * truth);
        assertThat(wasm.path("predicted").path("ms").asDouble()).isGreaterThan(1.2 * minimum);
        assertThat(wasm.path("predictedMinimum").path("interval").path("lowMs").asDouble())
                .isLessThan(minimum);
        assertThat(wasm.path("measuredMinimumMs").asDouble())
                .isLessThan(wasm.path("measuredMs").asDouble());
        assertThat(PredictText.of(models, world.set(), LEVEL)).contains("MINIMUM", "what a quiet machine would take");
    }

    @Test
    void where_only_medians_are_known_there_is_no_minimum_and_the_reason_is_told() throws IOException {
        World world = new World(12, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .measured("s1", World.OTHER, 1);
        List<ModelPrediction> models = predicted(world, Level.L1);

        JsonNode wasm = on(document(models, world), World.WASM.target());

        assertThat(wasm.path("predicted").path("ms").asDouble()).isPositive();
        assertThat(wasm.path("predictedMinimum").isNull()).isTrue();
        assertThat(wasm.path("measuredMinimumMs").isNull()).isTrue();
        assertThat(wasm.path("noPredictedMinimum").asText()).isEqualTo("the data have medians of it alone");
        assertThat(PredictText.of(models, world.set(), LEVEL)).contains("no minimum is predicted of");
    }

    @Test
    void a_minimum_that_does_not_pay_on_the_machine_is_no_figure_and_text_and_document_say_why() throws IOException {
        World world = new World(12, 3, 0.02)
                .contaminated("s1", World.CPU, 3)
                .contaminated("s1", World.WASM, 3)
                .contaminated("s1", World.OTHER, 3);
        List<ModelPrediction> models = predicted(world, Level.L1);

        JsonNode document = document(models, world);
        JsonNode wasm = on(document, World.WASM.target());

        assertThat(wasm.path("predicted").path("ms").asDouble()).isPositive();
        assertThat(wasm.path("predictedMinimum").isNull()).isTrue();
        assertThat(wasm.path("noPredictedMinimum").asText()).contains("left out: minima are missed by");
        assertThat(document.path("models").path(0).path("layers")).anySatisfy(layer -> {
            assertThat(layer.path("figure").asText()).isEqualTo("minimum");
            assertThat(layer.path("layer").asText()).isEqualTo("MINIMUM");
            assertThat(layer.path("used").asBoolean()).isFalse();
            assertThat(layer.path("evidence").path("times").asInt()).isPositive();
        });
        assertThat(PredictText.of(models, world.set(), LEVEL))
                .contains("no minimum is predicted of", "left out: minima are missed by");
    }

    /** The same method may be left out of both, for other reasons: each line says of which, and where. */
    @Test
    void each_layer_says_of_which_figure_and_machine_it_is_in_text_and_document() throws IOException {
        World world = disturbed();
        List<ModelPrediction> models = predicted(world, Level.L1);

        JsonNode layers = document(models, world).path("models").path(0).path("layers");
        String text = PredictText.of(models, world.set(), LEVEL);

        for (String figure : List.of("median", "minimum")) {
            assertThat(layers).anySatisfy(layer -> {
                assertThat(layer.path("figure").asText()).isEqualTo(figure);
                assertThat(layer.path("layer").asText()).isEqualTo("LEVEL");
                assertThat(layer.path("method").asText()).isEqualTo("class-blend+relatives");
                assertThat(layer.path("used").asBoolean()).isFalse();
                assertThat(text)
                        .contains("  machine %s, %s, L1 class-blend+relatives (what it rests on) %s\n"
                                .formatted(
                                        LayerText.machine(World.CPU.machine()),
                                        figure,
                                        layer.path("why").asText()));
            });
        }
    }

    @Test
    void a_validation_tells_of_both_in_text_page_and_document() throws IOException {
        ValidationReport report = Validation.of(disturbed().set(), said -> {});

        JsonNode document = Json.MAPPER.valueToTree(ValidationDocument.of(report));
        DocumentSchema.PREDICTION_VALIDATION.validate(document);
        assertThat(document.path("undisturbed").path("results")).isNotEmpty();
        assertThat(document.path("undisturbed").path("layers")).isNotEmpty();
        assertThat(ValidationText.of(report)).contains("Which layers pay on which machine", "the minimum as a figure");
        assertThat(ValidationText.of(report)).contains("Median: what", "Minimum: what a quiet machine would take");
        assertThat(ValidationPage.of(report).tables())
                .extracting(table -> table.title())
                .anySatisfy(title -> assertThat(title).startsWith("Median: All targets"))
                .anySatisfy(title -> assertThat(title).startsWith("Minimum: All targets"));
    }
}
