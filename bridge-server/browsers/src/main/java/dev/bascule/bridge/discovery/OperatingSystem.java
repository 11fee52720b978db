package dev.bascule.bridge.discovery;

import java.util.Locale;

/** The operating systems that browsers are looked for on. */
public enum OperatingSystem {
    LINUX,
    MACOS,
    WINDOWS;

    /** From the value of {@code os.name}; anything unknown is taken for a Linux-like system. */
    public static OperatingSystem ofName(String osName) {
        String name = osName.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return WINDOWS;
        }
        return name.startsWith("mac") ? MACOS : LINUX;
    }
}
