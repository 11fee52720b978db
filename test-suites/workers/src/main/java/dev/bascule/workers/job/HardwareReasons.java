package dev.bascule.workers.job;

import dev.bascule.fallback.error.ErrorCode;
import java.util.EnumSet;
import java.util.Set;

/** Failures that another class of hardware may not have. Stateless. */
public final class HardwareReasons {
    private static final Set<ErrorCode> CODES = EnumSet.of(
            ErrorCode.BACKEND_UNAVAILABLE,
            ErrorCode.BACKEND_NOT_PROVEN,
            ErrorCode.LIBRARY_MISSING,
            ErrorCode.LIBRARY_MISMATCH,
            ErrorCode.LIBRARY_CRASHED,
            ErrorCode.DRIVER_TOO_OLD,
            ErrorCode.DEVICE_NOT_FOUND,
            ErrorCode.DEVICE_LOST,
            ErrorCode.ALL_DEVICES_LOST,
            ErrorCode.DEVICE_OUT_OF_MEMORY,
            ErrorCode.OUT_OF_MEMORY,
            ErrorCode.PROBE_CRASHED,
            ErrorCode.COMPILE_FAILED,
            ErrorCode.OPERATOR_UNSUPPORTED,
            ErrorCode.RUNNER_CRASHED,
            ErrorCode.NO_BROWSER,
            ErrorCode.BROWSER_LAUNCH_FAILED,
            ErrorCode.NOTHING_RAN);

    private HardwareReasons() {}

    public static boolean of(ErrorCode code) {
        return CODES.contains(code);
    }
}
