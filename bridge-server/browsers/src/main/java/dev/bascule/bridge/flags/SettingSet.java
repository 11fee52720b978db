package dev.bascule.bridge.flags;

import java.util.Locale;

/** The named sets of a browser's settings; each engine's row of the table has all of them. */
public enum SettingSet {
    /** No traffic, updates or questions of its own in the middle of a measurement. */
    DEFAULT,
    /** WebGPU on the CPU: right results, no speed. */
    SOFTWARE_GPU,
    /** WebGPU on the machine's own device. */
    HARDWARE_GPU,
    /** WebNN, where it is behind a flag. */
    WEBNN,
    /** Thousands of short programs, none of them timed. */
    UNTIMED,
    /** What a browser needs when root starts it. */
    ROOT,
    /** What a browser needs when nobody sits before it. */
    AUTOMATED;

    /** Its word in the table. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
