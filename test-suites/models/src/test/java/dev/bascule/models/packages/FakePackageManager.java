package dev.bascule.models.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A package manager that has one package, or none. */
final class FakePackageManager implements Commands {
    final List<String> ran = new ArrayList<>();
    private String fileName = "";
    private byte[] bytes = new byte[0];

    void publishes(String name, byte[] archive) {
        fileName = name;
        bytes = archive.clone();
    }

    @Override
    public boolean answers(List<String> way) {
        return true;
    }

    @Override
    public Result run(List<String> line, Path folder) {
        ran.add(String.join(" ", line));
        if (fileName.isEmpty()) {
            return new Result(1, "no matching distribution found");
        }
        try {
            Files.write(folder.resolve(fileName), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Result(0, "");
    }

    @Override
    public Result ask(List<String> line, Duration limit) {
        throw new UnsupportedOperationException("nothing is asked here");
    }

    static byte[] zip(Map<String, String> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] tgz(Map<String, String> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                byte[] content = entry.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry header = new TarArchiveEntry(entry.getKey());
                header.setSize(content.length);
                tar.putArchiveEntry(header);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
