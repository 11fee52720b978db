package dev.bascule.bridge.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A version of onnxruntime-web, unpacked as npm packs it, whose builds are known. Immutable.
 *
 * @param version as its own manifest says
 * @param builds the best for a backend comes before others that have it
 * @param files what pages may load, by the name that it is served by
 */
public record EnginePackage(ReleaseVersion version, List<EngineBuild> builds, Map<String, Path> files) {
    public static final String NAME = "onnxruntime-web";

    /** The list of builds that pages read. */
    public static final String BUNDLES = "bundles.json";

    private static final int DEPTH = 3;

    public EnginePackage {
        builds = List.copyOf(builds);
        files = Map.copyOf(files);
    }

    /** What looking into a folder came to. */
    public sealed interface Look {
        /**
         * The package.
         *
         * @throws BasculeException with the failure where it is unusable
         */
        EnginePackage orThrow();

        record Usable(EnginePackage engine) implements Look {
            @Override
            public EnginePackage orThrow() {
                return engine;
            }
        }

        record Unusable(Failure failure) implements Look {
            @Override
            public EnginePackage orThrow() {
                throw new BasculeException(
                        failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
            }
        }
    }

    /** Reads an unpacked package: the folder that has its package.json. */
    public static Look in(Path folder) {
        try {
            JsonNode manifest = Json.MAPPER.readTree(Files.readAllBytes(folder.resolve("package.json")));
            Optional<ReleaseVersion> version =
                    ReleaseVersion.parse(manifest.path("version").asText());
            if (!manifest.path("name").asText().equals(NAME) || version.isEmpty()) {
                return unusable("'%s' is not a package of %s".formatted(folder, NAME));
            }
            Set<String> files = listed(folder);
            return EngineLayout.of(files)
                    .<Look>map(layout -> new Look.Usable(
                            new EnginePackage(version.get(), layout.builds(), served(layout, files, folder))))
                    .orElseGet(() ->
                            unusable("cannot say: the layout of %s %s is unknown".formatted(NAME, version.get())));
        } catch (IOException e) {
            return unusable("the package in '%s' cannot be read: %s".formatted(folder, e));
        }
    }

    /** No link is followed or served: it could lead anywhere. */
    private static Set<String> listed(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private static Map<String, Path> served(EngineLayout layout, Set<String> files, Path folder) {
        Map<String, Path> served = new LinkedHashMap<>();
        layout.served(files)
                .forEach(file -> served.put(file.substring(file.lastIndexOf('/') + 1), folder.resolve(file)));
        return served;
    }

    private static Look unusable(String why) {
        return new Look.Unusable(Failure.of(
                ErrorCode.PART_UNAVAILABLE,
                why,
                "use another version; bascule install %s@VERSION fetches it".formatted(NAME)));
    }

    /** The list of builds, as pages read it. */
    public byte[] bundles() {
        ObjectNode list = Json.MAPPER.createObjectNode().put("version", version.toString());
        ArrayNode bundles = list.putArray("bundles");
        for (EngineBuild build : builds) {
            ObjectNode bundle = bundles.addObject().put("name", build.name()).put("file", build.file());
            bundle.put("wasm", build.wasm().orElse(null));
            build.backends().forEach(bundle.putArray("backends")::add);
            bundle.put("needs", build.needsJspi() ? "jspi" : null);
        }
        return list.toString().getBytes(StandardCharsets.UTF_8);
    }
}
