package dev.bascule.suites.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Suites of a few lines, read in a folder with the files that some of them name. */
final class WrittenSuites {
    private final Path folder;

    WrittenSuites(Path folder) throws IOException {
        this.folder = folder;
        Files.write(folder.resolve("vad.onnx"), new byte[] {1});
        Files.write(folder.resolve("speech.wav"), new byte[] {1});
        Files.createDirectories(folder.resolve("test_data_set_0"));
    }

    Suite read(String... lines) {
        return SuiteReader.read(String.join("\n", lines) + "\n", "my.yaml", folder);
    }
}
