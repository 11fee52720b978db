package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.util.ArrayList;
import java.util.List;

/** NVML's bit mask of what lowers a GPU's clock (nvmlClocksEventReasons, nvmlClocksThrottleReasons). Stateless. */
enum ClockReasons {
    SW_POWER_CAP(0x4, Kind.POWER, "software power cap"),
    HW_SLOWDOWN(0x8, Kind.THERMAL, "hardware slowdown (temperature or power brake)"),
    SW_THERMAL_SLOWDOWN(0x20, Kind.THERMAL, "software thermal slowdown"),
    HW_THERMAL_SLOWDOWN(0x40, Kind.THERMAL, "hardware thermal slowdown"),
    HW_POWER_BRAKE(0x80, Kind.POWER, "hardware power brake");

    // 0x1 idle, 0x2 a user's setting, 0x10 in step with other GPUs and 0x100 the display's setting hold nothing back.

    private final long bit;
    private final Kind kind;
    private final String words;

    ClockReasons(long bit, Kind kind, String words) {
        this.bit = bit;
        this.kind = kind;
        this.words = words;
    }

    static List<Cause> causes(String device, long mask) {
        List<Cause> causes = new ArrayList<>();
        for (ClockReasons reason : values()) {
            if ((mask & reason.bit) != 0) {
                causes.add(new Cause(reason.kind, device + ": " + reason.words));
            }
        }
        return causes;
    }
}
