package dev.bascule.nativerunner.detect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** WebGPU without a browser: Dawn inside ONNX Runtime, on Vulkan, Metal or Direct3D 12. Stateless. */
final class WebGpuNative {
    private static final String BACKEND = "webgpu-native";

    private WebGpuNative() {}

    static Finding ask(Host host, boolean compiled, String engine) {
        boolean needsVulkan = !host.isWindows() && !host.os().startsWith("Mac");
        Optional<String> drivers = Optional.ofNullable(System.getenv("VK_DRIVER_FILES"))
                .or(() -> Optional.ofNullable(System.getenv("VK_ICD_FILENAMES")));
        return judge(needsVulkan, host.loader().find("libvulkan.so.1"), drivers, compiled, engine);
    }

    /** @param drivers the Vulkan drivers that the environment restricts this process to; names a software one as such */
    static Finding judge(
            boolean needsVulkan, Optional<Path> vulkan, Optional<String> drivers, boolean compiled, String engine) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("providerCompiled", String.valueOf(compiled));
        vulkan.ifPresent(path -> facts.put("vulkanLoader", path.toString()));
        drivers.ifPresent(files -> facts.put("vulkanDrivers", files));
        if (compiled) {
            return Finding.usable(BACKEND, vulkan.isPresent() ? Tier.LIBRARY : Tier.COMPILED, facts);
        }
        boolean noVulkan = needsVulkan && vulkan.isEmpty();
        return Finding.missing(
                BACKEND,
                vulkan.isPresent() ? Tier.LIBRARY : Tier.NONE,
                "%s has no WebGPU provider%s".formatted(engine, noVulkan ? ", and libvulkan.so.1 is not here" : ""),
                "give a folder with a libonnxruntime built with WebGPU of the same version, as onnxruntime-node carries one (-Donnxruntime.native.path=FOLDER)%s"
                        .formatted(noVulkan ? ", and install a Vulkan loader and driver" : ""),
                facts);
    }
}
