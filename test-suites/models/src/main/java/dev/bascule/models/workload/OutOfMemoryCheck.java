package dev.bascule.models.workload;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;

/** A check of whether a failure is memory's, so that half of the batch may do. Stateless. */
public final class OutOfMemoryCheck {
    private OutOfMemoryCheck() {}

    /** The engine or a device's driver said so, the JVM did, or the kernel that killed the process for it. */
    public static boolean isLikely(Failure failure) {
        return failure.code() == ErrorCode.OUT_OF_MEMORY || failure.code() == ErrorCode.DEVICE_OUT_OF_MEMORY;
    }
}
