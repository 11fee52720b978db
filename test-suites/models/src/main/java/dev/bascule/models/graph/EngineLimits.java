package dev.bascule.models.graph;

import static java.util.stream.Collectors.joining;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExportAdvice;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest formats that an engine reads. Immutable.
 *
 * @param engine name and version
 * @param irVersion newest ONNX IR version
 * @param opsets newest operator set by domain; a domain that is absent is unknown to the engine
 */
public record EngineLimits(String engine, long irVersion, Map<String, Long> opsets) {

    /** ONNX Runtime 1.29 and its web twin; a test asks ONNX Runtime itself. */
    public static final EngineLimits ONNX_RUNTIME = new EngineLimits(
            "ONNX Runtime 1.29",
            13,
            Map.of(
                    ModelInspection.DEFAULT_DOMAIN,
                    26L,
                    "ai.onnx.ml",
                    5L,
                    "ai.onnx.training",
                    1L,
                    "ai.onnx.preview.training",
                    1L,
                    "com.microsoft",
                    1L,
                    "com.microsoft.nchwc",
                    1L,
                    "com.microsoft.experimental",
                    1L,
                    "com.ms.internal.nhwc",
                    26L,
                    "org.pytorch.aten",
                    1L));

    /** The oldest build that a library set brings, OpenVINO's: asked itself, it loads opset 25 and refuses 26. */
    public static final EngineLimits ONNX_RUNTIME_1_24 = ONNX_RUNTIME.with("ONNX Runtime 1.24", 25L);

    public EngineLimits {
        opsets = Map.copyOf(opsets);
    }

    private EngineLimits with(String other, long opset) {
        Map<String, Long> all = new HashMap<>(opsets);
        all.put(ModelInspection.DEFAULT_DOMAIN, opset);
        return new EngineLimits(other, irVersion, all);
    }

    /**
     * Refuses a model that is too new, or whose operators nobody knows.
     *
     * @throws BasculeException {@link ErrorCode#OPSET_UNSUPPORTED}
     */
    public void require(ModelInspection model) {
        problem(model).ifPresent(problem -> {
            throw new BasculeException(
                    ErrorCode.OPSET_UNSUPPORTED,
                    "'%s' %s".formatted(model.artifact().file(), problem.text()),
                    problem.remedy());
        });
    }

    /**
     * What of a model an engine does not read.
     *
     * @param text for people, to stand after the model's name
     * @param remedy what gets past it
     */
    public record Problem(String text, String remedy) {}

    /** What of a model this engine does not read; empty where there is nothing. */
    public Optional<Problem> problem(ModelInspection model) {
        if (model.header().irVersion() > irVersion) {
            return Optional.of(new Problem(
                    "has ONNX IR version %d; %s reads up to %d"
                            .formatted(model.header().irVersion(), engine, irVersion),
                    ExportAdvice.irVersion(irVersion)));
        }
        Optional<Problem> newer = model.header().opsets().entrySet().stream()
                .filter(set -> set.getValue() > opsets.getOrDefault(set.getKey(), Long.MAX_VALUE))
                .sorted(Map.Entry.comparingByKey())
                .map(set -> new Problem(
                        "needs opset %d of %s; %s has up to %d"
                                .formatted(set.getValue(), set.getKey(), engine, opsets.get(set.getKey())),
                        ExportAdvice.opset(set.getKey(), opsets.getOrDefault(set.getKey(), 0L))))
                .findFirst();
        String strange = model.operators().stream()
                .filter(use -> !opsets.containsKey(use.domain()))
                .filter(use -> !model.header().localDomains().contains(use.domain()))
                .map(OperatorUse::name)
                .collect(joining(", "));
        return newer.or(() -> strange.isEmpty()
                ? Optional.empty()
                : Optional.of(new Problem(
                        "uses operators of a domain that %s does not know: %s".formatted(engine, strange),
                        "export it without them, or with a function of the model's own for each")));
    }
}
