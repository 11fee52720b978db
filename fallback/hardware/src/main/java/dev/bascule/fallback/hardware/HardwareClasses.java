package dev.bascule.fallback.hardware;

import static dev.bascule.fallback.hardware.CapabilityRegistry.BF16;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP16;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP32;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP64;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP8;
import static dev.bascule.fallback.hardware.CapabilityRegistry.INT8;
import static dev.bascule.fallback.hardware.CapabilityRegistry.TF32;
import static dev.bascule.fallback.hardware.Factor.Kind.ADDRESSABLE_BYTES;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The hierarchy of hardware classes. A browser-mediated class is a case
 * both of what it mediates and of {@link #BROWSER}. Immutable and thread-safe.
 */
public final class HardwareClasses {
    public static final HardwareClass PROCESSOR =
            new HardwareClass("processor", "processor", List.of(), Set.of(), Set.of(), List.of());

    /** Reached by a page: nothing is seen of it but what the browser's interfaces let through. */
    public static final HardwareClass BROWSER = HardwareClass.below(PROCESSOR, "browser", "processor behind a browser");

    /** x86-64 has SSE2 and AArch64 has floating point in its base, so each does 32 and 64 bits and 8-bit integers. */
    public static final HardwareClass CPU =
            new HardwareClass("cpu", "CPU", List.of(PROCESSOR), Set.of(FP64, FP32, INT8), Set.of(), List.of());

    /** Vulkan, Direct3D, Metal and WebGPU all demand 32-bit floating point of a GPU, and nothing wider or narrower. */
    public static final HardwareClass GPU =
            new HardwareClass("gpu", "GPU", List.of(PROCESSOR), Set.of(FP32), Set.of(), List.of());

    public static final HardwareClass DISCRETE_GPU = HardwareClass.below(GPU, "gpu.discrete", "discrete GPU");

    public static final HardwareClass INTEGRATED_GPU = HardwareClass.below(GPU, "gpu.integrated", "integrated GPU");

    /** What a hypervisor shows its guest. A GPU of the host may be behind it, or nothing at all. */
    public static final HardwareClass VIRTUAL_GPU = HardwareClass.below(GPU, "gpu.virtual", "virtual GPU");

    /** Programs for a GPU executed on the CPU (SwiftShader, llvmpipe, WARP): right, and no acceleration. */
    public static final HardwareClass SOFTWARE_GPU = HardwareClass.below(GPU, "gpu.software", "software GPU");

    public static final HardwareClass NPU = HardwareClass.below(PROCESSOR, "npu", "NPU");
    public static final HardwareClass TPU = HardwareClass.below(PROCESSOR, "tpu", "TPU");
    public static final HardwareClass DSP = HardwareClass.below(PROCESSOR, "dsp", "DSP");

    /** WebAssembly: 32-bit memories of 65,536 pages of 64 KiB, 128-bit vectors, no 16-bit floating point. */
    public static final HardwareClass BROWSER_CPU = new HardwareClass(
            "browser.cpu",
            "CPU behind a browser",
            List.of(CPU, BROWSER),
            Set.of(),
            Set.of(FP16, BF16, FP8),
            List.of(new Factor(ADDRESSABLE_BYTES, 1L << 32, "WebAssembly core specification, memory32")));

    /** WebGPU: WGSL computes in f32, and in f16 where the adapter has {@code shader-f16}; it has nothing else. */
    public static final HardwareClass BROWSER_GPU = new HardwareClass(
            "browser.gpu",
            "GPU behind a browser",
            List.of(GPU, BROWSER),
            Set.of(),
            Set.of(FP64, TF32, BF16, FP8),
            List.of());

    public static final HardwareClass BROWSER_DISCRETE_GPU = mediated(BROWSER_GPU, DISCRETE_GPU);
    public static final HardwareClass BROWSER_INTEGRATED_GPU = mediated(BROWSER_GPU, INTEGRATED_GPU);
    public static final HardwareClass BROWSER_VIRTUAL_GPU = mediated(BROWSER_GPU, VIRTUAL_GPU);
    public static final HardwareClass BROWSER_SOFTWARE_GPU = mediated(BROWSER_GPU, SOFTWARE_GPU);
    public static final HardwareClass BROWSER_NPU = mediated(BROWSER, NPU);
    public static final HardwareClass BROWSER_TPU = mediated(BROWSER, TPU);
    public static final HardwareClass BROWSER_DSP = mediated(BROWSER, DSP);

    private static final HardwareClasses BUILT_IN = new HardwareClasses();

    private final Map<String, HardwareClass> byId = new LinkedHashMap<>();

    private HardwareClasses() {
        Stream.of(
                        PROCESSOR,
                        BROWSER,
                        CPU,
                        GPU,
                        DISCRETE_GPU,
                        INTEGRATED_GPU,
                        VIRTUAL_GPU,
                        SOFTWARE_GPU,
                        NPU,
                        TPU,
                        DSP,
                        BROWSER_CPU,
                        BROWSER_GPU,
                        BROWSER_DISCRETE_GPU,
                        BROWSER_INTEGRATED_GPU,
                        BROWSER_VIRTUAL_GPU,
                        BROWSER_SOFTWARE_GPU,
                        BROWSER_NPU,
                        BROWSER_TPU,
                        BROWSER_DSP)
                .forEach(each -> byId.put(each.id(), each));
    }

    /** All of them. */
    public static HardwareClasses installed() {
        return BUILT_IN;
    }

    public Collection<HardwareClass> all() {
        return List.copyOf(byId.values());
    }

    public Optional<HardwareClass> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The same class behind a browser: what the browser says of factors goes first. */
    private static HardwareClass mediated(HardwareClass browser, HardwareClass direct) {
        return new HardwareClass(
                "browser." + direct.id(),
                direct.title() + " behind a browser",
                List.of(browser, direct),
                Set.of(),
                Set.of(),
                List.of());
    }

    /** Whether work there may count as acceleration: not on a CPU, and not where a CPU does a GPU's work. */
    public static boolean accelerates(HardwareClass type) {
        return !type.is(CPU) && !type.is(SOFTWARE_GPU);
    }

    /** The class that a device of this class is seen as from a page; empty where it is one already or there is none. */
    public Optional<HardwareClass> behindBrowser(HardwareClass type) {
        return type.is(BROWSER) ? Optional.empty() : find("browser." + type.id());
    }
}
