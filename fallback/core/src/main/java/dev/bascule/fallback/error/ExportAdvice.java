package dev.bascule.fallback.error;

/** How to get a model that an engine reads out of one that is too new for it. Stateless. */
public final class ExportAdvice {
    private ExportAdvice() {}

    /**
     * @param domain of the operators; empty or {@code ai.onnx} for ONNX's own
     * @param newest version that the engine reads
     */
    public static String opset(String domain, long newest) {
        return domain.isEmpty() || domain.equals("ai.onnx")
                ? ("export with opset %d or older: torch.onnx.export(..., opset_version=%d),"
                                + " or onnx.version_converter.convert_version(model, %d)")
                        .formatted(newest, newest, newest)
                : "export with version %d or older of %s".formatted(newest, domain);
    }

    /** @param newest version of the file format that the engine reads */
    public static String irVersion(long newest) {
        return "save it in IR version %d or older: model.ir_version = %d, then onnx.save".formatted(newest, newest);
    }
}
