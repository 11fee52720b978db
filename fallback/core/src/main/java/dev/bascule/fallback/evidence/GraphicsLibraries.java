package dev.bascule.fallback.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What follows from the libraries that the host saw mapped in a browser's processes. That one is mapped shows little, for
 * loaders load whatever they find; that none is there which could drive a GPU shows that none did. Stateless.
 */
final class GraphicsLibraries {
    /** The fact: {@code kind: library library; kind: …}. */
    static final String FACT = "gpu.libraries";

    private static final Pattern SOFTWARE =
            Pattern.compile("swiftshader|libvulkan_lvp|lavapipe|llvmpipe", Pattern.CASE_INSENSITIVE);

    /** Loaders, layers, translators and engines for models: with any driver, and without one. */
    private static final Pattern NEUTRAL = Pattern.compile(
            "(libvulkan\\.so|libVkLayer|lib(EGL|GL|GLX|OpenGL|GLdispatch|GLESv2|GLESv1_CM)\\.so|.*(lite_?rt|tflite|tensorflowlite|onnxruntime|openvino)).*",
            Pattern.CASE_INSENSITIVE);

    private GraphicsLibraries() {}

    /** The software renderer's library, where one is mapped and nothing that could be a GPU's driver is. */
    static Optional<String> softwareAlone(Map<String, String> ofBrowser) {
        List<String> mapped = Arrays.stream(ofBrowser.getOrDefault(FACT, "").split(";"))
                .map(kind -> kind.substring(kind.indexOf(':') + 1).strip())
                .flatMap(names -> Arrays.stream(names.split("\\s+")))
                .filter(name -> name.contains(".so"))
                .filter(name -> !NEUTRAL.matcher(name).matches())
                .toList();
        return mapped.stream().allMatch(name -> SOFTWARE.matcher(name).find())
                ? mapped.stream().findFirst()
                : Optional.empty();
    }
}
