package dev.bascule.prediction.feasible;

import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.outlook.EngineReading;
import dev.bascule.prediction.data.TargetKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an engine itself declares that it does not read: opsets, versions of the format, domains. Stateless. */
public final class DeclaredLimits {
    private static final Pattern ENGINE = Pattern.compile("/onnxruntime(?:-web)?-(\\d[^/+]*)");

    private DeclaredLimits() {}

    /** Why the engine of a target does not read a model; empty where it does, or nobody asked that version. */
    public static Optional<String> refusal(ModelInspection model, TargetKey target) {
        Matcher engine = ENGINE.matcher(target.target());
        if (!engine.find()) {
            return Optional.empty();
        }
        EngineReading reading = EngineReading.of(engine.group(1), model);
        return reading.fit() == EngineReading.Fit.REFUSES
                ? Optional.of("cannot run: it " + reading.reason())
                : Optional.empty();
    }
}
