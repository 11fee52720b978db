package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.quantization.AnswerReader.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {
    @TempDir
    Path folder;

    private static final AnswerReader READER = new AnswerReader(Optional.of("y"), 0, Scale.AS_SEEN);
    private static final Sample OF_CLASS_1 = Sample.of(Map.of("x", Tensor.floats(Shape.of(1), 1)), OptionalInt.of(1));

    private static Map<String, Tensor> row(float... scores) {
        return Map.of("y", Tensor.floats(Shape.of(1, scores.length), scores));
    }

    @Test
    void the_divergence_is_kullback_and_leiblers_of_the_softmax() {
        // p = (1/2, 1/2), q = (1/4, 3/4): ln(2) / 2 + ln(2/3) / 2 = 0.143841.
        SampleAnswer answer = READER.read(OF_CLASS_1, row(0, (float) Math.log(3)), row(0, 0));

        assertThat(answer.divergence().orElseThrow()).isCloseTo(0.143841, offset(1e-5));
        assertThat(answer.right()).contains(1.0);
        assertThat(answer.agrees()).contains(0.0);
    }

    @Test
    void a_share_is_of_as_many_places_as_there_are_rows_and_a_filled_batch_has_one() {
        Tensor different = Tensor.floats(Shape.of(3, 2), 0, 1, 1, 0, 2, 5);
        Tensor filled = Tensor.floats(Shape.of(3, 2), 0, 1, 0, 1, 0, 1);
        String output = READER.classifier().orElseThrow();

        assertThat(READER.read(OF_CLASS_1, Map.of(output, different), Map.of(output, different))
                        .places())
                .isEqualTo(3);
        assertThat(READER.read(OF_CLASS_1, Map.of(output, filled), Map.of(output, filled))
                        .places())
                .isEqualTo(1);
    }

    @Test
    void the_commonest_class_is_counted_over_all_rows_of_all_samples() {
        Tensor three = Tensor.floats(Shape.of(3, 2), 0, 1, 1, 0, 2, 5);

        assertThat(READER.commonest(List.of(Map.of("y", three), row(0, 1))))
                .contains(new Commonest(1, 3, 4, (2 / 3.0 + 1) / 2));
        Tensor filled = Tensor.floats(Shape.of(3, 2), 0, 1, 0, 1, 0, 1);
        assertThat(READER.commonest(List.of(Map.of("y", filled)))).contains(new Commonest(1, 1, 1, 1));
        assertThat(READER.commonest(List.of(row(Float.NaN, Float.NaN)))).isEmpty();
        assertThat(READER.commonest(List.of(Map.of("other", three)))).isEmpty();
    }

    @Test
    void shares_that_add_up_to_one_are_taken_as_they_are() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(0.25f, 0.75f), row(0.5f, 0.5f));

        assertThat(answer.divergence().orElseThrow()).isCloseTo(0.143841, offset(1e-5));
    }

    @Test
    void differences_are_relative_to_the_outputs_greatest_magnitude() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(10, 1), row(8, 0));

        assertThat(answer.greatest().orElseThrow()).isCloseTo(0.25, offset(1e-9));
        assertThat(answer.mean().orElseThrow()).isCloseTo(0.1875, offset(1e-9));
    }

    @Test
    void what_is_no_number_is_right_about_nothing() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(Float.NaN, Float.NaN), row(0, 1));

        assertThat(answer.right()).contains(0.0);
        assertThat(answer.agrees()).contains(0.0);
        assertThat(answer.greatest()).isEmpty();
    }

    @Test
    void without_a_classifier_only_differences_are_known() {
        SampleAnswer answer =
                new AnswerReader(Optional.empty(), 0, Scale.AS_SEEN).read(OF_CLASS_1, row(1, 2), row(1, 2));

        assertThat(answer.right()).isEmpty();
        assertThat(answer.agrees()).isEmpty();
        assertThat(answer.greatest()).contains(0.0);
    }

    @Test
    void shares_that_add_up_only_nearly_are_shares_where_those_beside_them_are() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(0.2525f, 0.7575f), row(0.5f, 0.5f));

        // As of (1/4, 3/4), and not of a softmax of these, which is nearer: 0.0308.
        assertThat(answer.divergence().orElseThrow()).isCloseTo(0.143841, offset(1e-5));
    }

    @Test
    void shares_of_a_sigmoid_are_each_beside_its_own() {
        AnswerReader reader = new AnswerReader(Optional.of("y"), 0, Scale.SEPARATE);

        // Twice ln(2) / 2 + ln(2/3) / 2, of classes of which both are likely.
        assertThat(reader.read(OF_CLASS_1, row(0.25f, 0.75f), row(0.5f, 0.5f))
                        .divergence()
                        .orElseThrow())
                .isCloseTo(2 * 0.143841, offset(1e-5));
    }

    @Test
    void rows_of_another_width_than_there_are_classes_are_no_rows() {
        AnswerReader reader = new AnswerReader(Optional.of("y"), 3, Scale.AS_SEEN);

        assertThat(reader.read(OF_CLASS_1, row(0, 1), row(0, 1)).right()).isEmpty();
        assertThat(reader.read(OF_CLASS_1, row(0, 1, 0), row(0, 1, 0)).right()).contains(1.0);
    }

    @Test
    void integers_differ_where_they_are_not_equal() {
        SampleAnswer answer = READER.read(OF_CLASS_1, integers(1, 2, 3, 5), integers(1, 2, 3, 4));

        assertThat(answer.greatest()).contains(1.0);
        assertThat(answer.mean()).contains(0.25);
        assertThat(READER.read(OF_CLASS_1, integers(1, 2), integers(1, 2)).greatest())
                .contains(0.0);
    }

    @Test
    void of_nothing_that_can_be_compared_nothing_is_known() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(1, 2), row(Float.NaN, Float.POSITIVE_INFINITY));

        assertThat(answer.greatest()).isEmpty();
        assertThat(answer.mean()).isEmpty();
    }

    private static Map<String, Tensor> integers(long... numbers) {
        java.nio.ByteBuffer bytes =
                java.nio.ByteBuffer.allocate(8 * numbers.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        java.util.Arrays.stream(numbers).forEach(bytes::putLong);
        return Map.of("z", Tensor.of(DType.INT64, Shape.of(numbers.length), bytes.array()));
    }

    @ParameterizedTest
    @CsvSource({"MatMul,y", "Softmax,y", "Sum,", "Add,"})
    void logits_of_every_place_of_a_sequence_have_classes_and_hidden_states_none(String last, String classifier)
            throws IOException {
        DType floats = DType.FLOAT32;
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("sequence")
                .addInput(Protos.typed("x", floats, List.of(1L, 5L, 7L)))
                .addOutput(Protos.typed("y", floats, List.of(1L, 5L, 7L)))
                .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(7, 7), new float[49])))
                .addNode(Protos.node("Mul", "first", List.of("x", "x"), List.of("a")))
                .addNode(Protos.node(
                        last,
                        "last",
                        last.equals("Softmax")
                                ? List.of("a")
                                : last.equals("MatMul") ? List.of("a", "w") : List.of("a", "x"),
                        List.of("y")));
        ModelProto model = Protos.model(17, graph);
        Path file = Files.write(folder.resolve("sequence.onnx"), model.toByteArray());

        AnswerReader reader = AnswerReader.of(OnnxModelFile.open(file).inspect(), model.getGraph(), 0);

        assertThat(reader.classifier()).isEqualTo(Optional.ofNullable(classifier));
        assertThat(reader.scale())
                .isEqualTo(classifier == null ? Scale.AS_SEEN : last.equals("Softmax") ? Scale.SHARES : Scale.SCORES);
    }
}
