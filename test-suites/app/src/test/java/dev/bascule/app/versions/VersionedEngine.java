package dev.bascule.app.versions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.stream.Stream;

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

    /**
     * The same, but that the engine tells another version.
     *
     * @param faulty whether the first value of each output is off by one
     */
    public static void disguise(VersionStore store, ReleaseVersion said, String told, boolean faulty)
            throws IOException {
        install(store, said);
        Path folder = store.folder(new PartVersion(VersionedPart.ENGINE, said));
        String fault = faulty ? """
                const create = own.InferenceSession.create;
                own.InferenceSession.create = async function (...given) {
                  const session = await create.apply(this, given);
                  const run = session.run.bind(session);
                  session.run = async (...fed) => {
                    const outputs = await run(...fed);
                    for (const tensor of Object.values(outputs)) tensor.data[0] += 1;
                    return outputs;
                  };
                  return session;
                };
                """ : "";
        try (Stream<Path> files = Files.list(folder.resolve("dist"))) {
            for (Path entry :
                    files.filter(file -> file.toString().endsWith(".min.mjs")).toList()) {
                Files.writeString(
                        entry,
                        "\n;import * as own from './%s';\nown.env.versions = { common: '%s', web: '%s' };\n%s"
                                .formatted(entry.getFileName(), told, told, fault),
                        StandardOpenOption.APPEND);
            }
        }
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
