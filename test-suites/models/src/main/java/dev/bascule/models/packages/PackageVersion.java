package dev.bascule.models.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which version a package is that was fetched as the newest. Stateless. */
final class PackageVersion {
    private static final ObjectMapper JSON = new ObjectMapper();

    private PackageVersion() {}

    /**
     * @param archive as its package manager named it
     * @param files what was in it
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it does not say
     */
    static String of(Registry registry, Path archive, Path files) throws IOException {
        String told = registry == Registry.NPM ? manifest(files) : wheel(archive);
        return Optional.of(told)
                .filter(version -> registry.read(registry.written("a", version)).isPresent())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.DOWNLOAD_FAILED,
                        "the package %s does not say which version it is".formatted(archive.getFileName()),
                        "name the version that you want"));
    }

    /** {@code NAME-VERSION-TAGS.whl}; a wheel's name has no other hyphen. */
    private static String wheel(Path archive) {
        String[] parts = String.valueOf(archive.getFileName()).split("-", -1);
        return parts.length > 2 ? parts[1] : "";
    }

    private static String manifest(Path files) throws IOException {
        Path manifest = files.resolve("package.json");
        JsonNode json = Files.isRegularFile(manifest) ? JSON.readTree(manifest.toFile()) : JSON.createObjectNode();
        return json.path("version").asText("");
    }
}
