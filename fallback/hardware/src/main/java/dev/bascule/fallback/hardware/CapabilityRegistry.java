package dev.bascule.fallback.hardware;

import static dev.bascule.fallback.hardware.CapabilityId.Group.DTYPE;
import static dev.bascule.fallback.hardware.CapabilityId.Group.INTERFACE;
import static dev.bascule.fallback.hardware.CapabilityId.Group.ISA;
import static dev.bascule.fallback.hardware.CapabilityId.Group.MATRIX;
import static dev.bascule.fallback.hardware.CapabilityId.Group.MEMORY;
import static dev.bascule.fallback.hardware.CapabilityId.Group.SUBGROUP;
import static dev.bascule.fallback.hardware.CapabilityId.Group.UNITS;
import static dev.bascule.fallback.hardware.CapabilityId.flag;
import static dev.bascule.fallback.hardware.CapabilityId.number;
import static dev.bascule.fallback.hardware.CapabilityId.text;

import dev.bascule.fallback.backend.Precision;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The registry of capabilities: the general ones and those of {@link InstructionSets}. A
 * number format counts as a capability where the device computes in it, not where it only converts. Immutable and
 * thread-safe.
 */
public final class CapabilityRegistry {
    public static final CapabilityId<Boolean> FP64 = flag(DTYPE, "fp64", "64-bit floating point");
    public static final CapabilityId<Boolean> FP32 = flag(DTYPE, "fp32", "32-bit floating point");
    public static final CapabilityId<Boolean> TF32 = flag(DTYPE, "tf32", "TensorFloat-32 matrices");
    public static final CapabilityId<Boolean> FP16 = flag(DTYPE, "fp16", "16-bit floating point");
    public static final CapabilityId<Boolean> BF16 = flag(DTYPE, "bf16", "bfloat16");
    public static final CapabilityId<Boolean> FP8 = flag(DTYPE, "fp8", "8-bit floating point");
    public static final CapabilityId<Boolean> INT8 = flag(DTYPE, "int8", "8-bit integers");
    public static final CapabilityId<Boolean> INT4 = flag(DTYPE, "int4", "4-bit integers");
    /** Four products of 8-bit integers summed in one step, whatever the instruction is called. */
    public static final CapabilityId<Boolean> DOT_INT8 = flag(DTYPE, "int8-dot", "8-bit integer dot products");

    /** 1 Volta, 2 Turing, 3 Ampere, 4 Ada and Hopper, 5 Blackwell: NVIDIA's own count. */
    public static final CapabilityId<Long> TENSOR_CORES = number(MATRIX, "tensor-cores", "generation of tensor cores");

    public static final CapabilityId<Boolean> MATRIX_CORES =
            flag(MATRIX, "matrix-cores", "matrix cores (MFMA or WMMA)");
    public static final CapabilityId<Boolean> AMX = flag(MATRIX, "amx", "matrix tiles of the CPU (AMX)");
    public static final CapabilityId<Boolean> SME = flag(MATRIX, "sme", "matrix tiles of the CPU (SME)");

    public static final CapabilityId<Long> LARGEST_BUFFER =
            number(MEMORY, "largest-buffer", "bytes of the largest buffer");
    public static final CapabilityId<Long> MEMORY_CLOCK = number(MEMORY, "clock-mhz", "MHz of the memory");

    public static final CapabilityId<Long> SUBGROUP_SIZE = number(SUBGROUP, "size", "lanes of a subgroup");
    public static final CapabilityId<Boolean> SUBGROUPS = flag(SUBGROUP, "operations", "subgroup operations");

    /** 128-bit vectors of WebAssembly's core specification. */
    public static final CapabilityId<Boolean> WASM_SIMD = flag(ISA, "wasm-simd128", "WebAssembly SIMD");

    public static final CapabilityId<Boolean> WASM_RELAXED_SIMD =
            flag(ISA, "wasm-relaxed-simd", "WebAssembly relaxed SIMD");

    public static final CapabilityId<Long> CORES = number(UNITS, "cores", "physical cores");
    public static final CapabilityId<Long> THREADS = number(UNITS, "threads", "hardware threads");
    public static final CapabilityId<Long> PERFORMANCE_CORES = number(UNITS, "performance-cores", "performance cores");
    public static final CapabilityId<Long> EFFICIENCY_CORES = number(UNITS, "efficiency-cores", "efficiency cores");
    public static final CapabilityId<Long> COMPUTE_UNITS =
            number(UNITS, "compute-units", "multiprocessors, compute units or GPU cores");
    public static final CapabilityId<Long> CLOCK = number(UNITS, "clock-mhz", "MHz at most");

    /** Vendor and device as the PCI bus tells them, such as {@code 10de:2330}: what a card is, not which one. */
    public static final CapabilityId<String> PCI_ID = text(INTERFACE, "pci-id", "PCI vendor and device");

    public static final CapabilityId<String> COMPUTE_CAPABILITY =
            text(INTERFACE, "cuda-compute-capability", "CUDA compute capability");
    public static final CapabilityId<String> CUDA = text(INTERFACE, "cuda", "newest CUDA that the driver takes");
    public static final CapabilityId<String> GFX_TARGET = text(INTERFACE, "gfx-target", "AMD's target for compilers");
    public static final CapabilityId<String> VULKAN = text(INTERFACE, "vulkan", "Vulkan version");
    public static final CapabilityId<String> METAL = text(INTERFACE, "metal", "Metal version");

    private static final List<CapabilityId<?>> BUILT_IN = Stream.<CapabilityId<?>>concat(
                    Stream.of(
                            FP64,
                            FP32,
                            TF32,
                            FP16,
                            BF16,
                            FP8,
                            INT8,
                            INT4,
                            DOT_INT8,
                            TENSOR_CORES,
                            MATRIX_CORES,
                            AMX,
                            SME,
                            LARGEST_BUFFER,
                            MEMORY_CLOCK,
                            SUBGROUP_SIZE,
                            SUBGROUPS,
                            WASM_SIMD,
                            WASM_RELAXED_SIMD,
                            CORES,
                            THREADS,
                            PERFORMANCE_CORES,
                            EFFICIENCY_CORES,
                            COMPUTE_UNITS,
                            CLOCK,
                            PCI_ID,
                            COMPUTE_CAPABILITY,
                            CUDA,
                            GFX_TARGET,
                            VULKAN,
                            METAL),
                    InstructionSets.ids().stream())
            .toList();

    private static final CapabilityRegistry INSTALLED = new CapabilityRegistry();

    private final Map<String, CapabilityId<?>> byId = new LinkedHashMap<>();

    private CapabilityRegistry() {
        BUILT_IN.forEach(id -> byId.put(id.id(), id));
    }

    /** All of them. */
    public static CapabilityRegistry installed() {
        return INSTALLED;
    }

    public Collection<CapabilityId<?>> all() {
        return List.copyOf(byId.values());
    }

    /** The capability of this id; operators are not listed one by one, so each {@code operator.…} is found. */
    public Optional<CapabilityId<?>> find(String id) {
        String operators = CapabilityId.Group.OPERATOR.prefix() + ".";
        if (id.startsWith(operators) && id.lastIndexOf('.') > operators.length()) {
            int split = id.lastIndexOf('.');
            return Optional.of(operator(id.substring(operators.length(), split), id.substring(split + 1)));
        }
        return Optional.ofNullable(byId.get(id));
    }

    /** That a device executes an operator; the domain of ONNX's own operators is {@code ai.onnx}. */
    public static CapabilityId<Boolean> operator(String domain, String operator) {
        String where = domain.isEmpty() ? "ai.onnx" : domain;
        return flag(CapabilityId.Group.OPERATOR, where + "." + operator, "operator " + where + "." + operator);
    }

    /** That a device computes in a precision that models may be run in. */
    public static CapabilityId<Boolean> of(Precision precision) {
        return switch (precision) {
            case FLOAT32 -> FP32;
            case TF32 -> TF32;
            case FLOAT16 -> FP16;
            case BFLOAT16 -> BF16;
            case INT8 -> INT8;
            case INT4 -> INT4;
        };
    }
}
