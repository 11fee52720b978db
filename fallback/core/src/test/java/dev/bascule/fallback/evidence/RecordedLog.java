package dev.bascule.fallback.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Lines that onnxruntime-web 1.29 wrote in Chrome Headless Shell 153, cut to those around placement: {@code
 * BACKEND-MODEL.log}, one session each.
 */
final class RecordedLog {
    private RecordedLog() {}

    static List<String> lines(String name) {
        try (InputStream in = RecordedLog.class.getResourceAsStream(name + ".log")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
