package dev.bascule.quantization;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a hybrid method is given. Immutable.
 *
 * @param sensitivities of the layers
 * @param mostBytes of the file that somebody asked for; empty where nobody did
 * @param times of the layers' kinds; empty where nobody measured them
 */
public record HybridInput(Sensitivities sensitivities, OptionalLong mostBytes, Optional<KindTimes> times) {
    /** Of whose times nothing is known. */
    public HybridInput(Sensitivities sensitivities, OptionalLong mostBytes) {
        this(sensitivities, mostBytes, Optional.empty());
    }
}
