package dev.bascule.bridge.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Packages of onnxruntime-web without anything in their files but their own names. */
public final class EnginePackages {
    private EnginePackages() {}

    /** Lays out the files that npm's package of this version has, in a folder. */
    public static Path laidOut(String version, Path folder) throws IOException {
        for (String file : EngineLayoutTest.files(version)) {
            Path place = folder.resolve(file);
            Files.createDirectories(place.resolveSibling(""));
            Files.writeString(place, file);
        }
        return manifest("onnxruntime-web", version, folder);
    }

    static Path manifest(String name, String version, Path folder) throws IOException {
        Files.writeString(
                folder.resolve("package.json"), "{\"name\": \"%s\", \"version\": \"%s\"}".formatted(name, version));
        return folder;
    }
}
