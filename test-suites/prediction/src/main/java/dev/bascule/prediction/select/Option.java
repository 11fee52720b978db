package dev.bascule.prediction.select;

import dev.bascule.prediction.data.TargetKey;
import java.util.OptionalDouble;

/**
 * A target that a model could be put on, with what is true of it.
 *
 * @param predicted natural logarithm of milliseconds; of native CPU the one measured, which predictions take
 * @param truth the logarithm measured; empty where it failed
 * @param doubted whether a choice by prediction alone leaves it out
 * @param floor what sessions there differ by anyway, in logarithms
 */
record Option(TargetKey target, double predicted, OptionalDouble truth, boolean doubted, double floor) {

    boolean ran() {
        return truth.isPresent();
    }

    double log() {
        return truth.orElseThrow();
    }
}
