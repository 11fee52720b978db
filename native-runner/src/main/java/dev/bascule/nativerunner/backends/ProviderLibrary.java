package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The library of a provider that ONNX Runtime loads from its own folder when it is first asked for. Stateless. */
final class ProviderLibrary {
    private ProviderLibrary() {}

    /** Loads it now, so that what it lacks is named before a session fails on it. */
    static void judge(String provider, Detection.Builder found, String nextStep) {
        Optional<Path> folder = Optional.ofNullable(System.getProperty("onnxruntime.native.onnxruntime.path"))
                .map(Path::of)
                .map(Path::getParent);
        if (folder.isEmpty()) {
            return;
        }
        Path shared = folder.get().resolve(System.mapLibraryName("onnxruntime_providers_shared"));
        Path own = folder.get().resolve(System.mapLibraryName("onnxruntime_providers_" + provider));
        if (!Files.exists(own)) {
            found.failed(Tier.LIBRARY, "%s is not in %s".formatted(own.getFileName(), folder.get()), nextStep);
            return;
        }
        NativeCalls.complaint(shared.toString())
                .or(() -> NativeCalls.complaint(own.toString()))
                .ifPresent(words -> found.failed(
                        Tier.LIBRARY, "%s does not load: %s".formatted(own.getFileName(), words), nextStep));
    }
}
