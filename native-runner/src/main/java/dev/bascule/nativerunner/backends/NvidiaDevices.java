package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.nativerunner.detect.CudaIdentity;
import java.util.Map;
import java.util.OptionalInt;

/** What the backends on NVIDIA's GPUs have in common about which of them is meant. In children only. Stateless. */
final class NvidiaDevices {
    private NvidiaDevices() {}

    private static boolean windows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    /** Refuses an index that the driver does not count, before an engine would say so in words of its own. */
    static void refuseAbsent(EngineOptions wanted) throws RefusedException {
        int index = wanted.deviceIndex().orElse(0);
        if (index == 0) {
            return;
        }
        OptionalInt count = CudaIdentity.count(windows());
        if (count.isPresent()) {
            OptionRefusal.ofNoDevice(
                    index, count.getAsInt(), "the NVIDIA driver counts %d, from 0".formatted(count.getAsInt()));
        }
    }

    static Map<String, String> facts(EngineOptions wanted) {
        return CudaIdentity.facts(windows(), wanted.deviceIndex().orElse(0));
    }
}
