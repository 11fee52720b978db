package dev.bascule.app.local;

import dev.bascule.bridge.engine.EngineBuild;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.reduce.report.ReproEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The onnxruntime-web that pages that stand alone load: an installed version, or the bundled one. Stateless. */
final class PageEngine {
    private PageEngine() {}

    /**
     * What a page loads that shows a failure on this target. Of a native one there is no page: whether an installed
     * version could be loaded is not asked.
     *
     * @param served the installed version that pages were served, where they were
     */
    static ReproEngine of(Optional<EnginePackage> served, Target target) {
        String build = target.engine().build().orElse(ReproEngine.USUAL);
        return served.filter(engine -> target.backend().side() == Side.BROWSER)
                .map(engine -> of(engine, build))
                .orElseGet(() -> ReproEngine.bundled(build));
    }

    /** @param name the build's name, as its target tells it */
    private static ReproEngine of(EnginePackage engine, String name) {
        EngineBuild build = engine.builds().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.PART_UNAVAILABLE,
                        "onnxruntime-web %s has no build %s".formatted(engine.version(), name)));
        Map<String, ReproEngine.Source> files = new LinkedHashMap<>();
        for (String file : names(engine, build)) {
            Optional.ofNullable(engine.files().get(file)).ifPresent(path -> files.put(file, source(path)));
        }
        return new ReproEngine(name, build.file(), files);
    }

    private static ReproEngine.Source source(Path path) {
        return () -> Files.newInputStream(path);
    }

    /** Which WebAssembly a version without glue loads, it decides itself: it gets all that it has. */
    private static List<String> names(EnginePackage engine, EngineBuild build) {
        if (build.wasm().isPresent()) {
            String wasm = build.wasm().get();
            return List.of(build.file(), wasm.replace(".wasm", ".mjs"), wasm);
        }
        List<String> entries = engine.builds().stream().map(EngineBuild::file).toList();
        return engine.files().keySet().stream()
                .filter(file -> file.equals(build.file()) || !entries.contains(file))
                .sorted()
                .toList();
    }
}
