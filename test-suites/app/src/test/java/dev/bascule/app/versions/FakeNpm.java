package dev.bascule.app.versions;

import dev.bascule.models.packages.Commands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** An npm that packs what it was given, and answers what it was told to. */
final class FakeNpm implements Commands {
    final List<String> ran = new ArrayList<>();
    Optional<byte[]> packed = Optional.empty();
    /** What it answers to a question; without it, the hash of what it packs. */
    Optional<Result> answer = Optional.empty();

    @Override
    public boolean answers(List<String> way) {
        return true;
    }

    @Override
    public Result run(List<String> line, Path folder) {
        ran.add(String.join(" ", line));
        if (packed.isEmpty()) {
            return new Result(1, "npm error network");
        }
        try {
            Files.write(folder.resolve("package.tgz"), packed.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Result(0, "package.tgz");
    }

    @Override
    public Result ask(List<String> line, Duration limit) {
        ran.add(String.join(" ", line));
        return answer.orElseGet(() -> new Result(0, "npm warn something\n" + integrity(packed.orElseThrow())));
    }

    static String integrity(byte[] bytes) {
        try {
            return "sha512-"
                    + Base64.getEncoder()
                            .encodeToString(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An archive as npm packs it. */
    static byte[] tgz(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }
}
