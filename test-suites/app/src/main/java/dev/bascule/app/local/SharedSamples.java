package dev.bascule.app.local;

import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.Variant;
import java.util.ArrayList;
import java.util.List;

/** Which samples judge what was made with their help. Stateless. */
final class SharedSamples {
    private SharedSamples() {}

    /** What a reader must know of it; empty where none does, or nothing that was made looked at them. */
    static List<String> flags(SampleSplit samples, List<Variant> variants) {
        List<String> flags = new ArrayList<>();
        int shared = samples.shared();
        if (shared > 0 && variants.stream().anyMatch(Variant::isCalibrated)) {
            flags.add(
                    "%d of %d samples that judge are among those that calibrate: what calibrated methods lose is not known by them"
                            .formatted(shared, samples.evaluation().size()));
        }
        int learnt = samples.learnt();
        if (learnt > 0 && variants.stream().anyMatch(Variant::isTrained)) {
            flags.add(
                    "%d of %d samples that judge are among those that are trained on: what trained methods lose is not known by them"
                            .formatted(learnt, samples.evaluation().size()));
        }
        return flags;
    }
}
