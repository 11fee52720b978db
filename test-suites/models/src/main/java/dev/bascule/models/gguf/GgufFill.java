package dev.bascule.models.gguf;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.zoo.Fill;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Rows of a tensor as the bytes of a weight, one row in memory at a time (of offsets all: they are an eighth of the codes).
 *
 * @param rows how many there are of the matrix
 * @param part what of them
 */
record GgufFill(GgufFile file, GgufTensor tensor, RowOrder order, long rows, Part part) implements Fill.Given {

    enum Part {
        /** float32 */
        VALUES,
        /** The low four bits of each, packed for MatMulNBits. */
        CODES,
        /** The high four bits of codes of 8. */
        HIGH_CODES,
        /** float32 [rows, blocks] */
        SCALES,
        /** Sixteen times as much. */
        SCALES_OF_HIGH,
        /** float32 [blocks, rows] */
        OFFSETS
    }

    /** @throws BasculeException {@link dev.bascule.fallback.error.ErrorCode#GGUF_INVALID} where a number is none */
    @Override
    public void write(String name, long count, ByteSink sink) throws IOException {
        ByteBuffer whole = file.rows(tensor, 0, tensor.rows());
        switch (part) {
            case VALUES -> values(whole, sink);
            case CODES -> codes(whole, 0, sink);
            case HIGH_CODES -> codes(whole, 4, sink);
            case SCALES -> scales(whole, 1, sink);
            case SCALES_OF_HIGH -> scales(whole, 16, sink);
            case OFFSETS -> offsets(whole, sink);
        }
    }

    private void values(ByteBuffer whole, ByteSink sink) throws IOException {
        float[] row = new float[Math.toIntExact(tensor.columns())];
        ByteBuffer out = floats(row.length);
        for (long index = 0; index < rows; index++) {
            GgmlBlocks.dequantise(tensor.type(), whole, at(index), row);
            out.clear();
            for (float value : row) {
                out.putFloat(finite(value));
            }
            sink.write(out.array(), out.position());
        }
    }

    private void codes(ByteBuffer whole, int shift, ByteSink sink) throws IOException {
        GgmlType type = tensor.type();
        int each = type.block() / 2;
        byte[] out = new byte[blocks() * each];
        for (long index = 0; index < rows; index++) {
            for (int block = 0; block < blocks(); block++) {
                GgmlBlocks.codes(type, shift, whole, at(index) + block * type.bytes(), out, block * each);
            }
            sink.write(out, out.length);
        }
    }

    private void scales(ByteBuffer whole, float factor, ByteSink sink) throws IOException {
        ByteBuffer out = floats(blocks());
        for (long index = 0; index < rows; index++) {
            out.clear();
            for (int block = 0; block < blocks(); block++) {
                out.putFloat(finite(factor
                        * GgmlBlocks.scale(
                                whole, at(index) + block * tensor.type().bytes())));
            }
            sink.write(out.array(), out.position());
        }
    }

    private void offsets(ByteBuffer whole, ByteSink sink) throws IOException {
        ByteBuffer out = floats(Math.toIntExact(rows));
        for (int block = 0; block < blocks(); block++) {
            out.clear();
            for (long index = 0; index < rows; index++) {
                out.putFloat(finite(GgmlBlocks.offset(
                        whole, at(index) + block * tensor.type().bytes())));
            }
            sink.write(out.array(), out.position());
        }
    }

    private int blocks() {
        return Math.toIntExact(tensor.columns() / tensor.type().block());
    }

    private int at(long row) {
        return Math.toIntExact(order.source(row) * tensor.rowBytes());
    }

    private float finite(float value) {
        if (!Float.isFinite(value)) {
            throw file.unfit("tensor '%s' has a weight that is no number".formatted(tensor.name()));
        }
        return value;
    }

    private static ByteBuffer floats(int count) {
        return ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
}
