package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.models.graph.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * NumPy's {@code .npy} files, versions 1 to 3 (NEP 1), little-endian, in C or Fortran order. Stateless.
 */
final class NpyFiles {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d\\s,]*)\\)");
    private static final Map<String, DType> DTYPES = Map.ofEntries(
            Map.entry("|b1", DType.BOOL),
            Map.entry("|i1", DType.INT8),
            Map.entry("|u1", DType.UINT8),
            Map.entry("<i2", DType.INT16),
            Map.entry("<u2", DType.UINT16),
            Map.entry("<i4", DType.INT32),
            Map.entry("<u4", DType.UINT32),
            Map.entry("<i8", DType.INT64),
            Map.entry("<u8", DType.UINT64),
            Map.entry("<f2", DType.FLOAT16),
            Map.entry("<f4", DType.FLOAT32),
            Map.entry("<f8", DType.FLOAT64));

    private static final long MOST_HEADER = 1 << 20;
    private static final int SHOWN = 200;

    private NpyFiles() {}

    static Tensor read(Path file) {
        try {
            return parse(file, FileBytes.of(file).order(ByteOrder.LITTLE_ENDIAN));
        } catch (IOException e) {
            throw InputMismatch.of("cannot read '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    /** Version 1, in C order. */
    static void write(Path file, Tensor array) throws IOException {
        String descr = DTYPES.entrySet().stream()
                .filter(entry -> entry.getValue() == array.dtype())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> InputMismatch.of(
                        "NumPy has no type for %s".formatted(array.dtype().wireName())));
        String dims = array.shape().dims().stream().map(dim -> dim + ",").collect(Collectors.joining(" "));
        String header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(descr, dims);
        int fixed = MAGIC.length + 4;
        // Data begin at a multiple of 64, behind a line end.
        int padded = (fixed + header.length() + 1 + 63) / 64 * 64 - fixed;
        ByteBuffer head = ByteBuffer.allocate(fixed + padded).order(ByteOrder.LITTLE_ENDIAN);
        head.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) padded);
        head.put((header + " ".repeat(padded - header.length() - 1) + "\n").getBytes(StandardCharsets.US_ASCII));
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (ByteBuffer part : List.of(head.flip(), array.data().duplicate())) {
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
        }
    }

    private static Tensor parse(Path file, ByteBuffer bytes) {
        int fixed = MAGIC.length + 2;
        if (bytes.remaining() < fixed + 4 || !bytes.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw InputMismatch.of("'%s' is no .npy file: it does not begin with \\x93NUMPY".formatted(file));
        }
        int version = bytes.get(MAGIC.length);
        bytes.position(fixed);
        long length = version == 1 ? bytes.getShort() & 0xFFFF : bytes.getInt() & 0xFFFFFFFFL;
        if (version < 1 || version > 3 || length > bytes.remaining()) {
            throw InputMismatch.of(
                    "'%s' is a .npy file of version %d, or cut short in its header".formatted(file, version));
        }
        if (length > MOST_HEADER) {
            throw InputMismatch.of(
                    "'%s' says that its header has %d bytes; NumPy writes a line".formatted(file, length));
        }
        byte[] head = new byte[(int) length];
        bytes.get(head);
        String header = new String(head, StandardCharsets.UTF_8);

        DType dtype = dtype(file, header);
        Shape shape = shape(file, header);
        long expected = expected(file, dtype, shape);
        if (bytes.remaining() != expected) {
            throw InputMismatch.of("'%s' says %s%s, which is %d bytes, but holds %d"
                    .formatted(file, dtype.wireName(), shape, expected, bytes.remaining()));
        }
        boolean fortran = group(file, ORDER, header).equals("True");
        ByteBuffer data = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        return Tensor.of(dtype, shape, fortran ? rowMajor(data, dtype.bits() / Byte.SIZE, shape) : data);
    }

    private static long expected(Path file, DType dtype, Shape shape) {
        try {
            return dtype.bytes(shape.elements());
        } catch (BasculeException e) {
            throw InputMismatch.of("'%s' says %s%s: %s".formatted(file, dtype.wireName(), shape, e.getMessage()));
        }
    }

    private static DType dtype(Path file, String header) {
        String descr = group(file, DESCR, header);
        DType dtype = DTYPES.get(descr.replaceFirst("^=", "<"));
        if (dtype == null) {
            throw InputMismatch.of(
                    "'%s' holds the NumPy type '%s', which Bascule does not read".formatted(file, descr),
                    "save it little-endian in a plain type, such as x.astype('<f4')");
        }
        return dtype;
    }

    private static Shape shape(Path file, String header) {
        String shape = group(file, SHAPE, header);
        try {
            return new Shape(Arrays.stream(shape.split(",", -1))
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .map(Long::valueOf)
                    .toList());
        } catch (NumberFormatException e) {
            throw InputMismatch.of("'%s' has a shape that cannot be: (%s)".formatted(file, shape));
        }
    }

    private static String group(Path file, Pattern pattern, String header) {
        Matcher matcher = pattern.matcher(header);
        if (!matcher.find()) {
            throw InputMismatch.of("'%s' has a header that Bascule does not understand: %s"
                    .formatted(
                            file,
                            PlainText.line(header.strip()
                                    .substring(0, Math.min(SHOWN, header.strip().length())))));
        }
        return String.valueOf(matcher.group(1));
    }

    /** From the order in which the first index runs fastest to the one in which the last does. */
    private static ByteBuffer rowMajor(ByteBuffer columns, int width, Shape shape) {
        long[] dims = shape.toArray();
        byte[] rows = BoundedAllocation.of(columns.remaining(), "an array in the order of its columns", byte[]::new);
        long[] index = new long[dims.length];
        for (int to = 0; to < rows.length; to += width) {
            long from = 0;
            for (int axis = dims.length - 1; axis >= 0; axis--) {
                from = from * dims[axis] + index[axis];
            }
            columns.get((int) from * width, rows, to, width);
            for (int axis = dims.length - 1; axis >= 0 && ++index[axis] == dims[axis]; axis--) {
                index[axis] = 0;
            }
        }
        return ByteBuffer.wrap(rows);
    }
}
