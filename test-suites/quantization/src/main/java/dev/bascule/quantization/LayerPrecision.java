package dev.bascule.quantization;

/** How the weight of one layer can be written, the most bits first. */
public enum LayerPrecision {
    FLOAT32(32),
    /** Float16 and a Cast; computed in float32. */
    FLOAT16(16),
    /** 8 bits with a scale a channel. */
    INT8(8),
    /** 4 bits with a scale for each 32. */
    INT4(4);

    private final int bits;

    LayerPrecision(int bits) {
        this.bits = bits;
    }

    /** That an element takes. */
    public int bits() {
        return bits;
    }
}
