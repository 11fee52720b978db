package dev.bascule.fallback.cases;

import java.util.Locale;

/** What a model's file is written in, which decides the engines that can open it. */
public enum ModelFormat {
    /** A protobuf {@code ModelProto}: ONNX Runtime's, in browsers and natively. */
    ONNX,
    /** A zip of code and weights by {@code torch.jit.save}: PyTorch's. */
    TORCHSCRIPT;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
