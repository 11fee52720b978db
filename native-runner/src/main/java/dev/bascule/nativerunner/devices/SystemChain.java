package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The native chain that a system has where nobody names one: what its devices carry, best first, and the CPU last. What is
 * ruled out is left out; what nobody could tell stays, for a try will tell. Immutable.
 *
 * @param chain ends on the CPU
 * @param reason why each backend that this kind of system may have is in it or not, for people
 */
public record SystemChain(Chain chain, String reason) {
    private static final Set<String> X64 = Set.of("amd64", "x86_64");

    private static final class OfThisMachine {
        private static final SystemChain FOUND = of(new LocalSystem());
    }

    /** By files alone, once in a process: takes milliseconds. */
    public static SystemChain ofThisMachine() {
        return OfThisMachine.FOUND;
    }

    /** By a quick look at a system. */
    static SystemChain of(SystemView system) {
        return of(DeviceSurvey.quick(system).hardware(), system.os(), system.arch());
    }

    /**
     * @param map the system's devices, by a quick look or a full one
     * @param os as Java has it ({@code os.name})
     * @param arch as Java has it ({@code os.arch})
     */
    static SystemChain of(HardwareMap map, String os, String arch) {
        List<Backend> rungs = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (Backend backend : candidates(os, arch)) {
            DeviceFit fit = DeviceFit.of(backend, map, os, arch);
            if (fit instanceof DeviceFit.Nowhere || fit instanceof DeviceFit.WrongSystem) {
                reasons.add("no %s: %s".formatted(backend.id(), fit.reason()));
            } else {
                rungs.add(backend);
                reasons.add("%s: %s".formatted(backend.id(), fit.reason()));
            }
        }
        rungs.add(Backends.NATIVE_CPU);
        return new SystemChain(
                new Chain(rungs),
                "%s on %s; %s"
                        .formatted(
                                os,
                                arch,
                                reasons.isEmpty() ? "nothing but cpu exists there" : String.join("; ", reasons)));
    }

    /** What this kind of system may have, best first. ROCm and OpenVINO are published for x86-64, OpenVINO not for macOS. */
    private static List<Backend> candidates(String os, String arch) {
        if (os.startsWith("Mac")) {
            return List.of(Backends.MPS);
        }
        List<Backend> all = new ArrayList<>(List.of(Backends.CUDA));
        if (X64.contains(arch)) {
            if (os.startsWith("Linux")) {
                all.add(Backends.ROCM);
            }
            all.add(Backends.OPENVINO);
        }
        return all;
    }
}
