package dev.bascule.quantization.method;

/**
 * Rows of 4-bit numbers in blocks of 32, as com.microsoft.MatMulNBits reads them: {@code w = (q - 8) · scale}, and the scale is the value of the
 * greatest magnitude, with its sign, over -8, so that all sixteen steps are used (the symmetric form of ONNX Runtime's own quantizer,
 * core/mlas/lib/q4_dq.cpp).
 *
 * @param q 0 to 15, row after row
 * @param scales of blocks, row after row
 */
record NibbleBlocks(int[] q, float[] scales, float[] decoded, int blocks) {
    static final int BLOCK = 32;
    static final int ZERO_POINT = 8;

    static NibbleBlocks of(float[] rows, int depth) {
        int blocks = (depth + BLOCK - 1) / BLOCK;
        int count = rows.length / depth;
        int[] q = new int[rows.length];
        float[] scales = new float[count * blocks];
        float[] decoded = new float[rows.length];
        for (int row = 0; row < count; row++) {
            for (int block = 0; block < blocks; block++) {
                int from = row * depth + block * BLOCK;
                int end = row * depth + Math.min(depth, (block + 1) * BLOCK);
                float greatest = 0;
                for (int i = from; i < end; i++) {
                    greatest = Math.abs(rows[i]) > Math.abs(greatest) ? rows[i] : greatest;
                }
                float scale = Math.abs(greatest / 8) < Float.MIN_NORMAL ? 1 : greatest / -8;
                scales[row * blocks + block] = scale;
                for (int i = from; i < end; i++) {
                    q[i] = (int) Math.max(0, Math.min(15, Math.rint(rows[i] / scale) + ZERO_POINT));
                    decoded[i] = (q[i] - ZERO_POINT) * scale;
                }
            }
        }
        return new NibbleBlocks(q, scales, decoded, blocks);
    }

    /** Two to a byte, the first in the low half; each block whole, filled up with zero points. */
    byte[] packed(int depth) {
        int bytes = BLOCK / 2;
        int count = q.length / depth;
        byte[] data = new byte[count * blocks * bytes];
        for (int row = 0; row < count; row++) {
            for (int i = 0; i < blocks * BLOCK; i++) {
                int step = i < depth ? q[row * depth + i] : ZERO_POINT;
                data[(row * blocks * BLOCK + i) / 2] |= (byte) (step << i % 2 * 4);
            }
        }
        return data;
    }
}
