package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;

/** Backends that files alone show to be absent. Stateless. */
final class Absent {
    private Absent() {}

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
