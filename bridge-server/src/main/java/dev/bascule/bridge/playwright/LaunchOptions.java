package dev.bascule.bridge.playwright;

import java.util.List;

/**
 * How a browser is started.
 *
 * @param hardwareGpu whether the machine has a GPU of its own for WebGPU; SwiftShader is asked for where it has none
 * @param extraFlags more command-line flags; of a switch that is given twice, these win
 */
public record LaunchOptions(boolean hardwareGpu, List<String> extraFlags) {

    public LaunchOptions {
        extraFlags = List.copyOf(extraFlags);
    }

    public static LaunchOptions withHardwareGpu(boolean present) {
        return new LaunchOptions(present, List.of());
    }
}
