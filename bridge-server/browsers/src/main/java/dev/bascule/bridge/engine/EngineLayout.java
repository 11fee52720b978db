package dev.bascule.bridge.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How versions of the package onnxruntime-web are laid out: which files make which build, for which backends. Read off the
 * packages themselves: the entry of each build names the WebAssembly that it loads and registers the backends that it has.
 */
public enum EngineLayout {
    /** 1.24 and later, {@code ort.jspi} switches stacks. */
    STACK_SWITCHING(
            module("ort.wasm", "", Has.CPU), jspi(), module("ort.webgpu", ".asyncify", Has.ALL), jsep("ort.all")),
    /** 1.23: {@code ort.webgpu} has the kernels in C++ and waits through asyncify, {@code ort.all} those in TypeScript. */
    ASYNCIFY(module("ort.wasm", "", Has.CPU), module("ort.webgpu", ".asyncify", Has.ALL), jsep("ort.all")),
    /** 1.19 to 1.22: WebGPU by the kernels in TypeScript alone. */
    MODULES(module("ort.wasm", "", Has.CPU), jsep("ort.webgpu"), jsep("ort.all")),
    /** 1.17 and 1.18: modules in a folder of their own; the WebAssembly is chosen by threads, its glue is inside. */
    MODULES_WITHOUT_GLUE(
            unglued("ort.wasm", "dist/esm/ort.wasm.min.js", Has.CPU, "dist/ort-wasm-simd.wasm"),
            unglued("ort.webgpu", "dist/esm/ort.webgpu.min.js", Has.ALL, "dist/ort-wasm-simd.jsep.wasm"),
            unglued("ort.all", "dist/esm/ort.all.min.js", Has.ALL, "dist/ort-wasm-simd.jsep.wasm")),
    /** 1.15 and 1.16: scripts; WebGPU is there, and WebNN only by name. */
    SCRIPTS_WITH_GPU(
            unglued("ort.wasm", "dist/ort.min.js", Has.CPU, "dist/ort-wasm-simd.wasm"),
            unglued("ort.webgpu", "dist/ort.webgpu.min.js", Has.GPU, "dist/ort-wasm-simd.jsep.wasm")),
    /** Before: scripts for the CPU; they have WebGL as well, which Bascule does not run. */
    SCRIPTS(unglued("ort.wasm", "dist/ort.min.js", Has.CPU, "dist/ort-wasm-simd.wasm"));

    private static final class Has {
        static final List<String> CPU = List.of("wasm");
        static final List<String> GPU = List.of("webgpu", "wasm");
        static final List<String> ALL = List.of("webgpu", "webnn", "wasm");
    }

    /** A build, and the files without which it is not there. */
    private record Row(EngineBuild build, List<String> files) {}

    private final List<Row> rows;

    EngineLayout(Row... rows) {
        this.rows = List.of(rows);
    }

    private static Row module(String name, String flavor, List<String> backends) {
        return module(name, flavor, backends, false);
    }

    private static Row jspi() {
        return module("ort.jspi", ".jspi", Has.ALL, true);
    }

    private static Row jsep(String name) {
        return module(name, ".jsep", Has.ALL);
    }

    private static Row module(String name, String flavor, List<String> backends, boolean needsJspi) {
        String entry = "dist/%s.min.mjs".formatted(name);
        String stem = "ort-wasm-simd-threaded" + flavor;
        return new Row(
                new EngineBuild(name, entry, Optional.of(stem + ".wasm"), backends, needsJspi),
                List.of(entry, "dist/%s.mjs".formatted(stem), "dist/%s.wasm".formatted(stem)));
    }

    private static Row unglued(String name, String entry, List<String> backends, String wasm) {
        return new Row(new EngineBuild(name, entry, Optional.empty(), backends, false), List.of(entry, wasm));
    }

    /**
     * The newest layout that has all of its files in a package.
     *
     * @param files paths in the package, such as {@code dist/ort.min.js}
     * @return empty for a layout that is not known
     */
    public static Optional<EngineLayout> of(Set<String> files) {
        for (EngineLayout layout : values()) {
            if (layout.rows.stream().allMatch(row -> files.containsAll(row.files()))) {
                return Optional.of(layout);
            }
        }
        return Optional.empty();
    }

    /** Its builds; the best for a backend comes before others that have it. */
    public List<EngineBuild> builds() {
        return rows.stream().map(Row::build).toList();
    }

    /** What pages need of such a package: the builds' entries, and all WebAssembly with its glue and workers. */
    public List<String> served(Set<String> files) {
        List<String> served = new ArrayList<>(
                rows.stream().map(row -> row.build().entry()).distinct().toList());
        files.stream()
                .filter(file -> file.matches("dist/ort-wasm[A-Za-z0-9.-]*\\.(mjs|js|wasm)"))
                .sorted()
                .forEach(served::add);
        return List.copyOf(served);
    }
}
