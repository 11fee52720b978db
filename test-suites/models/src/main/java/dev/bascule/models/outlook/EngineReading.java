package dev.bascule.models.outlook;

import dev.bascule.models.graph.EngineLimits;
import dev.bascule.models.graph.ModelInspection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a version of ONNX Runtime reads a model, by the versions that were asked themselves. ONNX Runtime takes up what
 * is new and drops nothing ("newer versions of ONNX Runtime support all models that worked with prior versions",
 * onnxruntime.ai/docs/reference/compatibility.html), so that a version between two that were asked reads what the older
 * one reads, and not what the newer one refuses.
 *
 * @param fit what follows
 * @param reason by which version
 * @param remedy what gets past a refusal; empty where it is none
 */
public record EngineReading(Fit fit, String reason, Optional<String> remedy) {

    /** Whether it reads it. */
    public enum Fit {
        READS,
        REFUSES,
        /** It lies between two versions that were asked, or after the last one. */
        UNKNOWN
    }

    private record Asked(int minor, EngineLimits limits) {}

    /** By minor version of 1.x, the oldest first. */
    private static final List<Asked> ASKED =
            List.of(new Asked(24, EngineLimits.ONNX_RUNTIME_1_24), new Asked(29, EngineLimits.ONNX_RUNTIME));

    private static final Pattern VERSION = Pattern.compile("1\\.(\\d+)(\\..*)?");

    /** What is known of this version and this model. */
    public static EngineReading of(String version, ModelInspection model) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return new EngineReading(Fit.UNKNOWN, "the version of its ONNX Runtime is not known", Optional.empty());
        }
        int minor = Integer.parseInt(matcher.group(1));
        Optional<EngineReading> refused = ASKED.stream()
                .filter(asked -> asked.minor() >= minor)
                .findFirst()
                .flatMap(asked -> asked.limits()
                        .problem(model)
                        .map(problem -> new EngineReading(
                                Fit.REFUSES,
                                asked.minor() == minor
                                        ? problem.text()
                                        : problem.text() + ", and this is ONNX Runtime " + version,
                                Optional.of(problem.remedy()))));
        return refused.or(() -> ASKED.stream()
                        .filter(asked -> asked.minor() <= minor)
                        .filter(asked -> asked.limits().problem(model).isEmpty())
                        .reduce((older, newer) -> newer)
                        .map(asked -> new EngineReading(
                                Fit.READS, asked.limits().engine() + " reads its opsets", Optional.empty())))
                .orElseGet(() -> new EngineReading(
                        Fit.UNKNOWN,
                        "nobody asked ONNX Runtime %s up to which opset it reads".formatted(version),
                        Optional.empty()));
    }
}
