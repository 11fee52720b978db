package dev.bascule.nativerunner.torch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** What a child answers besides words: numbers, little endian. Stateless. */
public final class TorchAnswers {
    /** The bytes of the answer to a step: its loss, then what its forward pass, its backward pass and its update took in ns. */
    public static final int STEP_BYTES = 32;

    private TorchAnswers() {}

    /** @param tensors each parameter's, in the order of the request */
    record Gradients(double loss, List<ByteBuffer> tensors) {
        byte[] bytes() {
            ByteBuffer head = buffer(Double.BYTES).putDouble(loss);
            return joined(head.flip(), tensors);
        }
    }

    /** Times in nanoseconds. */
    public record Step(double loss, long forward, long backward, long update) {
        byte[] bytes() {
            return buffer(STEP_BYTES)
                    .putDouble(loss)
                    .putLong(forward)
                    .putLong(backward)
                    .putLong(update)
                    .array();
        }

        /** @param answer of {@link #STEP_BYTES} */
        public static Step of(byte[] answer) {
            ByteBuffer bytes = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
            return new Step(bytes.getDouble(), bytes.getLong(), bytes.getLong(), bytes.getLong());
        }
    }

    static byte[] joined(ByteBuffer head, List<ByteBuffer> tensors) {
        long length = head.remaining()
                + tensors.stream().mapToLong(ByteBuffer::remaining).sum();
        ByteBuffer all = buffer(Math.toIntExact(length)).put(head);
        tensors.forEach(each -> all.put(each.duplicate()));
        return all.array();
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
