package dev.bascule.cli;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.cli.command.Version;
import dev.bascule.execution.service.BuildFacts;
import dev.bascule.execution.service.ThisBuild;
import dev.bascule.fallback.cache.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The document of {@code version --json}; {@code version-v1.schema.json} describes it. Stateless. */
final class VersionDocument {
    private static final int SCHEMA_VERSION = 1;

    private VersionDocument() {}

    /** Of the build that runs, and of the browser that came with it. */
    static Map<String, Object> ofThisBuild() {
        return of(
                ThisBuild.facts(),
                ThisBuild.jar(Main.class),
                BrowserDiscovery.ofThisMachine()
                        .bundled()
                        .flatMap(probe -> probe.fold(Optional::of, failure -> Optional.empty())));
    }

    /**
     * What is not known is null, with a reason.
     *
     * @param jar that this runs from; its libraries lie in {@code lib} beside it
     */
    static Map<String, Object> of(BuildFacts facts, Optional<Path> jar, Optional<BrowserInstallation> browser) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("bascule", Version.number());
        document.put("commit", facts.commit());
        document.put("modified", facts.modified());
        document.put("time", facts.time());
        document.put("java", System.getProperty("java.runtime.version", "unknown"));
        document.put(
                "os", System.getProperty("os.name", "unknown") + " " + System.getProperty("os.version", "unknown"));
        document.put("arch", System.getProperty("os.arch", "unknown"));
        document.put("engines", new TreeMap<>(facts.engines()));
        document.put("browser", browser.map(VersionDocument::browser));
        document.put("files", jar.map(VersionDocument::files));
        Map<String, String> reasons = new TreeMap<>();
        if (facts.commit().isEmpty()) {
            reasons.put("commit", "it was not built in a checkout of its own");
            reasons.put("modified", "it was not built in a checkout of its own");
        }
        if (facts.time().isEmpty()) {
            reasons.put("time", "the build wrote nothing down of itself");
        }
        if (browser.isEmpty()) {
            reasons.put("browser", "none came with it that works here");
        }
        if (jar.isEmpty()) {
            reasons.put("files", "it runs from a folder of classes");
        }
        document.put("reasons", reasons);
        return document;
    }

    private static Map<String, Object> browser(BrowserInstallation browser) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", browser.name());
        map.put("version", browser.version());
        map.put("path", browser.executable().toString());
        map.put("sha256", sha256(browser.executable()));
        return map;
    }

    private static List<Map<String, Object>> files(Path jar) {
        List<Map<String, Object>> files = new ArrayList<>();
        files.add(file(jar, jar.getFileName().toString()));
        Path libraries = jar.resolveSibling("lib");
        if (Files.isDirectory(libraries)) {
            try (Stream<Path> found = Files.list(libraries)) {
                found.filter(Files::isRegularFile)
                        .sorted()
                        .map(library -> file(library, "lib/" + library.getFileName()))
                        .forEach(files::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    private static Map<String, Object> file(Path file, String name) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("sha256", sha256(file));
        return map;
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
