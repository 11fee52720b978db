package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.detect.Vulkan;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.VulkanDrivers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** WebGPU without a browser: Dawn inside ONNX Runtime, on Vulkan, Metal or Direct3D 12. Thread-safe. */
public final class WebGpuDriver extends OnnxRuntimeDriver {

    /** For {@link java.util.ServiceLoader}. */
    public WebGpuDriver() {
        super(Backends.WEBGPU_NATIVE);
    }

    @Override
    public Survey survey(Surroundings around) {
        Optional<LibrarySet> set = LibrarySet.find(around, LibrarySet.WEBGPU);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        return set.isPresent() && engine.isPresent()
                ? new Survey.Ready(on(set.get(), engine.get(), VulkanDrivers.environment(around)))
                : Absent.notCompiled("WebGPU", "", install(), new Detection.Builder());
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        String os = System.getProperty("os.name", "");
        if (os.startsWith("Windows") || os.startsWith("Mac")) {
            found.passed(
                    Tier.LIBRARY, os.startsWith("Mac") ? "Metal is part of macOS" : "Direct3D 12 is part of Windows");
            return;
        }
        judge(Vulkan.ask(false), found);
    }

    /** Adds what Vulkan's loader said; a device that is a CPU is a software adapter. */
    static void judge(Vulkan.Answer vulkan, Detection.Builder found) {
        if (vulkan.loadError().isPresent()) {
            found.failed(
                    Tier.LIBRARY,
                    "Vulkan's loader does not load: " + vulkan.loadError().get(),
                    "install libvulkan1 and the driver of your GPU (mesa-vulkan-drivers for most)");
            return;
        }
        int result = vulkan.result().orElse(0);
        if (result != 0) {
            found.failed(
                    Tier.LIBRARY,
                    "vkCreateInstance returned " + result,
                    "install a Vulkan driver (mesa-vulkan-drivers), or unset VK_DRIVER_FILES");
            return;
        }
        found.passed(Tier.LIBRARY, Vulkan.library(false) + " loads");
        if (vulkan.devices().isEmpty()) {
            found.failed(
                    Tier.DEVICE,
                    "Vulkan lists no device",
                    "install the Vulkan driver of your GPU, or mesa-vulkan-drivers for a software one");
            return;
        }
        // Dawn takes a GPU before a CPU, and the first of its kind.
        Vulkan.Device taken = vulkan.devices().stream()
                .filter(device -> device.kind() != Vulkan.Kind.CPU)
                .findFirst()
                .orElse(vulkan.devices().get(0));
        found.passed(Tier.DEVICE, taken.toString()).fact("device", taken.name());
        boolean oneKind = vulkan.devices().stream()
                        .map(device -> device.kind() == Vulkan.Kind.CPU)
                        .distinct()
                        .count()
                == 1;
        if (oneKind) {
            found.software(taken.kind() == Vulkan.Kind.CPU);
        } else {
            // Which one Dawn takes is its own affair, and it does not say.
            found.fact("devices", String.valueOf(vulkan.devices().size()));
        }
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, EngineOptions wanted)
            throws OrtException, RefusedException {
        refuse(wanted.deviceIndex().orElse(0) > 0, "Dawn picks its adapter itself: choose one with VK_DRIVER_FILES");
        refuse(wanted.precision().isPresent(), "WebGPU computes in the model's own precision");
        refuse(wanted.memoryLimitBytes().isPresent(), "WebGPU's provider takes no limit of memory");
        options.addWebGPU(Map.of());
    }
}
