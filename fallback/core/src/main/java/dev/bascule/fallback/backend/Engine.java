package dev.bascule.fallback.backend;

import dev.bascule.fallback.text.PlainText;
import java.util.Optional;

/**
 * The library that executes a model. Its words stand on one line, whoever told them.
 *
 * @param name {@code onnxruntime-web}, {@code webnn-api}, {@code onnxruntime} or {@code pytorch}
 * @param version as the library itself tells it, not as its wrapper does
 * @param build which of the library's builds was loaded (onnxruntime-web has several, which differ in speed), if any
 */
public record Engine(String name, String version, Optional<String> build) {
    /** In documents and histories, of an engine that was not there to be asked. */
    private static final String UNTOLD = "unknown";

    public Engine {
        name = PlainText.line(name);
        version = PlainText.line(version);
        build = build.map(PlainText::line);
    }

    /** One that is not there, and so tells no version. */
    public static Engine absent(String name, Optional<String> build) {
        return new Engine(name, UNTOLD, build);
    }

    /** Whether it told its version; where a backend is absent, nobody did. */
    public boolean tellsVersion() {
        return !version.equals(UNTOLD);
    }

    @Override
    public String toString() {
        return name + " " + version + build.map(b -> " (" + b + ")").orElse("");
    }
}
