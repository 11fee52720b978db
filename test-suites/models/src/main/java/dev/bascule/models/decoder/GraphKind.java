package dev.bascule.models.decoder;

import java.util.Locale;

/** Which of the two graphs of a decoder's weights; their inputs, outputs and caches are the same. */
public enum GraphKind {
    /** ONNX's own operators and float32 weights: what WebNN takes. */
    PLAIN,
    /** ONNX Runtime's own operators {@code com.microsoft}, weights in the blocks that they came in. */
    CONTRIB;

    /** As options name it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
