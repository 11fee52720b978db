package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;

/** Backends that files alone show to be absent. Stateless. */
final class Absent {
    private Absent() {}

    /** A backend that this operating system or processor can never have. */
    static Survey elsewhere(String what, String where, Surroundings around) {
        return new Survey.Absent(new Detection.Builder()
                .failed(
                        Tier.COMPILED,
                        "%s is there on %s only, and this is %s on %s"
                                .formatted(what, where, around.os(), around.arch()),
                        "run it on " + where)
                .fact(Detection.ELSEWHERE, where)
                .build());
    }

    /** ONNX Runtime as Bascule brings it has no such provider, and no other is installed. */
    static Survey notCompiled(String provider, String seen, String nextStep, Detection.Builder found) {
        return new Survey.Absent(found.failed(
                        Tier.COMPILED,
                        "the bundled ONNX Runtime has no %s provider, and no other is installed%s"
                                .formatted(provider, seen.isEmpty() ? "" : "; " + seen),
                        nextStep)
                .build());
    }
}
