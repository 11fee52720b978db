package dev.bascule.nativerunner.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.HostEnvironment;
import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BundledEngineTest {
    private static final String PREFIX = "ai/onnxruntime/native/linux-x64/";
    private static final byte[] LIBRARY = "a library\n".repeat(9999).getBytes(StandardCharsets.UTF_8);

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void it_is_unpacked_once_and_the_file_of_the_first_time_serves_afterwards() throws IOException {
        BundledEngine engine = engine();

        Path unpacked = engine.folder().orElseThrow();
        Path library = unpacked.resolve("libx.so");
        Object first = Files.readAttributes(library, "*").get("fileKey");

        assertThat(library).hasBinaryContent(LIBRARY);
        assertThat(names(unpacked)).containsExactly("liby.so", "libx.so");
        assertThat(engine.folder()).contains(unpacked);
        assertThat(engine().folder()).contains(unpacked);
        assertThat(Files.readAttributes(library, "*").get("fileKey")).isEqualTo(first);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void what_is_unpacked_can_be_executed_and_not_be_written() throws IOException {
        Path library = engine().folder().orElseThrow().resolve("libx.so");

        assertThat(Files.getPosixFilePermissions(library))
                .extracting(Object::toString)
                .contains("OWNER_READ", "OWNER_EXECUTE")
                .noneMatch(permission -> permission.endsWith("WRITE"));
    }

    /** Negative control: of the same length, so that the checksum alone can tell. */
    @Test
    void a_library_that_was_changed_is_noticed_and_put_right() throws IOException {
        Path library = engine().folder().orElseThrow().resolve("libx.so");
        byte[] changed = LIBRARY.clone();
        changed[7777] ^= 1;
        Files.delete(library);
        Files.write(library, changed);

        assertThat(engine().folder()).contains(library.getParent());
        assertThat(library).hasBinaryContent(LIBRARY);
    }

    @Test
    void a_library_that_was_cut_or_taken_away_comes_back_for_the_next_child_of_the_same_process() throws IOException {
        BundledEngine engine = engine();
        Path library = engine.folder().orElseThrow().resolve("libx.so");
        Files.delete(library);
        assertThat(engine.folder()).contains(library.getParent());
        assertThat(library).hasBinaryContent(LIBRARY);

        Files.delete(library);
        Files.write(library, new byte[] {1, 2, 3});
        assertThat(engine.folder()).contains(library.getParent());
        assertThat(library).hasBinaryContent(LIBRARY);
    }

    @Test
    void a_library_of_another_jar_has_another_folder() throws IOException {
        Path first = engine().folder().orElseThrow();
        Path other = new BundledEngine(
                        folder.resolve("cache"),
                        Optional.of(jar("other.jar", "another".getBytes(StandardCharsets.UTF_8))))
                .folder()
                .orElseThrow();

        assertThat(other).isNotEqualTo(first);
        assertThat(first.resolve("libx.so")).hasBinaryContent(LIBRARY);
    }

    /** As on Windows, where a file that is read-only or in use is not replaced; here it is a folder that is not. */
    @Test
    void damage_that_cannot_be_overwritten_is_put_aside() throws IOException {
        Path library = engine().folder().orElseThrow().resolve("libx.so");
        Files.delete(library);
        Files.writeString(Files.createDirectory(library).resolve("inside"), "damage");

        assertThat(engine().folder()).contains(library.getParent());
        assertThat(library).hasBinaryContent(LIBRARY);
        assertThat(names(library.getParent())).containsExactly("liby.so", "libx.so");
    }

    @Test
    void damage_that_is_read_only_is_put_right() throws IOException {
        Path library = engine().folder().orElseThrow().resolve("libx.so");
        assertThat(library.toFile().setWritable(true)).isTrue();
        Files.writeString(library, "damage");
        assertThat(library.toFile().setReadOnly()).isTrue();

        assertThat(engine().folder()).contains(library.getParent());
        assertThat(library).hasBinaryContent(LIBRARY);
        assertThat(names(library.getParent())).containsExactly("liby.so", "libx.so");
    }

    @Test
    void parts_of_killed_starts_go_after_a_day_and_those_of_other_processes_stay() throws IOException {
        Path own = engine().folder().orElseThrow();
        Path other = Files.createDirectories(folder.resolve("cache/onnxruntime-00000000"));
        Path file = aged(folder.resolve("cache/notes.part"), Duration.ofDays(99));
        List<Path> old = List.of(
                aged(own.resolve("libx.so.1.part"), Duration.ofHours(25)),
                aged(other.resolve("libx.so.2.part"), Duration.ofHours(25)));
        Path young = aged(own.resolve("libx.so.3.part"), Duration.ofHours(23));
        Path library = aged(other.resolve("libx.so"), Duration.ofDays(99));
        assertThat(old.get(0).toFile().setReadOnly()).isTrue();

        assertThat(engine().folder()).contains(own);

        assertThat(old).noneMatch(Files::exists);
        assertThat(List.of(young, library, file)).allMatch(Files::exists);
        assertThat(own.resolve("libx.so")).hasBinaryContent(LIBRARY);
    }

    @Test
    void an_engine_that_no_child_was_started_with_for_a_month_goes() throws IOException {
        BundledEngine engine = engine();
        Path own = engine.folder().orElseThrow();
        Path old = Files.createDirectories(folder.resolve("cache/onnxruntime-00000000"));
        assertThat(Files.createFile(old.resolve("libx.so")).toFile().setReadOnly())
                .isTrue();
        Path used = Files.createDirectories(folder.resolve("cache/onnxruntime-11111111"));
        Path others = Files.createDirectories(folder.resolve("cache/somebody's"));
        aged(old, Duration.ofDays(31));
        aged(used, Duration.ofDays(29));
        aged(others, Duration.ofDays(99));
        aged(own, Duration.ofDays(99));

        assertThat(engine().folder()).contains(own);

        assertThat(old).doesNotExist();
        assertThat(List.of(used, others)).allMatch(Files::exists);
        assertThat(own.resolve("libx.so")).hasBinaryContent(LIBRARY);
        assertThat(Files.getLastModifiedTime(own).toInstant()).as("used").isEqualTo(NOW);

        aged(own, Duration.ofDays(31));
        assertThat(engine.folder()).contains(own);
        assertThat(Files.getLastModifiedTime(own).toInstant())
                .as("used again by a process that runs for long")
                .isEqualTo(NOW);
    }

    /** The same; it is made where it is not there. */
    private static Path aged(Path file, Duration age) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        return Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    }

    @Test
    void many_at_once_all_find_it_whole() throws Exception {
        URL jar = jar("a.jar", LIBRARY);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Optional<Path>>> starts = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                starts.add(() -> new BundledEngine(folder.resolve("cache"), Optional.of(jar)).folder());
            }
            for (Future<Optional<Path>> start : pool.invokeAll(starts)) {
                assertThat(start.get().orElseThrow().resolve("libx.so")).hasBinaryContent(LIBRARY);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(names(engine().folder().orElseThrow())).containsExactly("liby.so", "libx.so");
    }

    @Test
    void without_a_jar_or_without_room_each_child_unpacks_its_own() throws IOException {
        assertThat(new BundledEngine(folder, Optional.empty()).folder()).isEmpty();
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(new BundledEngine(file.resolve("cache"), Optional.of(jar("a.jar", LIBRARY))).folder())
                .isEmpty();
        assertThat(new BundledEngine(folder, Optional.of(folder.toUri().toURL())).folder())
                .as("classes in a folder")
                .isEmpty();
    }

    @Test
    void the_jar_on_the_class_path_has_a_folder_for_the_platforms_that_onnx_runtime_is_built_for() {
        assertThat(BundledEngine.platform("Linux", "amd64")).isEqualTo("linux-x64");
        assertThat(BundledEngine.platform("Mac OS X", "aarch64")).isEqualTo("osx-aarch64");
        assertThat(BundledEngine.platform("Windows 11", "amd64")).isEqualTo("win-x64");
        for (String platform : List.of("linux-x64", "linux-aarch64", "osx-aarch64", "win-x64")) {
            assertThat(getClass().getClassLoader().getResource("ai/onnxruntime/native/" + platform + "/"))
                    .as(platform)
                    .isNotNull();
        }
        HostEnvironment unknown =
                new HostEnvironment("Plan 9", "mips", Map.of(), folder.resolve("native"), folder.resolve("browsers"));
        assertThat(BundledEngine.of(unknown).folder()).isEmpty();
        assertThat(folder.resolve("bundled")).doesNotExist();
    }

    private BundledEngine engine() throws IOException {
        return new BundledEngine(
                folder.resolve("cache"), Optional.of(jar("a.jar", LIBRARY)), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** With a folder below that is no library, as that of debug symbols in ONNX Runtime's. */
    private URL jar(String name, byte[] library) throws IOException {
        Path jar = folder.resolve(name);
        if (!Files.exists(jar)) {
            try (OutputStream out = Files.newOutputStream(jar);
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                add(zip, PREFIX, new byte[0]);
                add(zip, PREFIX + "libx.so", library);
                add(zip, PREFIX + "liby.so", new byte[] {1});
                add(zip, PREFIX + "symbols/", new byte[0]);
                add(zip, PREFIX + "symbols/libx.so", new byte[] {2});
                add(zip, "ai/onnxruntime/native/osx-aarch64/libx.dylib", new byte[] {3});
            }
        }
        return url(jar);
    }

    private static URL url(Path jar) throws MalformedURLException {
        return URI.create("jar:" + jar.toUri() + "!/" + PREFIX).toURL();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private static List<String> names(Path unpacked) throws IOException {
        try (Stream<Path> files = Files.list(unpacked)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }
}
