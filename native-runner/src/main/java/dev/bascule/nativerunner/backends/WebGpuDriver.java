package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.nativerunner.detect.Direct3d12;
import dev.bascule.nativerunner.detect.Metal;
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
    public Survey survey(HostEnvironment host) {
        Optional<LibrarySet> set = LibrarySet.find(host, LibrarySet.WEBGPU);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        return set.isPresent() && engine.isPresent()
                ? new Survey.Ready(on(set.get(), engine.get(), VulkanDrivers.environment(host)))
                : AbsentBackends.notCompiled(
                        "WebGPU",
                        UnusableLibraries.broken(host, LibrarySet.WEBGPU, install(), UnusableLibraries.engine(host))
                                .stream()
                                .toList(),
                        "",
                        install(),
                        new Detection.Builder());
    }

    /** Dawn's ways to a GPU: Direct3D 12 on Windows, Metal on macOS, Vulkan elsewhere. */
    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        String os = System.getProperty("os.name", "");
        if (os.startsWith("Windows")) {
            Direct3d12.judge(Direct3d12.ask(), true, found);
        } else if (os.startsWith("Mac")) {
            Metal.judge(Metal.ask(), found);
        } else {
            judge(Vulkan.ask(false), found);
        }
    }

    /** Adds what Vulkan's loader said; a device that is a CPU is a software adapter. */
    static void judge(Vulkan.Answer vulkan, Detection.Builder found) {
        if (vulkan instanceof Vulkan.Answer.NotLoaded absent) {
            found.failed(
                    Tier.LIBRARY,
                    "Vulkan's loader does not load: " + absent.words(),
                    vulkan() + ", and the driver of your GPU");
        } else if (vulkan instanceof Vulkan.Answer.Refused refused) {
            found.failed(
                    Tier.LIBRARY,
                    ErrorCode.BACKEND_UNAVAILABLE,
                    "%s returned %d".formatted(refused.function(), refused.result()),
                    vulkan() + ", or unset VK_DRIVER_FILES");
        } else if (vulkan instanceof Vulkan.Answer.Listed listed) {
            judge(listed, found);
        }
    }

    private static String vulkan() {
        return SystemPackages.ofThisMachine().remedy(Software.VULKAN);
    }

    private static void judge(Vulkan.Answer.Listed listed, Detection.Builder found) {
        found.passed(Tier.LIBRARY, Vulkan.library(false) + " loads");
        if (listed.devices().isEmpty()) {
            found.failed(
                    Tier.DEVICE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    "Vulkan lists no device",
                    "install the Vulkan driver of your GPU; for a software one: " + vulkan());
            return;
        }
        // Dawn takes a GPU before a CPU, and the first of its kind.
        Vulkan.Device taken = listed.devices().stream()
                .filter(device -> device.kind() != Vulkan.Kind.CPU)
                .findFirst()
                .orElse(listed.devices().get(0));
        found.passed(Tier.DEVICE, taken.toString()).fact("device", taken.name());
        listed.software()
                .ifPresentOrElse(
                        found::software,
                        // Which one Dawn takes is its own affair, and it does not say.
                        () -> found.fact(
                                "devices", String.valueOf(listed.devices().size())));
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofOtherDevice(wanted, "Dawn picks its adapter itself: choose one with VK_DRIVER_FILES");
        OptionRefusal.ofPrecision(wanted, "WebGPU computes in the model's own precision");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "WebGPU's provider keeps its buffers in a pool");
        OptionRefusal.ofMemoryLimit(wanted, "WebGPU's provider takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) throws OrtException {
        options.addWebGPU(Map.of());
    }
}
