package dev.bascule.studies.profile;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which devices compute in TF32 when they are asked to; others would take float32 and say nothing. Stateless. */
final class Tf32 {
    private static final Pattern CAPABILITY = Pattern.compile("compute capability (\\d+)\\.\\d");
    /** Ampere (NVIDIA, CUDA C++ Programming Guide, compute capabilities). */
    private static final int FIRST = 8;

    private Tf32() {}

    /** @param facts of the adapter, as the backend's driver tells them; the first device is the one that is profiled */
    static boolean isComputedBy(Backend backend, Map<String, String> facts) {
        Matcher told = CAPABILITY.matcher(facts.getOrDefault("device.0", ""));
        return backend.equals(Backends.CUDA) && told.find() && Integer.parseInt(told.group(1)) >= FIRST;
    }
}
