package dev.bascule.fallback.backend;

import static dev.bascule.fallback.backend.DeviceType.CPU;
import static dev.bascule.fallback.backend.DeviceType.GPU;
import static dev.bascule.fallback.backend.DeviceType.NPU;
import static dev.bascule.fallback.backend.Precision.*;
import static dev.bascule.fallback.backend.Side.BROWSER;
import static dev.bascule.fallback.backend.Side.NATIVE;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** The registry of backends: the built-in ones and those of third parties. Immutable and thread-safe. */
public final class Backends {
    public static final Backend WEBGPU = new Backend(
            "webgpu", BROWSER, GPU, Set.of(FLOAT32, FLOAT16), Set.of("WebGpuExecutionProvider", "JsExecutionProvider"));
    public static final Backend WEBNN =
            new Backend("webnn", BROWSER, NPU, Set.of(FLOAT32, FLOAT16, INT8), Set.of("WebNNExecutionProvider"));
    public static final Backend WASM =
            new Backend("wasm", BROWSER, CPU, Set.of(FLOAT32, INT8), Set.of("CPUExecutionProvider"));
    public static final Backend CUDA =
            new Backend("cuda", NATIVE, GPU, Set.of(FLOAT32, FLOAT16, BFLOAT16, INT8), Set.of("CUDAExecutionProvider"));
    public static final Backend MPS = new Backend(
            "mps", NATIVE, GPU, Set.of(FLOAT32, FLOAT16), Set.of("MPSExecutionProvider", "CoreMLExecutionProvider"));
    public static final Backend ROCM = new Backend(
            "rocm",
            NATIVE,
            GPU,
            Set.of(FLOAT32, FLOAT16, BFLOAT16),
            Set.of("ROCMExecutionProvider", "MIGraphXExecutionProvider"));
    public static final Backend OPENVINO =
            new Backend("openvino", NATIVE, CPU, Set.of(FLOAT32, FLOAT16, INT8), Set.of("OpenVINOExecutionProvider"));
    public static final Backend WEBGPU_NATIVE =
            new Backend("webgpu-native", NATIVE, GPU, Set.of(FLOAT32, FLOAT16), Set.of("WebGpuExecutionProvider"));
    public static final Backend TENSORRT =
            new Backend("tensorrt", NATIVE, GPU, Set.of(FLOAT32, FLOAT16, INT8), Set.of("TensorrtExecutionProvider"));
    public static final Backend DIRECTML =
            new Backend("directml", NATIVE, GPU, Set.of(FLOAT32, FLOAT16, INT8), Set.of("DmlExecutionProvider"));
    public static final Backend QNN =
            new Backend("qnn", NATIVE, NPU, Set.of(FLOAT16, INT8), Set.of("QNNExecutionProvider"));
    /** Whatever Core ML picks of CPU, GPU and Neural Engine; {@link #MPS} is the same provider kept off the last. */
    public static final Backend COREML =
            new Backend("coreml", NATIVE, NPU, Set.of(FLOAT32, FLOAT16), Set.of("CoreMLExecutionProvider"));

    public static final Backend NATIVE_CPU =
            new Backend("cpu", NATIVE, CPU, Set.of(FLOAT32, INT8), Set.of("CPUExecutionProvider"));

    private static final Backends INSTALLED = new Backends(ServiceLoader.load(BackendProvider.class).stream()
            .map(provider -> provider.get().backend())
            .toList());

    private final Map<String, Backend> byId = new LinkedHashMap<>();

    Backends(Collection<Backend> added) {
        List.of(
                        WEBGPU,
                        WEBNN,
                        WASM,
                        CUDA,
                        TENSORRT,
                        MPS,
                        COREML,
                        ROCM,
                        OPENVINO,
                        DIRECTML,
                        QNN,
                        WEBGPU_NATIVE,
                        NATIVE_CPU)
                .forEach(this::add);
        added.forEach(this::add);
    }

    /** The built-in backends and those found on the class path. */
    public static Backends installed() {
        return INSTALLED;
    }

    private void add(Backend backend) {
        // The built-in backends' own drivers name them again.
        if (!Optional.ofNullable(byId.putIfAbsent(backend.id(), backend))
                .orElse(backend)
                .equals(backend)) {
            throw new BasculeException(ErrorCode.CONFIG_INVALID, "two backends are called " + backend.id());
        }
    }

    public Collection<Backend> all() {
        return List.copyOf(byId.values());
    }

    public Optional<Backend> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * The backend of this id.
     *
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}, naming those that are near, or else all there are
     */
    public Backend require(String id) {
        return find(id).orElseThrow(() -> new BasculeException(
                ErrorCode.UNKNOWN_BACKEND, "there is no backend called '%s'%s".formatted(id, near(id))));
    }

    /** Who asks for a gpu means webgpu, though cpu is spelt more like it. */
    private String near(String id) {
        List<String> longer = byId.keySet().stream()
                .filter(each -> id.length() > 2 && each.contains(id))
                .toList();
        return longer.isEmpty()
                ? Nearest.hint(id, byId.keySet())
                : "; did you mean '%s'?".formatted(String.join("' or '", longer));
    }

    /** The backend on this side that ONNX Runtime means by a provider's name. */
    public Optional<Backend> ofExecutionProvider(Side side, String provider) {
        return byId.values().stream()
                .filter(backend ->
                        backend.side() == side && backend.executionProviders().contains(provider))
                .findFirst();
    }
}
