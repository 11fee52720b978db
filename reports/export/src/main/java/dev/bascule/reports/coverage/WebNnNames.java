package dev.bascule.reports.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which WebNN operator stands for an ONNX operator. Stateless and thread-safe. */
final class WebNnNames {
    private static final String TABLE = "onnx-webnn-operators.txt";
    private static final Map<String, String> BY_ONNX = read();

    private WebNnNames() {}

    /** Empty where there is none, or several together. */
    static Optional<String> of(String onnxOperator) {
        return Optional.ofNullable(BY_ONNX.get(onnxOperator));
    }

    private static Map<String, String> read() {
        try (InputStream in = WebNnNames.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException("not in this build: " + TABLE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
