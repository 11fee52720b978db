package dev.bascule.bridge.flags;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.util.Set;

/** The named sets of flags, by what a browser is built on. */
public final class BrowserFlags {

    /** Why a flag is given. */
    public enum Purpose {
        /** No traffic and no updates of its own in the middle of a measurement. */
        QUIET,
        /** WebGPU on the CPU, through SwiftShader: right results, no speed. */
        SOFTWARE_GPU,
        /** WebGPU on the machine's own device, also where the browser's list distrusts its driver. */
        HARDWARE_GPU,
        /** WebNN, which is behind a flag. */
        WEBNN,
        /** The sandbox cannot be set up by root. */
        ROOT
    }

    private BrowserFlags() {}

    /** The flags for these purposes, merged. */
    public static FlagSet of(BrowserEngine engine, Set<Purpose> purposes) {
        FlagSet all = FlagSet.NONE;
        for (Purpose purpose : Purpose.values()) {
            if (purposes.contains(purpose)) {
                all = all.and(of(engine, purpose));
            }
        }
        return all;
    }

    private static FlagSet of(BrowserEngine engine, Purpose purpose) {
        return switch (engine) {
            case CHROMIUM -> chromium(purpose);
            // These take their settings from a profile or from capabilities, not from flags.
            case GECKO, WEBKIT -> FlagSet.NONE;
        };
    }

    private static FlagSet chromium(Purpose purpose) {
        return switch (purpose) {
            case QUIET ->
                FlagSet.of(
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run");
            case SOFTWARE_GPU -> FlagSet.of("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader");
            case HARDWARE_GPU ->
                FlagSet.of("--enable-unsafe-webgpu", "--ignore-gpu-blocklist", "--enable-features=Vulkan");
            case WEBNN -> FlagSet.of("--enable-features=WebMachineLearningNeuralNetwork");
            case ROOT -> FlagSet.of("--no-sandbox");
        };
    }
}
