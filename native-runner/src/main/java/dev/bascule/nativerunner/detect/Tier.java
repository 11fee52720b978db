package dev.bascule.nativerunner.detect;

import java.util.Locale;

/** How far a backend was seen to work, without running anything on it. A session and its nodes show the rest. */
public enum Tier {
    /** Nothing of it is here. */
    NONE,
    /** ONNX Runtime was built with its provider. */
    COMPILED,
    /** Its driver or runtime library loads. */
    LIBRARY,
    /** The library finds a device. */
    DEVICE;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
