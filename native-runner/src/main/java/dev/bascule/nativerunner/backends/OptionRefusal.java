package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.OwnRefusal;
import dev.bascule.fallback.driver.RefusedException;

/** The refusal of options that a backend cannot obey, each with why. Stateless. */
final class OptionRefusal {
    private OptionRefusal() {}

    static void when(boolean cannot, String why) throws RefusedException {
        if (cannot) {
            throw new RefusedException(OwnRefusal.UNSUPPORTED_OPTION, why);
        }
    }

    /** @param devices those that there are, as the engine lists them */
    static void ofNoDevice(int index, int count, String devices) throws RefusedException {
        if (index >= count) {
            throw new RefusedException(
                    OwnRefusal.NO_SUCH_DEVICE, "there is no device %d: %s".formatted(index, devices));
        }
    }

    static void ofOtherDevice(EngineOptions wanted, String why) throws RefusedException {
        when(wanted.deviceIndex().orElse(0) > 0, why);
    }

    static void ofPrecision(EngineOptions wanted, String why) throws RefusedException {
        when(wanted.precision().isPresent(), why);
    }

    /** Memory that is given back after each inference. */
    static void ofNoArena(EngineOptions wanted, String why) throws RefusedException {
        when(!wanted.arena(), why);
    }

    static void ofMemoryLimit(EngineOptions wanted, String why) throws RefusedException {
        when(wanted.memoryLimitBytes().isPresent(), why);
    }

    /** Nodes side by side, of which engines other than ONNX Runtime's CPU kernels run one after the other, or decide themselves. */
    static void ofParallelNodes(EngineOptions wanted) throws RefusedException {
        when(
                wanted.runsInParallel(),
                "only ONNX Runtime's own CPU kernels run nodes side by side where they are told to");
    }
}
