package dev.bascule.suites.models;

import static java.util.stream.Collectors.joining;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Map;

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

    public EngineLimits {
        opsets = Map.copyOf(opsets);
    }

    /**
     * Refuses a model that is too new, or whose operators nobody knows.
     *
     * @throws BasculeException {@link ErrorCode#OPSET_UNSUPPORTED}
     */
    public void require(ModelInspection model) {
        if (model.irVersion() > irVersion) {
            throw unsupported("'%s' has ONNX IR version %d; %s reads up to %d"
                    .formatted(model.file(), model.irVersion(), engine, irVersion));
        }
        model.opsets().forEach((domain, version) -> {
            Long newest = opsets.get(domain);
            if (newest != null && version > newest) {
                throw unsupported("'%s' needs opset %d of %s; %s has up to %d"
                        .formatted(model.file(), version, domain, engine, newest));
            }
        });
        String strange = model.operators().stream()
                .filter(use -> !opsets.containsKey(use.domain()))
                .filter(use -> !model.localDomains().contains(use.domain()))
                .map(OperatorUse::name)
                .collect(joining(", "));
        if (!strange.isEmpty()) {
            throw unsupported("'%s' uses operators of a domain that %s does not know: %s"
                    .formatted(model.file(), engine, strange));
        }
    }

    private static BasculeException unsupported(String message) {
        return new BasculeException(ErrorCode.OPSET_UNSUPPORTED, message);
    }
}
