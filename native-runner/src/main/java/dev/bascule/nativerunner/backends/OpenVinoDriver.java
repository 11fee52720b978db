package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtEpDevice;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.DeviceFacts;
import dev.bascule.nativerunner.detect.OpenVino;
import dev.bascule.nativerunner.engine.ExportedProvider;
import dev.bascule.nativerunner.library.IntelHardware;
import dev.bascule.nativerunner.library.LibrarySet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Intel's OpenVINO, from one of two sets: its provider as a plugin of the bundled ONNX Runtime, which takes Intel's devices
 * only, or an older ONNX Runtime with OpenVINO compiled in, which takes any x86-64 processor. Thread-safe.
 */
public final class OpenVinoDriver extends OnnxRuntimeDriver {
    /** The plugin's path, told to the child. */
    private static final String PLUGIN = "bascule.openvino.plugin";

    private static final String PLUGIN_LIBRARY = "onnxruntime_providers_openvino_plugin";
    private static final String PROVIDER = "OpenVINOExecutionProvider";
    private static final String CPU = "CPU";

    /** For {@link java.util.ServiceLoader}. */
    public OpenVinoDriver() {
        super(Backends.OPENVINO);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<ChildLaunchSpec> plugin = LibrarySet.find(host, LibrarySet.OPENVINO_PLUGIN)
                .flatMap(set -> set.file(UnusableLibraries.library(host, PLUGIN_LIBRARY), "")
                        .map(library -> new ChildLaunchSpec(
                                set.toString(), Map.of(PLUGIN, library.toString()), Map.of(), List.of())));
        Optional<ChildLaunchSpec> whole = LibrarySet.find(host, LibrarySet.OPENVINO)
                .flatMap(set -> set.onnxRuntime().map(engine -> on(set, engine, Map.of())));
        Optional<ChildLaunchSpec> best = IntelHardware.isHere() ? plugin.or(() -> whole) : whole.or(() -> plugin);
        return best.<Survey>map(Survey.Ready::new)
                .orElseGet(() ->
                        AbsentBackends.notCompiled("OpenVINO", broken(host), "", install(), new Detection.Builder()));
    }

    private List<UnusableLibraries> broken(HostEnvironment host) {
        return Stream.of(
                        UnusableLibraries.broken(
                                host,
                                LibrarySet.OPENVINO_PLUGIN,
                                install() + " --variant plugin",
                                UnusableLibraries.library(host, PLUGIN_LIBRARY)),
                        UnusableLibraries.broken(
                                host,
                                LibrarySet.OPENVINO,
                                install() + " --variant build",
                                UnusableLibraries.engine(host)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> plugin() {
        return Optional.ofNullable(System.getProperty(PLUGIN));
    }

    @Override
    boolean isPlugin() {
        return plugin().isPresent();
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        if (plugin().isPresent()) {
            lookAtPlugin(found, environment, plugin().get());
        } else {
            Optional<Path> folder = Optional.ofNullable(System.getProperty("onnxruntime.native.onnxruntime.path"))
                    .map(Path::of)
                    .map(Path::getParent);
            OpenVino.judge(OpenVino.ask(folder.orElse(Path.of("."))), found);
        }
    }

    private static void lookAtPlugin(Detection.Builder found, OrtEnvironment environment, String library) {
        try {
            environment.registerExecutionProviderLibrary("openvino", library);
            found.passed(
                            Tier.COMPILED,
                            "the plugin library %s is registered"
                                    .formatted(Path.of(library).getFileName()))
                    .passed(Tier.LIBRARY, "it loads, its OpenVINO with it");
            List<String> devices = devices(environment).stream()
                    .map(device -> device.getEpMetadata().getOrDefault("ov_device", "unnamed"))
                    .toList();
            if (devices.isEmpty()) {
                found.failed(
                        Tier.DEVICE,
                        ErrorCode.DEVICE_NOT_FOUND,
                        "the plugin offers no device: it takes Intel's only",
                        "bascule install openvino --variant build, which takes other processors, too");
            } else {
                found.passed(Tier.DEVICE, String.join(", ", devices)).fact("devices", String.join(",", devices));
            }
        } catch (OrtException e) {
            found.failed(
                    Tier.LIBRARY, "the plugin library does not load: " + e.getMessage(), "bascule install openvino");
        }
    }

    private static List<OrtEpDevice> devices(OrtEnvironment environment) throws OrtException {
        return environment.getEpDevices().stream()
                .filter(device -> device.getEpName().equals(PROVIDER))
                .toList();
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "OpenVINO keeps its memory as it likes");
        OptionRefusal.ofMemoryLimit(wanted, "OpenVINO takes no limit of memory");
        if (plugin().isPresent()) {
            OptionRefusal.when(
                    wanted.precision().filter(asked -> hint(asked).isEmpty()).isPresent(),
                    "OpenVINO computes in float32, bfloat16 or float16: give a quantised model for less");
        } else {
            OptionRefusal.when(
                    wanted.precision()
                            .filter(asked -> asked != Precision.FLOAT32 && asked != Precision.FLOAT16)
                            .isPresent(),
                    "OpenVINO computes in float32 or float16: give a quantised model for less");
        }
    }

    /** OpenVINO has threads of its own, which know nothing of ONNX Runtime's. */
    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        EngineOptions wanted = settings.options();
        Map<String, String> given = new HashMap<>();
        if (plugin().isPresent()) {
            List<OrtEpDevice> devices = devices(environment);
            int index = wanted.deviceIndex().orElseGet(() -> cpu(devices));
            OptionRefusal.ofNoDevice(index, devices.size(), "OpenVINO lists " + devices.size());
            String device = devices.get(index).getEpMetadata().getOrDefault("ov_device", CPU);
            config(device, settings).ifPresent(config -> given.put("load_config", config));
            options.addExecutionProvider(List.of(devices.get(index)), given);
            return;
        }
        String device = deviceName(wanted.deviceIndex().orElse(0));
        given.put("device_type", device);
        config(device, settings).ifPresent(config -> given.put("load_config", config));
        Optional<Precision> precision = wanted.precision();
        if (precision.isPresent()) {
            OptionRefusal.when(
                    device.equals(CPU) && precision.get() == Precision.FLOAT16,
                    "OpenVINO's CPU device computes in float32: give a model in the precision wanted");
            given.put("precision", precision.get() == Precision.FLOAT16 ? "FP16" : "FP32");
        }
        ExportedProvider.append(options, "OpenVINO", given);
    }

    /**
     * OpenVINO's own properties, as its provider reads them; only its CPU device has threads. They come before the provider's own
     * {@code num_of_threads} (PopulateConfigValue and SetNumThreads of openvino/backends/basic_backend.cc), which would make as
     * many requests for inference as well. The plugin is told a precision here; unless it is, OpenVINO computes models of float32 in
     * bfloat16 on processors that have it (AVX512-BF16, AMX).
     */
    private static Optional<String> config(String device, SessionSettings settings) {
        StringJoiner properties = new StringJoiner(",", "{\"%s\":{".formatted(device), "}}").setEmptyValue("");
        if (device.equals(CPU)) {
            properties.add("\"INFERENCE_NUM_THREADS\":\"%d\"".formatted(settings.threads()));
        }
        if (plugin().isPresent()) {
            settings.options()
                    .precision()
                    .flatMap(OpenVinoDriver::hint)
                    .ifPresent(hint -> properties.add("\"INFERENCE_PRECISION_HINT\":\"%s\"".formatted(hint)));
        }
        return Optional.of(properties.toString()).filter(config -> !config.isEmpty());
    }

    /** As OpenVINO calls it. */
    private static Optional<String> hint(Precision precision) {
        return switch (precision) {
            case FLOAT32 -> Optional.of("f32");
            case FLOAT16 -> Optional.of("f16");
            case BFLOAT16 -> Optional.of("bf16");
            case TF32, INT8, INT4 -> Optional.empty();
        };
    }

    /** By OpenVINO's list: what it did with the index is its word. */
    @Override
    public Map<String, String> deviceFacts(EngineOptions wanted) {
        List<String> known = OpenVino.known();
        int index = wanted.deviceIndex().orElse(0);
        return plugin().isEmpty() && index < known.size()
                ? Map.of(DeviceFacts.INDEX, String.valueOf(index), DeviceFacts.NAME, known.get(index))
                : Map.of();
    }

    private static int cpu(List<OrtEpDevice> devices) {
        for (int i = 0; i < devices.size(); i++) {
            if (CPU.equals(devices.get(i).getEpMetadata().get("ov_device"))) {
                return i;
            }
        }
        return 0;
    }

    private static String deviceName(int index) throws RefusedException {
        List<String> known = OpenVino.known();
        List<String> names = known.isEmpty() ? List.of(CPU) : known;
        OptionRefusal.ofNoDevice(index, names.size(), "OpenVINO lists " + names);
        return names.get(index);
    }
}
