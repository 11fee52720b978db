package dev.bascule.bridge.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The engine that the runner pages bring along, by the manifest of its package, which the build puts beside it. Stateless. */
final class ServedEngine {
    private static final String MANIFEST = StaticFiles.RUNNER_PAGES + "ort/package.json";

    private ServedEngine() {}

    /** Its version; empty where the pages were built without its manifest. */
    static Optional<String> version() {
        try (InputStream manifest = ServedEngine.class.getClassLoader().getResourceAsStream(MANIFEST)) {
            return manifest == null
                    ? Optional.empty()
                    : Optional.of(new ObjectMapper()
                                    .readTree(manifest)
                                    .path("version")
                                    .asText())
                            .filter(version -> !version.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
