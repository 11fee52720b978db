package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.engine.ExportedProvider;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Qualcomm's NPU (Hexagon) by ONNX Runtime's QNN provider. Thread-safe. */
public final class QnnDriver extends OnnxRuntimeDriver {
    /** The path of QNN's library for the NPU, told to the child. */
    private static final String HTP = "bascule.qnn.htp";

    /** For {@link java.util.ServiceLoader}. */
    public QnnDriver() {
        super(Backends.QNN);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        if (!host.arch().equals("aarch64") || host.isMac()) {
            return AbsentBackends.elsewhere("QNN", "Qualcomm's processors, with Windows or Linux on arm64", host);
        }
        Optional<LibrarySet> set = LibrarySet.find(host, LibrarySet.QNN);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        Optional<Path> htp = set.flatMap(found -> found.file(host.isWindows() ? "QnnHtp.dll" : "libQnnHtp.so", ""));
        if (set.isEmpty() || engine.isEmpty() || htp.isEmpty()) {
            return AbsentBackends.notCompiled(
                    "QNN",
                    UnusableLibraries.unfinished(
                                    host,
                                    LibrarySet.QNN,
                                    install(),
                                    UnusableLibraries.engine(host),
                                    host.isWindows() ? "QnnHtp.dll" : "libQnnHtp.so")
                            .stream()
                            .toList(),
                    "",
                    install(),
                    new Detection.Builder());
        }
        ChildLaunchSpec standing = on(
                set.get(), engine.get(), LoaderPath.with(host, List.of(set.get().folder())));
        Map<String, String> properties = new HashMap<>(standing.properties());
        properties.put(HTP, htp.get().toString());
        return new Survey.Ready(
                new ChildLaunchSpec(standing.libraries(), properties, standing.environment(), standing.classPath()));
    }

    private static String htp() {
        return System.getProperty(HTP, System.mapLibraryName("QnnHtp"));
    }

    /** No command brings it: the set's libraries are in a Python wheel. */
    @Override
    String install() {
        return "unpack the Python wheel onnxruntime-qnn's onnxruntime/capi into the folder native/%s of Bascule's cache, with a set.properties"
                .formatted(LibrarySet.QNN);
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        NativeCalls.complaint(htp())
                .ifPresentOrElse(
                        words -> found.failed(Tier.LIBRARY, "QNN's NPU library does not load: " + words, install()),
                        () -> found.passed(Tier.LIBRARY, "QNN's NPU library loads")
                                .skipped(
                                        Tier.DEVICE,
                                        "QNN says whether there is an NPU only when a session asks for it"));
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofOtherDevice(wanted, "there is one NPU: no index but 0");
        OptionRefusal.ofPrecision(wanted, "QNN computes in the model's own precision: give a quantised model");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "QNN keeps its memory as it likes");
        OptionRefusal.ofMemoryLimit(wanted, "QNN takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        // backend_path of onnxruntime.ai/docs/execution-providers/QNN-ExecutionProvider.html; the NPU's, for QNN has a
        // CPU's, too.
        ExportedProvider.append(options, "QNN", Map.of("backend_path", htp()));
    }
}
