package dev.bascule.nativerunner.library;

import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A set of native libraries in a folder of its own, as {@code bascule install} puts it there. Its {@value #ABOUT} says what
 * it is; a folder without one is no set, so a set that is still being unpacked is not seen. Immutable.
 *
 * @param id the folder's name
 * @param version of what executes models
 * @param folder where its libraries are
 */
public record LibrarySet(String id, String version, Path folder) {
    /** A properties file with {@code version}, and whatever else the installer noted. */
    public static final String ABOUT = "set.properties";

    /** ONNX Runtime with WebGPU (Dawn) compiled in. */
    public static final String WEBGPU = "onnxruntime-webgpu";
    /** OpenVINO's execution provider as a plugin library for the bundled ONNX Runtime; takes Intel's devices only. */
    public static final String OPENVINO_PLUGIN = "openvino-plugin";
    /** ONNX Runtime with OpenVINO compiled in, and the Java binding of the same version; takes other vendors' CPUs, too. */
    public static final String OPENVINO = "onnxruntime-openvino";
    /** ONNX Runtime with CUDA 12 (and TensorRT) providers. */
    public static final String CUDA_12 = "onnxruntime-cuda12";
    /** CUDA 12 and cuDNN 9 themselves. */
    public static final String CUDA_12_LIBRARIES = "cuda12-libraries";
    /** CUDA 13 and cuDNN 9 themselves. */
    public static final String CUDA_13_LIBRARIES = "cuda13-libraries";
    /** ONNX Runtime with CUDA 13 providers, and the Java binding of the same version. */
    public static final String CUDA_13 = "onnxruntime-cuda13";
    /** ONNX Runtime with MIGraphX or ROCm, and the Java binding of the same version. */
    public static final String ROCM = "onnxruntime-rocm";
    /** ONNX Runtime with DirectML. */
    public static final String DIRECTML = "onnxruntime-directml";
    /** ONNX Runtime with Qualcomm's QNN. */
    public static final String QNN = "onnxruntime-qnn";
    /** DJL's PyTorch engine with its native libraries. */
    public static final String PYTORCH = "pytorch";
    /** eSpeak NG with its data, which executes no model: it speaks what models are asked about. */
    public static final String ESPEAK = "espeak-ng";
    /** What sets of ONNX Runtime's own quantiser begin with; behind a hyphen the Python that imports them. A peer, no backend's. */
    public static final String ONNX_RUNTIME_QUANTIZATION = "onnxruntime-quantization";
    /** llama.cpp as an addon of Node: no backend's, a peer beside them. */
    public static final String LLAMA_CPP = "llama.cpp";

    /** The set of this id; empty where it is not installed or is passed over. */
    public static Optional<LibrarySet> find(HostEnvironment host, String id) {
        if (HiddenParts.of(host.environment()).has(id)) {
            return Optional.empty();
        }
        Path folder = host.libraries().resolve(id);
        Properties about = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve(ABOUT))) {
            about.load(in);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.of(new LibrarySet(id, about.getProperty("version", "unknown"), folder));
    }

    /** All that are installed, by id. */
    public static List<LibrarySet> installed(HostEnvironment host) {
        try (Stream<Path> folders = Files.list(host.libraries())) {
            return folders.map(folder -> String.valueOf(folder.getFileName()))
                    .sorted()
                    .flatMap(id -> find(host, id).stream())
                    .toList();
        } catch (IOException e) {
            // There is no such folder before the first is installed.
            return List.of();
        }
    }

    /** The first file whose name begins and continues so, the longest name first; empty where there is none. */
    public Optional<Path> file(String prefix, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && file.getFileName().toString().contains(ending))
                    .max(Comparator.comparingInt(
                            file -> file.getFileName().toString().length()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** ONNX Runtime itself, whatever the system calls such a file. */
    public Optional<Path> onnxRuntime() {
        return Stream.of("libonnxruntime.so", "onnxruntime.dll", "libonnxruntime.")
                .flatMap(name -> file(name, "").stream())
                .findFirst();
    }

    /** The jars in it, which come before Bascule's own. */
    public List<Path> jars() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public String toString() {
        return id + " " + version;
    }
}
