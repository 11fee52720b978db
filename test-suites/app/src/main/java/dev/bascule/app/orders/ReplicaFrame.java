package dev.bascule.app.orders;

import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What host and replica say to each other over a pool: four bytes with the length of a head (little endian), the head as JSON in UTF-8, and the
 * bytes of its tensors, one after the other. Stateless.
 */
final class ReplicaFrame {
    /** Of a head, in bytes: as many as an order may have characters. */
    private static final int LONGEST_HEAD = 1 << 20;

    private ReplicaFrame() {}

    static byte[] write(Object head, List<Tensor> tensors) {
        byte[] json = Words.write(head).getBytes(StandardCharsets.UTF_8);
        long bytes =
                tensors.stream().mapToLong(tensor -> tensor.data().remaining()).sum();
        ByteBuffer frame = ByteBuffer.allocate(Math.toIntExact(Integer.BYTES + json.length + bytes))
                .order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(json.length).put(json);
        tensors.forEach(tensor -> frame.put(tensor.data()));
        return frame.array();
    }

    /**
     * A frame that was read in part. For one thread.
     *
     * @param rest what its tensors are cut from
     */
    record Read<H>(H head, ByteBuffer rest) {

        /** @throws dev.bascule.fallback.error.BasculeException where they are not what came, or two have one name */
        Map<String, Tensor> cut(List<TensorHead> heads) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            for (TensorHead each : heads) {
                if (tensors.put(each.name(), each.cut(rest)) != null) {
                    throw Words.refused("two tensors of one name");
                }
            }
            return tensors;
        }

        /** To be asked when all was cut. */
        void requireEnd() {
            if (rest.hasRemaining()) {
                throw Words.refused("more than its tensors");
            }
        }
    }

    /** @throws dev.bascule.fallback.error.BasculeException for what is none, or has a head of another kind */
    static <H> Read<H> read(byte[] frame, Class<H> head) {
        ByteBuffer bytes = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < Integer.BYTES) {
            throw Words.refused("no head");
        }
        int length = bytes.getInt();
        if (length < 0 || length > LONGEST_HEAD || length > bytes.remaining()) {
            throw Words.refused("a head that is longer than what came");
        }
        try {
            String json = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.slice(Integer.BYTES, length))
                    .toString();
            bytes.position(Integer.BYTES + length);
            return new Read<>(Words.read(json, head), bytes.slice());
        } catch (CharacterCodingException e) {
            throw Words.refused("a head that is no text");
        }
    }

    /** Tensors and their heads, in one order. */
    record Named(List<TensorHead> heads, List<Tensor> tensors) {
        static Named of(Map<String, Tensor> all) {
            List<TensorHead> heads = new ArrayList<>();
            List<Tensor> tensors = new ArrayList<>();
            all.forEach((name, tensor) -> {
                heads.add(TensorHead.of(name, tensor));
                tensors.add(tensor);
            });
            return new Named(heads, tensors);
        }
    }
}
