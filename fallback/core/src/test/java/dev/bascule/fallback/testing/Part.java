package dev.bascule.fallback.testing;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a machine may lack, by the tag of the tests that need it. A test that does not carry the tag is not shown the part
 * (see {@link OptionalParts}), so one that needs it without saying so fails also where it is.
 */
public enum Part {
    /** The bundled browser; whoever brings a browser of its own can do without it. */
    BUNDLED("browser"),
    FIREFOX("firefox", "firefox"),
    GECKODRIVER("geckodriver", "firefox", "geckodriver"),
    /** A full browser of the Chromium family. */
    CHROMIUM("chromium", "chromium", "chrome", "edge"),
    CHROMEDRIVER("chromedriver", "chromium", "chromedriver", "msedgedriver"),
    WEBKITGTK("webkitgtk", "webkitgtk", "WebKitWebDriver"),
    /** Playwright's own build of Firefox, in its cache. */
    PLAYWRIGHT_FIREFOX("playwright-firefox", "firefox"),
    /** Playwright's own build of WebKit, in its cache. */
    PLAYWRIGHT_WEBKIT("playwright-webkit", "webkit"),
    /** It offers what else is there. */
    GRID("grid", "chromium", "chromedriver", "firefox", "geckodriver"),
    OPENVINO("openvino", "openvino-plugin", "onnxruntime-openvino"),
    WEBGPU_NATIVE("webgpu-native", "onnxruntime-webgpu"),
    PYTORCH("pytorch", "pytorch"),
    /** Who speaks what models of speech are asked about. */
    ESPEAK("espeak-ng", "espeak-ng"),
    /** A peer of decode's. */
    LLAMA_CPP("llama.cpp", "llama.cpp"),
    /** A peer of quantize's, with the Python that imports it. */
    ONNX_RUNTIME_QUANTIZATION(
            "onnxruntime-quantization",
            "onnxruntime-quantization-3.11",
            "onnxruntime-quantization-3.12",
            "onnxruntime-quantization-3.13",
            "onnxruntime-quantization-3.14"),
    /** A Python with PyTorch, which ranks are run by. */
    TORCH_DISTRIBUTED("torch-distributed", "torch-distributed"),
    /** Models that {@code bascule models fetch} brought. */
    PRETRAINED("pretrained", "pretrained"),
    /** Real models and recordings. */
    CORPUS("corpus");

    /** The tag of tests that look at the machine as it is, with whatever it has. */
    public static final String ANY = "machine";

    private static final Set<Part> BROWSERS = EnumSet.of(
            FIREFOX, GECKODRIVER, CHROMIUM, CHROMEDRIVER, WEBKITGTK, PLAYWRIGHT_FIREFOX, PLAYWRIGHT_WEBKIT, GRID);

    private final String tag;
    private final List<String> words;

    Part(String tag, String... words) {
        this.tag = tag;
        this.words = List.of(words);
    }

    public String tag() {
        return tag;
    }

    /** Those that a test with these tags needs. */
    static Set<Part> neededBy(Collection<String> tags) {
        Set<Part> needed = EnumSet.noneOf(Part.class);
        Arrays.stream(values()).filter(part -> tags.contains(part.tag)).forEach(needed::add);
        if (needed.stream().anyMatch(BROWSERS::contains)) {
            needed.remove(BUNDLED);
        }
        return needed;
    }

    /** What a test with these tags is not shown, in the words of {@code BASCULE_WITHOUT}. */
    static Set<String> hiddenFrom(Collection<String> tags) {
        Set<String> hidden = new TreeSet<>();
        if (!tags.contains(ANY)) {
            Arrays.stream(values()).forEach(part -> hidden.addAll(part.words));
            neededBy(tags).forEach(part -> part.words.forEach(hidden::remove));
        }
        return hidden;
    }
}
