package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.detect.Cuda;
import dev.bascule.nativerunner.library.LoaderPath;
import dev.bascule.nativerunner.library.MissingLibraries;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The library of a provider that ONNX Runtime loads from its own folder when it is first asked for. Stateless. */
final class ProviderLibrary {
    private ProviderLibrary() {}

    /** Loads it now, so that what it lacks is named before a session fails on it. */
    static void judge(String provider, Detection.Builder found, String nextStep) {
        Optional<Path> folder = folder();
        if (folder.isEmpty()) {
            return;
        }
        Path shared = folder.get().resolve(System.mapLibraryName("onnxruntime_providers_shared"));
        Path own = file(folder.get(), provider);
        if (!Files.exists(own)) {
            found.failed(
                    Tier.LIBRARY,
                    ErrorCode.LIBRARY_MISSING,
                    "%s is not in %s".formatted(own.getFileName(), folder.get()),
                    nextStep);
            return;
        }
        NativeCalls.complaint(shared.toString())
                .or(() -> NativeCalls.complaint(own.toString()))
                .ifPresent(words -> found.failed(
                        Tier.LIBRARY,
                        "%s does not load: %s%s"
                                .formatted(
                                        own.getFileName(),
                                        words,
                                        lacking(provider, nextStep)
                                                .map(lack -> "; " + lack.words())
                                                .orElse("")),
                        nextStep));
    }

    /** All that the loader would miss for it, of which it names one at a time itself; empty where that is nothing. */
    static Optional<Cuda.Lack> lacking(String provider, String nextStep) {
        return folder().map(folder ->
                        MissingLibraries.of(file(folder, provider), List.of(), LoaderPath.ofSystem(System.getenv())))
                .map(names -> names.stream()
                        .filter(name -> !name.equals(Cuda.library(false)))
                        .toList())
                .filter(names -> !names.isEmpty())
                .map(names -> new Cuda.Lack(
                        "%s lacks %s".formatted(ChildLaunchSpec.librarySet().orElse("it"), String.join(", ", names)),
                        nextStep));
    }

    private static Path file(Path folder, String provider) {
        return folder.resolve(System.mapLibraryName("onnxruntime_providers_" + provider));
    }

    private static Optional<Path> folder() {
        return Optional.ofNullable(System.getProperty("onnxruntime.native.onnxruntime.path"))
                .map(Path::of)
                .map(Path::getParent);
    }
}
