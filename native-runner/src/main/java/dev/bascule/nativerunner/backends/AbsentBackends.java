package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import java.util.List;
import java.util.stream.Collectors;

/** Backends that files alone show to be absent. Stateless. */
final class AbsentBackends {
    private AbsentBackends() {}

    /** A backend that this operating system or processor can never have. */
    static Survey elsewhere(String what, String where, HostEnvironment host) {
        return new Survey.Absent(new Detection.Builder()
                .failed(
                        Tier.COMPILED,
                        "%s is there on %s only, and this is %s on %s".formatted(what, where, host.os(), host.arch()),
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
    static Survey notCompiled(
            String provider, List<UnusableLibraries> here, String seen, String nextStep, Detection.Builder found) {
        String others = here.isEmpty()
                ? "no other is installed"
                : here.stream().map(UnusableLibraries::words).collect(Collectors.joining("; "));
        return new Survey.Absent(found.failed(
                        Tier.COMPILED,
                        "the bundled ONNX Runtime has no %s provider, and %s%s"
                                .formatted(provider, others, seen.isEmpty() ? "" : "; " + seen),
                        here.isEmpty() ? nextStep : here.get(0).nextStep())
                .build());
    }
}
