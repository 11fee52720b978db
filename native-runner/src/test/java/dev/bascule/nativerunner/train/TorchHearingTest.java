package dev.bascule.nativerunner.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.torch.TorchAnswers;
import dev.bascule.nativerunner.torch.TorchRequest;
import dev.bascule.nativerunner.torch.TorchUpdate;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A child is another process: what it says is believed only where it can be. */
class TorchHearingTest {
    static final TorchUpdate SGD = new TorchUpdate(TorchUpdate.Kind.SGD, 0, 0.9, 0.999, 1e-8, 0, false);

    private static final Duration WAITED = Duration.ofNanos(1000);

    private final TorchHearing hearing = new TorchHearing(task(false));

    /** Two parameters of 6 and 1 elements. */
    static TorchTask task(boolean wide) {
        return new TorchTask(
                ByteBuffer.allocate(0),
                List.of(
                        new TorchTask.Trained("weight", Shape.of(2, 3), true),
                        new TorchTask.Trained("bias", Shape.of(), false)),
                2,
                wide,
                SGD,
                OptionalDouble.empty());
    }

    private static byte[] words(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] step(double loss, long forward, long backward, long update) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(loss)
                .putLong(forward)
                .putLong(backward)
                .putLong(update)
                .array();
    }

    private static void assertDisbelieved(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
            assertThat(e.getMessage()).contains(words);
        });
    }

    @Test
    void its_first_words_are_its_version_and_the_threads_that_were_asked_for() {
        assertThat(hearing.opened(words("{\"version\":\"2.7.1\",\"threads\":2}")))
                .isEqualTo(new TorchRequest.Opened("2.7.1", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2.7.1",
                "[]",
                "{\"version\":\"2.7.1\"}",
                "{\"version\":null,\"threads\":2}",
                "{\"version\":\"2.7.1\",\"threads\":1}",
                "{\"version\":\"2.7.1\\u001b[31m\",\"threads\":2}",
                "{\"version\":\"2.7.1\",\"threads\":2,\"loss\":0}"
            })
    void other_first_words_are_none(String json) {
        assertDisbelieved(() -> hearing.opened(words(json)), "PyTorch's process said");
    }

    @Test
    void a_step_is_its_loss_and_its_times() {
        assertThat(hearing.step(step(0.5, 600, 300, 100), WAITED)).isEqualTo(new TorchAnswers.Step(0.5, 600, 300, 100));
        assertThat(hearing.step(step(Double.NaN, 1, 1, 1), WAITED).loss())
                .as("training may diverge")
                .isNaN();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 1, 1",
        "1, -1, 1",
        "1, 1, -1",
        "1001, 0, 0",
        "600, 401, 0",
        "600, 300, 101",
        "9223372036854775807, 9223372036854775807, 9223372036854775807"
    })
    void times_that_nobody_waited_are_none(long forward, long backward, long update) {
        assertDisbelieved(() -> hearing.step(step(0, forward, backward, update), WAITED), "times of");
    }

    @Test
    void a_step_of_another_length_is_none() {
        assertDisbelieved(() -> hearing.step(new byte[31], WAITED), "31 bytes for a step");
        assertDisbelieved(() -> hearing.step(new byte[33], WAITED), "33 bytes for a step");
    }

    @Test
    void gradients_are_a_loss_and_each_parameters_in_its_shape() {
        ByteBuffer answer =
                ByteBuffer.allocate(8 + 7 * 4).order(ByteOrder.LITTLE_ENDIAN).putDouble(0.25);
        for (int i = 1; i <= 7; i++) {
            answer.putFloat(i);
        }
        assertThat(hearing.gradients(answer.array()))
                .isEqualTo(new TorchGradients(
                        0.25,
                        Map.of(
                                "weight", Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6),
                                "bias", Tensor.floats(Shape.of(), 7))));
        assertThat(hearing.gradients(answer.array()).tensors()).containsOnlyKeys("weight", "bias");
    }

    @Test
    void in_64_bits_tensors_are_twice_as_long() {
        TorchHearing wide = new TorchHearing(task(true));
        assertThat(wide.parameters(new byte[56]).values()).allMatch(each -> each.dtype() == DType.FLOAT64);
        assertDisbelieved(() -> wide.parameters(new byte[28]), "28 bytes of parameters, which are 56");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 27, 29, 56})
    void parameters_of_another_shape_are_none(int bytes) {
        assertDisbelieved(() -> hearing.parameters(new byte[bytes]), "bytes of parameters, which are 28");
        assertDisbelieved(() -> hearing.gradients(new byte[bytes]), "bytes of gradients, which are 36");
    }
}
