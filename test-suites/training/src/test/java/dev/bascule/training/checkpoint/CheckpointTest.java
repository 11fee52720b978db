package dev.bascule.training.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.checkpoint.CheckpointOrigin.Part;
import dev.bascule.training.data.Batches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
class CheckpointTest {
    private static final CheckpointOrigin ORIGIN = new CheckpointOrigin(
            new Part("mlp", "a".repeat(64)), "adam(0.001)", new Part("digits", "b".repeat(64)), 32, -5);

    private static final Batches BATCHES = new Batches(-5, 100, 32);

    @TempDir
    Path folder;

    @Test
    void what_was_written_is_read_again_bit_for_bit() {
        Path file = folder.resolve("new/run.safetensors");
        Checkpoint checkpoint = checkpoint(state());
        checkpoint.write(file);
        assertThat(Checkpoint.read(file)).isEqualTo(checkpoint);
    }

    @Test
    void a_second_one_takes_the_place_of_the_first_and_leaves_nothing_beside_it() throws IOException {
        Path file = folder.resolve("run.safetensors");
        checkpoint(state()).write(file);
        Checkpoint second = checkpoint(Map.of("w", Tensor.floats(Shape.of(1), 2)));
        second.write(file);
        assertThat(Checkpoint.read(file)).isEqualTo(second);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void one_that_is_cut_short_anywhere_is_refused() throws IOException {
        Path file = folder.resolve("run.safetensors");
        checkpoint(state()).write(file);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> CheckpointFile.parse("part", part))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_INVALID));
        }
    }

    @Test
    void one_of_whose_tensors_a_bit_was_changed_is_refused() throws IOException {
        Path file = folder.resolve("run.safetensors");
        checkpoint(state()).write(file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 2] ^= 1;
        Files.write(file, bytes);
        refused(() -> Checkpoint.read(file), "not those that it was written with");
    }

    /** A step that was changed would go on with other batches, and with another correction of Adam's moments. */
    @Test
    void one_of_whose_metadata_anything_was_changed_is_refused() throws IOException {
        Path file = folder.resolve("run.safetensors");
        checkpoint(state()).write(file);
        SafeTensors whole = SafeTensorsReader.read("whole", Files.readAllBytes(file));
        Map<String, String> others =
                Map.of("step", "41", "seed", "7", "batch", "64", "optimizer", "sgd(0.1)", "position.index", "2");
        for (Map.Entry<String, String> other : others.entrySet()) {
            Map<String, String> texts = new LinkedHashMap<>(whole.metadata());
            assertThat(texts.put(other.getKey(), other.getValue())).isNotNull();
            try (var out = Files.newOutputStream(file)) {
                SafeTensorsWriter.write(new SafeTensors(whole.tensors(), texts), out);
            }
            refused(() -> Checkpoint.read(file), "its metadata, such as the step, are not those");
        }
    }

    @Test
    void a_step_that_is_not_at_its_position_in_the_data_is_refused() {
        Checkpoint other = new Checkpoint(ORIGIN, 41, BATCHES.position(40), state());
        refused(
                () -> other.require(ORIGIN, state(), BATCHES),
                "its step 41 begins at batch 3 of epoch 14 with seed -5",
                "not at batch 2 of");
        // The same origin, and data of another length.
        refused(() -> checkpoint(state()).require(ORIGIN, state(), new Batches(-5, 200, 32)), "its step 40 begins at");
    }

    @Test
    void weights_that_another_program_wrote_are_refused() throws IOException {
        Path file = folder.resolve("weights.safetensors");
        try (var out = Files.newOutputStream(file)) {
            SafeTensorsWriter.write(new SafeTensors(state(), Map.of("format", "pt")), out);
        }
        refused(() -> Checkpoint.read(file), "another program wrote it");
        refused(() -> Checkpoint.read(folder.resolve("nothing")), "there is no such file");
        refused(() -> Checkpoint.read(folder), "it is a folder");
    }

    @Test
    void one_of_the_same_run_is_gone_on_with() {
        checkpoint(state()).require(ORIGIN, state(), BATCHES);
    }

    /** Each alone is enough to be refused, and each is named. */
    @Test
    void what_differs_from_the_run_that_wants_it_is_told() {
        Checkpoint checkpoint = checkpoint(state());
        CheckpointOrigin other = new CheckpointOrigin(
                new Part("lenet", "a".repeat(64)), "sgd(0.1)", new Part("digits", "c".repeat(64)), 64, 6);
        refused(
                () -> checkpoint.require(other, state(), BATCHES),
                "network mlp, not lenet",
                "optimizer adam(0.001), not sgd(0.1)",
                "data digits of the same name with other samples: SHA-256 bbbbbbbbbbbb…, not cccccccccccc…",
                "batch 32, not 64",
                "seed -5, not 6");
    }

    /** A negative control of resuming: the moments of an optimizer are part of what goes on. */
    @Test
    void one_without_the_moments_is_refused() {
        Map<String, Tensor> dropped = new LinkedHashMap<>(state());
        dropped.remove("w.m");
        refused(() -> checkpoint(dropped).require(ORIGIN, state(), BATCHES), "no 'w.m'");
    }

    @Test
    void other_shapes_and_tensors_that_nobody_wants_are_refused() {
        Map<String, Tensor> other = new LinkedHashMap<>(state());
        other.put("w", Tensor.floats(Shape.of(3), 1, 2, 3));
        other.put("extra", Tensor.floats(Shape.of(), 1));
        refused(
                () -> checkpoint(other).require(ORIGIN, state(), BATCHES),
                "'w' is float32[3], not float32[2]",
                "a 'extra' that is not wanted");
    }

    /** As an optimizer stands in a checkpoint; a record's text is for no reader. */
    @Test
    void an_optimizer_that_is_another_is_named_and_settings_that_are_others_each_by_itself() {
        String adam =
                "Adam[rate=Constant[rate=0.001], beta1=0.9, beta2=0.999, epsilon=1.0E-8, decay=0.0, decoupled=false]";
        String sgd = "Sgd[rate=Constant[rate=0.001], decay=0.0]";
        assertThat(OptimizerWords.differences(sgd, adam)).containsExactly("optimizer adam, not sgd");
        assertThat(OptimizerWords.differences(adam, adam.replace("false", "true")))
                .containsExactly("optimizer adamw, not adam");
        assertThat(OptimizerWords.differences(
                        adam, adam.replace("Constant[rate=0.001]", "Constant[rate=0.01]") + ", clipped to 1.0"))
                .containsExactly("learning rate 0.01, not 0.001", "form of a step clipped to 1.0, not none");
        assertThat(OptimizerWords.differences(
                        adam,
                        adam.replace("Constant[rate=0.001]", "Cosine[peak=0.001, floor=0.0, warmUp=0, total=201]")))
                .startsWith("course of the learning rate cosine, not constant")
                .contains("end of the decay 201, not none");
    }

    @Test
    void of_tensors_three_are_named_and_the_others_counted() {
        Map<String, Tensor> many = new LinkedHashMap<>(state());
        for (int i = 0; i < 12; i++) {
            many.put("b%02d.m".formatted(i), Tensor.floats(Shape.of(1), 1));
        }
        assertThatThrownBy(() -> checkpoint(many).require(ORIGIN, state(), BATCHES))
                .hasMessage("the checkpoint is of another run: a 'b00.m' that is not wanted; a 'b01.m' that is not"
                        + " wanted; a 'b02.m' that is not wanted; 9 more tensors");
    }

    /** A graph is of one batch, so that its hash is another wherever that is: once is enough. */
    @Test
    void a_graph_of_another_batch_alone_is_told_as_the_batch() {
        CheckpointOrigin wider = new CheckpointOrigin(
                new Part("mlp", "d".repeat(64)), ORIGIN.optimizer(), ORIGIN.data(), 64, ORIGIN.seed());
        assertThat(wider.differences(ORIGIN)).containsExactly("batch 32, not 64");
        CheckpointOrigin other = new CheckpointOrigin(
                new Part("mlp", "d".repeat(64)), ORIGIN.optimizer(), ORIGIN.data(), 32, ORIGIN.seed());
        assertThat(other.differences(ORIGIN))
                .containsExactly("network mlp of the same name with other sizes or operators: SHA-256"
                        + " aaaaaaaaaaaa…, not dddddddddddd…");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... why) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_INVALID);
            assertThat(e.getMessage()).contains(why);
        });
    }

    private static Map<String, Tensor> state() {
        Map<String, Tensor> state = new LinkedHashMap<>();
        state.put("w", Tensor.floats(Shape.of(2), 1.5f, Float.NaN));
        state.put("w.m", Tensor.floats(Shape.of(2), -0.0f, Float.MIN_VALUE));
        return state;
    }

    private static Checkpoint checkpoint(Map<String, Tensor> state) {
        return new Checkpoint(ORIGIN, 40, BATCHES.position(40), state);
    }
}
