package dev.bascule.nativerunner.train;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.torch.TorchAnswers;
import dev.bascule.nativerunner.torch.TorchRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What PyTorch's child answers, believed only where it is of the size and kind that was asked for. Immutable.
 *
 * @param task that it was given
 */
record TorchHearing(TorchTask task) {
    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+_-]{1,40}");

    /** Its version, and threads as many as were asked for. */
    TorchRequest.Opened opened(byte[] answer) {
        TorchRequest.Opened opened;
        try {
            opened = Json.MAPPER.readValue(answer, TorchRequest.Opened.class);
        } catch (IOException e) {
            throw violation("what nobody asked for");
        }
        check(VERSION.matcher(opened.version()).matches(), "a version that is none");
        check(
                opened.threads() == task.threads(),
                "%d threads where %d were asked for".formatted(opened.threads(), task.threads()));
        return opened;
    }

    /**
     * The loss, and times that fit into those that the host waited. A loss may be no number: training diverges.
     *
     * @param waited between question and answer
     */
    TorchAnswers.Step step(byte[] answer, Duration waited) {
        check(
                answer.length == TorchAnswers.STEP_BYTES,
                "%d bytes for a step, which are %d".formatted(answer.length, TorchAnswers.STEP_BYTES));
        TorchAnswers.Step step = TorchAnswers.Step.of(answer);
        long most = waited.toNanos();
        check(
                isWithin(step.forward(), most)
                        && isWithin(step.backward(), most - step.forward())
                        && isWithin(step.update(), most - step.forward() - step.backward()),
                "times of %d, %d and %d ns within %d".formatted(step.forward(), step.backward(), step.update(), most));
        return step;
    }

    private static boolean isWithin(long time, long most) {
        return time >= 0 && time <= most;
    }

    /** The gradients after a loss. */
    TorchGradients gradients(byte[] answer) {
        check(
                answer.length == Double.BYTES + task.bytes(),
                "%d bytes of gradients, which are %d".formatted(answer.length, Double.BYTES + task.bytes()));
        double loss = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getDouble();
        return new TorchGradients(loss, tensors(answer, Double.BYTES));
    }

    Map<String, Tensor> parameters(byte[] answer) {
        check(
                answer.length == task.bytes(),
                "%d bytes of parameters, which are %d".formatted(answer.length, task.bytes()));
        return tensors(answer, 0);
    }

    private Map<String, Tensor> tensors(byte[] answer, int from) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        int begin = from;
        for (TorchTask.Trained each : task.parameters()) {
            int end = begin + Math.toIntExact(task.dtype().bytes(each.shape().elements()));
            tensors.put(each.name(), Tensor.of(task.dtype(), each.shape(), Arrays.copyOfRange(answer, begin, end)));
            begin = end;
        }
        return tensors;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw violation(otherwise);
        }
    }

    private static BasculeException violation(String what) {
        return new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "PyTorch's process said " + what);
    }
}
