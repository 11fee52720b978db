package dev.bascule.nativerunner.engine;

import com.sun.jna.NativeLibrary;
import java.util.Map;

/**
 * Keeps the libraries from calling home. Stateless.
 *
 * <p>DJL reports its engine at start. ONNX Runtime from 1.29 on Linux and macOS uploads events to Microsoft, leaves a log
 * in the temporary folder, and overflows the stack on a long command line, all before its Java switch can be thrown
 * (Privacy.md in its jar): only the environment of the process stops it.
 */
public final class Telemetry {
    private static final String ORT_SWITCH = "ORT_DISABLE_TELEMETRY";
    private static final String DJL_SWITCH = "OPT_OUT_TRACKING";

    /** What the environment of a process that loads the engine must hold. */
    public static final Map<String, String> OFF = Map.of(ORT_SWITCH, "1", DJL_SWITCH, "true");

    private Telemetry() {}

    /** Switches off what still can be, in this process; to be called before the engine is loaded. */
    static void switchOff() {
        System.setProperty(DJL_SWITCH, "true");
        System.setProperty("ai.djl.offline", "true");
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        if (!windows && !"1".equals(System.getenv(ORT_SWITCH))) {
            // Not the child process that is made for it: the C library's own environment is what counts.
            NativeLibrary.getProcess().getFunction("setenv").invokeInt(new Object[] {ORT_SWITCH, "1", 1});
        }
    }
}
