package dev.bascule.models.torch;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a TorchScript archive's {@code data.pkl} says of the model, read opcode by opcode: nothing that it names is ever made.
 * PyTorch writes pickles of protocol 2 (torch/csrc/jit/serialization/pickler.cpp).
 *
 * @param root the class of the model, such as {@code __torch__.Net}
 * @param storages elements by dtype of every tensor's memory, each memory once
 */
record TorchPickle(String root, Map<String, Long> storages) {
    private static final int TUPLE_OF_STORAGE = 5;

    /**
     * Reads a pickle.
     *
     * @throws IllegalArgumentException saying where it is not what PyTorch writes
     */
    static TorchPickle parse(ByteBuffer bytes) {
        try {
            return new Reader(bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN)).read();
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("it is cut short");
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("its storages have more elements than can be counted");
        }
    }

    /** Walks the opcodes and remembers scalars; the stack of a pickle machine is not needed. */
    private static final class Reader {
        private final ByteBuffer in;
        private final List<Object> pushed = new ArrayList<>();
        private final Map<Integer, Object> memo = new HashMap<>();
        private final Map<String, Map.Entry<String, Long>> storages = new LinkedHashMap<>();
        private Optional<String> root = Optional.empty();

        Reader(ByteBuffer in) {
            this.in = in;
        }

        TorchPickle read() {
            @Nullable Object last = null;
            while (true) {
                int opcode = in.get() & 0xFF;
                switch (opcode) {
                    case '.' -> {
                        return result();
                    }
                    case 0x80 -> in.get();
                    case 'c' -> last = push(global());
                    case 'X' -> last = push(text(in.getInt()));
                    case 'K' -> last = push((long) (in.get() & 0xFF));
                    case 'M' -> last = push((long) (in.getShort() & 0xFFFF));
                    case 'J' -> last = push((long) in.getInt());
                    case 0x8A -> last = push(number(in.get() & 0xFF));
                    case 'G' -> last = push(in.getDouble());
                    case 'q' -> remember(in.get() & 0xFF, last);
                    case 'r' -> remember(in.getInt(), last);
                    case 'h' -> last = recall(in.get() & 0xFF);
                    case 'j' -> last = recall(in.getInt());
                    case 'Q' -> {
                        storage();
                        last = null;
                    }
                    case '(',
                            ')',
                            't',
                            0x85,
                            0x86,
                            0x87,
                            ']',
                            '}',
                            'e',
                            'a',
                            's',
                            'u',
                            'b',
                            'R',
                            0x81,
                            'N',
                            0x88,
                            0x89 -> last = null;
                    default ->
                        throw new IllegalArgumentException("byte %d is no opcode that PyTorch writes: 0x%02x"
                                .formatted(in.position() - 1, opcode));
                }
            }
        }

        private TorchPickle result() {
            Map<String, Long> elements = new LinkedHashMap<>();
            storages.values().forEach(storage -> elements.merge(storage.getKey(), storage.getValue(), Math::addExact));
            return new TorchPickle(root.orElseThrow(() -> new IllegalArgumentException("it names no class")), elements);
        }

        private Object push(Object value) {
            pushed.add(value);
            return value;
        }

        private void remember(int index, @Nullable Object value) {
            if (value == null) {
                memo.remove(index);
            } else {
                memo.put(index, value);
            }
        }

        private @Nullable Object recall(int index) {
            Object value = memo.get(index);
            return value == null ? null : push(value);
        }

        /** A persistent id: storage, type, key, device, number of elements. */
        private void storage() {
            int size = pushed.size();
            if (size >= TUPLE_OF_STORAGE
                    && "storage".equals(pushed.get(size - 5))
                    && pushed.get(size - 4) instanceof String type
                    && pushed.get(size - 3) instanceof String key
                    && pushed.get(size - 1) instanceof Long elements) {
                if (elements < 0) {
                    throw new IllegalArgumentException("a storage has %d elements".formatted(elements));
                }
                storages.put(key, Map.entry(type, elements));
            }
        }

        private String global() {
            String name = line() + "." + line();
            if (root.isEmpty()) {
                root = Optional.of(name);
            }
            return name;
        }

        private String line() {
            int start = in.position();
            while (in.get() != '\n') {
                // up to the line's end
            }
            byte[] bytes = new byte[in.position() - start - 1];
            in.get(start, bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private String text(int length) {
            if (length < 0 || length > in.remaining()) {
                throw new BufferUnderflowException();
            }
            byte[] bytes = new byte[length];
            in.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private long number(int length) {
            long value = 0;
            for (int i = 0; i < length; i++) {
                long octet = in.get() & 0xFFL;
                value |= i < Long.BYTES ? octet << (8 * i) : 0;
            }
            return value;
        }
    }
}
