package dev.bascule.studies.quantization;

import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What hybrid methods are given, measured when the first of them wants it. Belongs to one thread.
 *
 * @param losses what layers alone do to outputs
 * @param times what kinds of layers take
 * @param mostBytes of a file that somebody asked for
 */
public record LayerMeasurements(SensitivityRun losses, KindTimesRun times, OptionalLong mostBytes) {

    /** What a method gets. */
    public sealed interface Result {}

    /** Nothing, and why. */
    public record None(String why) implements Result {}

    /** All that it wants. */
    public record Found(HybridInput input) implements Result {}

    /** For a method that is {@link Method#sensitive()}. */
    public Result of(Method method) {
        SensitivityRun.Result lost = losses.result();
        if (lost instanceof SensitivityRun.None none) {
            return new None("it wants what each layer alone does: " + none.why());
        }
        Optional<KindTimes> known = Optional.empty();
        if (method.timed()) {
            KindTimesRun.Result took = times.result();
            if (took instanceof KindTimesRun.None none) {
                return new None("it wants what kinds of layers take: " + none.why());
            }
            known = Optional.of(((KindTimesRun.Found) took).times());
        }
        return new Found(new HybridInput(((SensitivityRun.Found) lost).sensitivities(), mostBytes, known));
    }

    /** Only on what came: after an interruption nobody measured, and nobody does now. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        losses.asked()
                .filter(SensitivityRun.Found.class::isInstance)
                .map(SensitivityRun.Found.class::cast)
                .ifPresent(found -> notes.add(
                        "what layers do alone: %d trials measured, %d kept of an earlier search, on %d samples that calibrate"
                                .formatted(
                                        found.measured(),
                                        found.kept(),
                                        found.sensitivities().samples())));
        times.asked()
                .filter(KindTimesRun.Found.class::isInstance)
                .map(KindTimesRun.Found.class::cast)
                .ifPresent(found -> {
                    notes.addAll(found.notes());
                    notes.add(
                            "time of kinds of layers: %d models timed, %d kept of an earlier search, the unquantised one and its copies among them"
                                    .formatted(found.measured(), found.kept()));
                });
        return notes;
    }
}
