package dev.bascule.app.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.models.packages.Artifact;
import dev.bascule.models.packages.Commands;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallerTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

    @TempDir
    Path cache;

    private final List<List<String>> ran = new ArrayList<>();

    @Test
    void a_set_is_unpacked_flat_and_described_and_then_found_by_its_driver() throws Exception {
        byte[] wheel = zip(Map.of("own/lib/libx.so", "x", "other/readme.txt", "r", "../../evil.so", "e"));
        Path place = installer(wheel).install(recipe(Optional.of(Sha256.of(wheel))), line -> {});
        assertThat(files(place)).containsExactlyInAnyOrder("libx.so", "evil.so", LibrarySet.ABOUT);
        assertThat(LibrarySet.find(around(), "some-set"))
                .hasValueSatisfying(set -> assertThat(set.version()).isEqualTo("1.2"));
        assertThat(files(around().libraries())).containsExactly("some-set");
        assertThat(ran).singleElement().satisfies(line -> assertThat(line).contains("thing==1.2", "plat"));
    }

    @Test
    void a_folder_of_a_wheel_keeps_the_folders_in_it() throws Exception {
        byte[] wheel = zip(Map.of("own/lib.so", "x", "own/data/lang/en", "e", "other/readme.txt", "r"));
        Path place = installer(wheel).install(ofFolder(), line -> {});
        assertThat(files(place)).containsExactlyInAnyOrder("lib.so", "data", LibrarySet.ABOUT);
        assertThat(place.resolve("data/lang/en")).hasContent("e");
    }

    @Test
    @Tag("attack")
    void a_folder_of_a_wheel_leads_nowhere_else() throws Exception {
        byte[] wheel = zip(Map.of("own/lib.so", "x", "own/../../../evil.so", "e"));
        assertThatThrownBy(() -> installer(wheel).install(ofFolder(), line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DOWNLOAD_FAILED));
        assertThat(files(cache)).doesNotContain("evil.so");
        assertThat(files(around().libraries())).isEmpty();
    }

    private static Recipe ofFolder() {
        return new Recipe(
                "some",
                Optional.empty(),
                "some-set",
                "1.2",
                Optional.empty(),
                "a thing",
                1,
                List.of(new Artifact.WheelFolder("thing", "1.2", List.of("plat"), Optional.empty(), "own/")));
    }

    @Test
    void the_engine_gets_the_plain_name_that_its_java_binding_looks_for() throws Exception {
        byte[] wheel = zip(Map.of("lib/libonnxruntime.so.1.24.1", "x", "lib/libonnxruntime_providers_shared.so", "y"));
        Artifact everything =
                new Artifact.Wheel("thing", "1.2", List.of("plat"), Optional.empty(), entry -> entry.contains(".so"));
        Recipe recipe =
                new Recipe("some", Optional.empty(), "some-set", "1.2", "cpu", "a thing", 1, List.of(everything));
        Path place = installer(wheel).install(recipe, line -> {});
        assertThat(files(place))
                .contains(System.mapLibraryName("onnxruntime"), "libonnxruntime_providers_shared.so")
                .doesNotContain("libonnxruntime.so.1.24.1");
    }

    @Test
    void a_file_with_another_hash_is_refused_and_what_was_there_stays() throws Exception {
        byte[] good = zip(Map.of("own/lib/libx.so", "x"));
        Path place = installer(good).install(recipe(Optional.empty()), line -> {});
        assertThatThrownBy(() -> installer(zip(Map.of("own/lib/libx.so", "tampered")))
                        .install(recipe(Optional.of(Sha256.of(good))), line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH));
        assertThat(Files.readString(place.resolve("libx.so"))).isEqualTo("x");
        assertThat(files(around().libraries())).containsExactly("some-set");
    }

    @Test
    @Tag("attack")
    void a_part_without_a_hash_is_trusted_at_the_first_time_alone() throws Exception {
        // The very same bytes: an archive bears the time at which it was made.
        byte[] wheel = zip(Map.of("own/lib/libx.so", "x"));
        Path place = installer(wheel).install(recipe(Optional.empty()), line -> {});
        Files.delete(place.resolve("libx.so"));
        installer(wheel).install(recipe(Optional.empty()), line -> {});

        byte[] swapped = zip(Map.of("own/lib/libx.so", "swapped"));
        assertThatThrownBy(() -> installer(swapped).install(recipe(Optional.empty()), line -> {}))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH);
                    assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("first-seen"));
                })
                .hasMessageContaining("wheel thing 1.2 for Linux amd64", "for the first time");
        assertThat(Files.readString(place.resolve("libx.so"))).isEqualTo("x");
        // The same wheel for another system is another file.
        new Installer(
                        new HostEnvironment(
                                "Windows", "amd64", Map.of(), cache.resolve("native"), cache.resolve("browsers")),
                        new FakeCommands(Optional.of(swapped), 0, ""),
                        CLOCK)
                .install(recipe(Optional.empty()), line -> {});
    }

    @Test
    void what_could_not_be_used_is_not_remembered() throws Exception {
        byte[] useless = zip(Map.of("other/readme.txt", "r"));
        assertThatThrownBy(() -> installer(useless).install(recipe(Optional.empty()), line -> {}))
                .hasMessageContaining("nothing for this machine");
        installer(zip(Map.of("own/lib/libx.so", "x"))).install(recipe(Optional.empty()), line -> {});
    }

    @Test
    void a_download_that_fails_says_what_the_package_manager_said_and_leaves_nothing() {
        Commands failing = new FakeCommands(Optional.empty(), 1, "ERROR: no route to host");
        assertThatThrownBy(() -> new Installer(around(), failing, CLOCK).install(recipe(Optional.empty()), line -> {}))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.DOWNLOAD_FAILED);
                    assertThat(e.getMessage()).contains("no route to host", "pip");
                });
        assertThat(LibrarySet.find(around(), "some-set")).isEmpty();
    }

    @Test
    void a_missing_package_manager_is_named_before_anything_is_fetched() {
        Commands none = new FakeCommands(Optional.empty(), 0, "") {
            @Override
            public boolean answers(List<String> way) {
                return false;
            }
        };
        assertThatThrownBy(() -> new Installer(around(), none, CLOCK).install(recipe(Optional.empty()), line -> {}))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TOOL_MISSING);
                    assertThat(e.failure().remedies())
                            .containsExactly(
                                    SystemPackages.ofThisMachine().remedy(Software.PIP) + ", and put it on PATH");
                });
        assertThat(ran).isEmpty();
    }

    @Test
    void an_archive_without_anything_for_this_machine_is_no_success() throws Exception {
        byte[] wheel = zip(Map.of("other/readme.txt", "r"));
        assertThatThrownBy(() -> installer(wheel).install(recipe(Optional.empty()), line -> {}))
                .hasMessageContaining("nothing for this machine");
    }

    @Test
    void removing_takes_the_set_and_says_whether_there_was_one() throws Exception {
        Installer installer = installer(zip(Map.of("own/lib/libx.so", "x")));
        installer.install(recipe(Optional.empty()), line -> {});
        assertThat(installer.remove(recipe(Optional.empty()))).isTrue();
        assertThat(installer.remove(recipe(Optional.empty()))).isFalse();
        assertThat(LibrarySet.find(around(), "some-set")).isEmpty();
    }

    private HostEnvironment around() {
        return new HostEnvironment("Linux", "amd64", Map.of(), cache.resolve("native"), cache.resolve("browsers"));
    }

    private Installer installer(byte[] fetched) {
        return new Installer(around(), new FakeCommands(Optional.of(fetched), 0, ""), CLOCK);
    }

    private static Recipe recipe(Optional<String> sha256) {
        return new Recipe(
                "some",
                Optional.empty(),
                "some-set",
                "1.2",
                "cpu",
                "a thing",
                1,
                List.of(new Artifact.Wheel("thing", "1.2", List.of("plat"), sha256, entry -> entry.endsWith(".so"))));
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static byte[] zip(Map<String, String> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private class FakeCommands implements Commands {
        private final Optional<byte[]> fetched;
        private final int code;
        private final String output;

        FakeCommands(Optional<byte[]> fetched, int code, String output) {
            this.fetched = fetched;
            this.code = code;
            this.output = output;
        }

        @Override
        public boolean answers(List<String> way) {
            return true;
        }

        @Override
        public Result run(List<String> line, Path folder) {
            ran.add(line);
            fetched.ifPresent(bytes -> {
                try {
                    Files.write(folder.resolve("thing-1.2.whl"), bytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return new Result(code, output);
        }

        @Override
        public Result ask(List<String> line, Duration limit) {
            throw new AssertionError("nothing is asked");
        }
    }
}
