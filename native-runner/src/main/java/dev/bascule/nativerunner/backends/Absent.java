package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import java.util.List;
import java.util.stream.Collectors;

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

    /**
     * ONNX Runtime as Bascule brings it has no such provider, and what else is here cannot be used.
     *
     * @param here sets in the cache; empty where there is none
     * @param nextStep where there is none
     */
    static Survey notCompiled(String provider, List<Here> here, String seen, String nextStep, Detection.Builder found) {
        String others = here.isEmpty()
                ? "no other is installed"
                : here.stream().map(Here::words).collect(Collectors.joining("; "));
        return new Survey.Absent(found.failed(
                        Tier.COMPILED,
                        "the bundled ONNX Runtime has no %s provider, and %s%s"
                                .formatted(provider, others, seen.isEmpty() ? "" : "; " + seen),
                        here.isEmpty() ? nextStep : here.get(0).nextStep())
                .build());
    }
}
