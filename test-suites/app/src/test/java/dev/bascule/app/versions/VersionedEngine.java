package dev.bascule.app.versions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The bundled engine as an installed package. */
public final class VersionedEngine {
    private static final String BUNDLED = "/dev/bascule/browser/web/ort/";

    private VersionedEngine() {}

    /** Puts it into the cache under the version that its manifest is to say. */
    public static void install(VersionStore store, ReleaseVersion said) throws IOException {
        Path folder = store.folder(new PartVersion(VersionedPart.ENGINE, said));
        Path dist = Files.createDirectories(folder.resolve("dist"));
        JsonNode bundles;
        try (InputStream list = bundled("bundles.json")) {
            bundles = Json.MAPPER.readTree(list).path("bundles");
        }
        for (JsonNode bundle : bundles) {
            String wasm = bundle.path("wasm").asText();
            copy(bundle.path("file").asText(), dist);
            copy(wasm, dist);
            copy(wasm.replace(".wasm", ".mjs"), dist);
        }
        Files.writeString(
                folder.resolve("package.json"), "{\"name\": \"onnxruntime-web\", \"version\": \"%s\"}".formatted(said));
        VersionStore.seal(folder);
    }

    private static void copy(String file, Path dist) throws IOException {
        try (InputStream content = bundled(file)) {
            Files.copy(content, dist.resolve(file));
        }
    }

    private static InputStream bundled(String file) {
        return Objects.requireNonNull(VersionedEngine.class.getResourceAsStream(BUNDLED + file), file);
    }
}
