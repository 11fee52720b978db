package dev.bascule.models.gguf;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.PlainText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what stands before the tensors. Each count and length is held against the bytes that are left before anything is made of it. Used
 * once.
 */
final class GgufHeader {
    private static final int MAGIC = 0x46554747;
    private static final int BIG_ENDIAN_VERSION = 0x03000000;
    private static final int MOST_DIMS = 4;
    private static final int DEEPEST = 4;
    /** Keys, and items of arrays: a vocabulary of a million tokens with its merges and kinds is below. */
    private static final int MOST_VALUES = 1 << 23;

    private static final int DEFAULT_ALIGNMENT = 32;
    private static final long MOST_ALIGNMENT = 1 << 20;
    private static final String ALIGNMENT = "general.alignment";

    private final ByteBuffer in;
    private final String file;
    private final long size;
    private final Map<String, GgufValue> metadata = new LinkedHashMap<>();
    private int values;

    /**
     * @param head the file's beginning
     * @param file its name, for errors
     * @param size of the whole file
     */
    GgufHeader(ByteBuffer head, String file, long size) {
        this.in = head.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.file = file;
        this.size = size;
    }

    /** Metadata and tensors by name, in the file's order. */
    record Content(Map<String, GgufValue> metadata, Map<String, GgufTensor> tensors) {}

    /** @throws BasculeException {@link ErrorCode#GGUF_INVALID} or {@link ErrorCode#MODEL_TRUNCATED} */
    Content read() {
        if (in.remaining() < 4 || in.getInt() != MAGIC) {
            throw invalid("it does not begin with GGUF");
        }
        int version = int32("the version");
        if (version == BIG_ENDIAN_VERSION || version == BIG_ENDIAN_VERSION - 0x01000000) {
            throw invalid("it is big-endian");
        }
        if (version != 2 && version != 3) {
            throw invalid("its version is %d, not 2 or 3".formatted(Integer.toUnsignedLong(version)));
        }
        // A tensor takes at least a name's length, a number of dimensions, one of them, a type and an offset.
        long tensors = count("tensors", 8 + 4 + 8 + 4 + 8);
        long keys = count("keys", 8 + 4 + 1);
        for (long index = 0; index < keys; index++) {
            String key = text("key %d".formatted(index));
            String where = "key '%s'".formatted(PlainText.line(key));
            if (metadata.put(key, value(int32(where), where, 0)) != null) {
                throw invalid(where + " stands there twice");
            }
        }
        return new Content(metadata, tensors(tensors));
    }

    private Map<String, GgufTensor> tensors(long count) {
        List<Entry> entries = new ArrayList<>();
        for (long index = 0; index < count; index++) {
            entries.add(entry("tensor %d".formatted(index)));
        }
        long alignment = alignment();
        long start = roundedUp(in.position(), alignment);
        Map<String, GgufTensor> tensors = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (tensors.put(entry.name(), placed(entry, start, alignment)) != null) {
                throw invalid("tensor '%s' is there twice".formatted(PlainText.line(entry.name())));
            }
        }
        return tensors;
    }

    private record Entry(String name, GgmlType type, List<Long> dims, long offset) {}

    private Entry entry(String which) {
        String name = text(which);
        String where = "tensor '%s'".formatted(PlainText.line(name));
        int rank = int32(where);
        if (rank < 1 || rank > MOST_DIMS) {
            throw invalid(
                    "%s has %d dimensions, not 1 to %d".formatted(where, Integer.toUnsignedLong(rank), MOST_DIMS));
        }
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            dims.add(int64(where));
        }
        int type = int32(where);
        GgmlType known = GgmlType.of(type)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.GGUF_INVALID,
                        "%s: %s is %s, which is not converted".formatted(file, where, GgmlType.name(type)),
                        "take the model as F16, Q8_0, Q4_0 or Q4_1; llama-quantize makes them"));
        return new Entry(name, known, dims, int64(where));
    }

    private GgufTensor placed(Entry entry, long start, long alignment) {
        String where = "tensor '%s'".formatted(PlainText.line(entry.name()));
        GgmlType type = entry.type();
        // Elements of a file that can be are fewer than its bytes times the codes in one: no product below overflows.
        long most = size * 2;
        long elements = 1;
        for (long dim : entry.dims()) {
            if (dim < 1 || dim > most / elements) {
                throw dim < 1
                        ? invalid("%s has a dimension of %s".formatted(where, Long.toUnsignedString(dim)))
                        : cut("%s of %s has more elements than the file has room for".formatted(where, entry.dims()));
            }
            elements *= dim;
        }
        if (entry.dims().get(0) % type.block() != 0) {
            throw invalid("%s has rows of %d, which blocks of %d do not fill"
                    .formatted(where, entry.dims().get(0), type.block()));
        }
        long bytes = elements / type.block() * type.bytes();
        if (entry.offset() < 0 || entry.offset() % alignment != 0) {
            throw invalid("%s begins at %s, which is no multiple of %d"
                    .formatted(where, Long.toUnsignedString(entry.offset()), alignment));
        }
        if (entry.offset() > size - start || bytes > size - start - entry.offset()) {
            throw cut("%s ends behind the file's %d bytes".formatted(where, size));
        }
        return new GgufTensor(entry.name(), type, entry.dims(), start + entry.offset(), bytes);
    }

    private long alignment() {
        GgufValue given = metadata.getOrDefault(ALIGNMENT, new GgufValue.Whole(DEFAULT_ALIGNMENT));
        if (given instanceof GgufValue.Whole whole
                && whole.value() >= 1
                && whole.value() <= MOST_ALIGNMENT
                && Long.bitCount(whole.value()) == 1) {
            return whole.value();
        }
        throw invalid("its %s is no power of two up to %d".formatted(ALIGNMENT, MOST_ALIGNMENT));
    }

    private GgufValue value(int type, String where, int depth) {
        if (++values > MOST_VALUES) {
            throw invalid("it has more than %d values".formatted(MOST_VALUES));
        }
        return switch (type) {
            case 0 -> new GgufValue.Whole(Byte.toUnsignedLong(int8(where)));
            case 1 -> new GgufValue.Whole(int8(where));
            case 2 -> new GgufValue.Whole(Short.toUnsignedLong(int16(where)));
            case 3 -> new GgufValue.Whole(int16(where));
            case 4 -> new GgufValue.Whole(Integer.toUnsignedLong(int32(where)));
            case 5 -> new GgufValue.Whole(int32(where));
            case 6 -> new GgufValue.Real(Float.intBitsToFloat(int32(where)));
            case 7 -> new GgufValue.Truth(int8(where) != 0);
            case 8 -> new GgufValue.Text(text(where));
            case 9 -> items(where, depth);
            case 10, 11 -> new GgufValue.Whole(int64(where));
            case 12 -> new GgufValue.Real(Double.longBitsToDouble(int64(where)));
            default -> throw invalid("%s is of the unknown type %d".formatted(where, Integer.toUnsignedLong(type)));
        };
    }

    private GgufValue items(String where, int depth) {
        if (depth == DEEPEST) {
            throw invalid("%s has arrays in arrays, deeper than %d".formatted(where, DEEPEST));
        }
        int type = int32(where);
        long count = count("items of " + where, 1);
        List<GgufValue> items = new ArrayList<>();
        for (long index = 0; index < count; index++) {
            items.add(value(type, where, depth + 1));
        }
        return new GgufValue.Items(items);
    }

    private String text(String where) {
        long length = int64(where);
        if (length < 0 || length > in.remaining()) {
            throw cut("%s is a text of %s bytes, and %d are left"
                    .formatted(where, Long.toUnsignedString(length), in.remaining()));
        }
        ByteBuffer bytes = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        // What is no UTF-8 becomes the replacement character: the names of tokens are in another alphabet anyway.
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    /** How many there are, if as many can be. */
    private long count(String what, int least) {
        long count = int64("the number of " + what);
        if (count < 0 || count > in.remaining() / least) {
            throw cut("it says that it has %s %s, and %d bytes are left"
                    .formatted(Long.toUnsignedString(count), what, in.remaining()));
        }
        return count;
    }

    private byte int8(String where) {
        require(1, where);
        return in.get();
    }

    private short int16(String where) {
        require(2, where);
        return in.getShort();
    }

    private int int32(String where) {
        require(4, where);
        return in.getInt();
    }

    private long int64(String where) {
        require(8, where);
        return in.getLong();
    }

    private void require(int bytes, String where) {
        if (in.remaining() < bytes) {
            throw cut("it ends in " + where);
        }
    }

    private static long roundedUp(long value, long unit) {
        return (value + unit - 1) / unit * unit;
    }

    private BasculeException invalid(String what) {
        return new BasculeException(ErrorCode.GGUF_INVALID, "%s: %s".formatted(file, what));
    }

    private BasculeException cut(String what) {
        return new BasculeException(ErrorCode.MODEL_TRUNCATED, "%s: %s".formatted(file, what));
    }
}
