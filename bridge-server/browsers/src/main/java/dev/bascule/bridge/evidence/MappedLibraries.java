package dev.bascule.bridge.evidence;

import dev.bascule.bridge.process.ProcessKind;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The graphics and machine-learning libraries that a browser's processes have mapped, from {@code /proc/PID/maps}. That one
 * is mapped shows that it was loaded, as Vulkan's loader loads every driver it finds; only that one is not mapped proves
 * something: it did not run there. Libraries linked into the browser itself do not show. Stateless.
 */
public final class MappedLibraries {
    /** Where these libraries would be mapped: each engine's processes that talk to the GPU, or run models. */
    private static final Set<String> KINDS =
            Set.of("gpu-process", "browser", "gpu", "rdd", "GPUProcess", "WebProcess", "utility:WebNNService");

    /** The first column is an address range; the sixth the file, which may hold blanks. */
    private static final Pattern LINE =
            Pattern.compile("^[0-9a-f]+-[0-9a-f]+ \\S+ \\S+ \\S+ \\S+ +(/.*?)(?: \\(deleted\\))?$");

    private static final Pattern KNOWN = Pattern.compile(
            "libvk_swiftshader|libvulkan|swiftshader|VkLayer|lib(E?GL|GLES)(_|X|v2|\\.so)|libnv|libmali|adreno|libVK_|libpvr"
                    + "|mtgpu|libmusa|libcuda|libnvcuvid|libcudart"
                    + "|libcudnn|libnvinfer|iHD|i965|libigdgmm|libze_|libOpenCL|libamdhip64|libvulkan_radeon|amdvlk|gallium|_dri\\.so"
                    + "|tensorflowlite|tflite|litert|onnxruntime|openvino|directml|d3d1[12]|dxcompiler|libQnn|libneuron",
            Pattern.CASE_INSENSITIVE);

    private MappedLibraries() {}

    /** One fact over all processes, {@code kind: library library; kind: …}, or why there is none. */
    public static Map<String, String> of(ProcessTree tree) {
        if (!Files.isReadable(Path.of("/proc/self/maps"))) {
            return Map.of("gpu.librariesUnknown", "this system does not list the libraries of processes in /proc");
        }
        Map<String, Set<String>> byKind = new TreeMap<>();
        for (ProcessHandle process : tree.alive()) {
            Optional<String> kind =
                    ProcessKind.of(Processes.commandLine(process)).filter(KINDS::contains);
            kind.ifPresent(name ->
                    byKind.computeIfAbsent(name, none -> new TreeSet<>()).addAll(known(maps(process.pid()))));
        }
        return fact(byKind);
    }

    static Map<String, String> fact(Map<String, Set<String>> byKind) {
        if (byKind.isEmpty()) {
            return Map.of("gpu.librariesUnknown", "no process of the browser that works with a GPU was found");
        }
        String listed = byKind.entrySet().stream()
                // A page that has loaded nothing of the kind is the rule, and no news.
                .filter(entry -> !entry.getValue().isEmpty()
                        || entry.getKey().toLowerCase(java.util.Locale.ROOT).startsWith("gpu"))
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().isEmpty() ? "none" : String.join(" ", entry.getValue())))
                .collect(Collectors.joining("; "));
        return Map.of("gpu.libraries", listed.isEmpty() ? "none" : listed);
    }

    /** File names of the known libraries among the lines of a maps file, each once. */
    static List<String> known(List<String> maps) {
        Set<String> names = new TreeSet<>();
        for (String line : maps) {
            Matcher mapped = LINE.matcher(line);
            if (mapped.matches()) {
                String name = mapped.group(1).substring(mapped.group(1).lastIndexOf('/') + 1);
                if (name.contains(".so") && KNOWN.matcher(name).find()) {
                    names.add(name);
                }
            }
        }
        return new ArrayList<>(names);
    }

    private static List<String> maps(long pid) {
        Path file = Path.of("/proc", Long.toString(pid), "maps");
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            // It ended between the two looks, or its sandbox keeps others out.
            return List.of();
        }
    }
}
