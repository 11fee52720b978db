package dev.bascule.app.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.models.packages.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionInstallerTest {
    private static final PartVersion WANTED = version("onnxruntime-web@1.20.1");

    @TempDir
    Path cache;

    private final FakeNpm npm = new FakeNpm();

    @Test
    void a_version_stays_where_the_new_one_cannot_take_its_place() throws IOException {
        Path place = Files.createDirectories(cache.resolve("1.2.3"));
        Files.writeString(place.resolve("old"), "here");
        Path work = Files.createDirectories(cache.resolve("work"));

        assertThatThrownBy(() -> VersionInstaller.replace(work.resolve("nothing"), place, work))
                .isInstanceOf(IOException.class);

        assertThat(place.resolve("old")).hasContent("here");
    }

    @Test
    void the_only_copy_of_a_version_that_cannot_even_go_back_is_kept_and_named() throws IOException {
        Path place = Files.createDirectories(cache.resolve("1.2.3"));
        Files.writeString(place.resolve("old"), "here");
        Path work = Files.createDirectories(cache.resolve("work"));

        assertThatThrownBy(() -> VersionInstaller.replace(work.resolve("out"), place, work, (from, to) -> {
                    if (to.equals(place)) {
                        throw new IOException("no " + from.getFileName());
                    }
                    Files.move(from, to);
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no out; what was there is in '%s'", work.resolve("before"))
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        VersionInstaller.clear(work);

        assertThat(work.resolve("before/old")).hasContent("here");
    }

    @Test
    void nothing_stays_of_a_version_that_another_took_the_place_of() throws IOException {
        Path place = Files.createDirectories(cache.resolve("1.2.3"));
        Path work = Files.createDirectories(cache.resolve("work"));
        Files.writeString(Files.createDirectories(work.resolve("out")).resolve("new"), "here");

        VersionInstaller.replace(work.resolve("out"), place, work);
        VersionInstaller.clear(work);

        assertThat(place.resolve("new")).hasContent("here");
        assertThat(work).doesNotExist();
    }

    @Test
    void a_version_is_put_into_the_cache_with_the_hash_of_each_file_and_found_there() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        Path folder = installer().install(WANTED, line -> {});
        assertThat(folder).isEqualTo(cache.resolve("engines/onnxruntime-web/1.20.1"));
        assertThat(files(folder))
                .containsExactlyInAnyOrder(
                        "package.json",
                        "dist/ort.wasm.min.mjs",
                        "dist/ort.webgpu.min.mjs",
                        "dist/ort.all.min.mjs",
                        "dist/ort-wasm-simd-threaded.mjs",
                        "dist/ort-wasm-simd-threaded.wasm",
                        "dist/ort-wasm-simd-threaded.jsep.mjs",
                        "dist/ort-wasm-simd-threaded.jsep.wasm",
                        VersionStore.HASHES);
        assertThat(Files.readAllLines(folder.resolve(VersionStore.HASHES))).hasSize(8);
        assertThat(store().installed(VersionedPart.ENGINE)).containsExactly(WANTED.version());
        assertThat(store().verified(WANTED)).contains(folder);
        assertThat(Versions.engine(store(), WANTED.version()))
                .hasValueSatisfying(engine -> assertThat(engine.version()).isEqualTo(WANTED.version()));
        assertThat(files(cache.resolve("engines"))).allMatch(file -> file.startsWith("onnxruntime-web/1.20.1/"));
    }

    @Test
    void what_is_here_is_not_fetched_again() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        Versions versions = new Versions(around(), store(), npm);
        Path folder = cache.resolve("engines/onnxruntime-web/1.20.1");
        assertThat(versions.ensure(WANTED, line -> {})).isEqualTo(new Versions.Answer.Here(folder));
        npm.ran.clear();
        assertThat(versions.ensure(WANTED, line -> {})).isEqualTo(new Versions.Answer.Here(folder));
        assertThat(npm.ran).isEmpty();
    }

    @Test
    @Tag("attack")
    void a_file_that_is_not_what_npm_publishes_is_refused_and_nothing_stays() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        npm.answer = Optional.of(new Commands.Result(0, FakeNpm.integrity(new byte[] {1})));
        assertThatThrownBy(() -> installer().install(WANTED, line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH));
        assertThat(store().find(WANTED)).isEmpty();
        assertThat(files(cache.resolve("engines"))).isEmpty();
    }

    @Test
    @Tag("attack")
    void a_version_that_comes_with_another_hash_the_second_time_is_refused_and_the_first_stays() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        installer().install(WANTED, line -> {});
        Map<String, String> other = engine("1.20.1");
        other.put("package/dist/ort.wasm.min.mjs", "swapped");
        npm.packed = Optional.of(FakeNpm.tgz(other));
        assertThatThrownBy(() -> installer().install(WANTED, line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH));
        assertThat(store().verified(WANTED)).isPresent();
    }

    @Test
    @Tag("attack")
    void an_installed_version_whose_files_were_changed_is_not_used() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        Path folder = installer().install(WANTED, line -> {});
        Files.writeString(folder.resolve("dist/ort.wasm.min.mjs"), "changed");
        assertThatThrownBy(() -> Versions.engine(store(), WANTED.version()))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH);
                    assertThat(e.failure().remedies()).contains("bascule install --force onnxruntime-web@1.20.1");
                });
    }

    @Test
    @Tag("attack")
    void no_entry_of_an_archive_leads_out_of_its_folder() throws Exception {
        Map<String, String> entries = engine("1.20.1");
        for (String bad :
                List.of("../../evil.mjs", "package/dist/../../../evil.mjs", "/tmp/evil.mjs", "package/evil.mjs")) {
            entries.put(bad, "evil");
        }
        npm.packed = Optional.of(FakeNpm.tgz(entries));
        installer().install(WANTED, line -> {});
        assertThat(files(cache)).noneMatch(file -> file.contains("evil"));
    }

    @Test
    void a_package_that_says_it_is_another_version_is_refused() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.0")));
        assertThatThrownBy(() -> installer().install(WANTED, line -> {}))
                .hasMessage("onnxruntime-web@1.20.1 says of itself that it is version 1.20.0");
    }

    @Test
    void a_layout_that_is_not_known_is_an_answer_and_a_failed_download_is_none() throws Exception {
        Versions versions = new Versions(around(), store(), npm);
        assertThatThrownBy(() -> versions.ensure(WANTED, line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DOWNLOAD_FAILED));
        npm.packed = Optional.of(FakeNpm.tgz(
                Map.of("package/package.json", "{\"name\": \"onnxruntime-web\", \"version\": \"1.20.1\"}")));
        assertThat(versions.ensure(WANTED, line -> {}))
                .isEqualTo(new Versions.Answer.NotAvailable(
                        "cannot say: the layout of onnxruntime-web 1.20.1 is unknown"));
    }

    @Test
    void a_version_that_is_not_installed_is_named_with_what_installs_it() {
        assertThatThrownBy(() -> Versions.engine(store(), WANTED.version()))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.PART_UNAVAILABLE);
                    assertThat(e.failure().remedies()).containsExactly("bascule install onnxruntime-web@1.20.1");
                });
    }

    @Test
    void the_bundled_version_needs_no_installation() {
        ReleaseVersion bundled =
                BridgeServer.bundledEngine().flatMap(ReleaseVersion::parse).orElseThrow();
        assertThat(Versions.engine(store(), bundled)).isEmpty();
    }

    @Test
    void removing_says_whether_it_was_there() throws Exception {
        npm.packed = Optional.of(FakeNpm.tgz(engine("1.20.1")));
        installer().install(WANTED, line -> {});
        assertThat(installer().remove(WANTED)).isTrue();
        assertThat(installer().remove(WANTED)).isFalse();
        assertThat(store().installed(VersionedPart.ENGINE)).isEmpty();
    }

    @Test
    void a_browser_is_not_fetched_for_a_system_that_there_is_none_for() {
        HostEnvironment mac = new HostEnvironment(
                "Mac OS X", "aarch64", Map.of(), cache.resolve("native"), cache.resolve("browsers"));
        PartVersion browser = version("chrome-headless-shell@148.0.0");
        assertThatThrownBy(() -> new VersionInstaller(mac, store(), npm).install(browser, line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PART_UNAVAILABLE));
        assertThat(npm.ran).isEmpty();
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(
            strings = {
                "onnxruntime-web",
                "onnxruntime-web@",
                "onnxruntime-web@../x",
                "onnxruntime-web@latest",
                "other@1.2.3",
                "@1.2.3",
                "onnxruntime-web@1.2.3@1.2.3",
                "../onnxruntime-web@1.2.3"
            })
    void what_names_no_version_of_a_part_is_refused(String text) {
        assertThat(PartVersion.parse(text)).isEmpty();
    }

    /** As 1.19 to 1.22 are packed, with files that nobody needs. */
    private static Map<String, String> engine(String version) {
        Map<String, String> files = new HashMap<>();
        files.put("package/package.json", "{\"name\": \"onnxruntime-web\", \"version\": \"%s\"}".formatted(version));
        for (String file : List.of(
                "ort.wasm.min.mjs",
                "ort.webgpu.min.mjs",
                "ort.all.min.mjs",
                "ort-wasm-simd-threaded.mjs",
                "ort-wasm-simd-threaded.wasm",
                "ort-wasm-simd-threaded.jsep.mjs",
                "ort-wasm-simd-threaded.jsep.wasm",
                "ort.node.min.mjs",
                "ort.webgl.min.mjs",
                "ort.all.min.mjs.map")) {
            files.put("package/dist/" + file, file);
        }
        files.put("package/lib/index.ts", "source");
        return files;
    }

    private static PartVersion version(String text) {
        return PartVersion.parse(text).orElseThrow();
    }

    private VersionStore store() {
        return new VersionStore(new CacheFolder(cache));
    }

    private HostEnvironment around() {
        return new HostEnvironment("Linux", "amd64", Map.of(), cache.resolve("native"), cache.resolve("browsers"));
    }

    private VersionInstaller installer() {
        return new VersionInstaller(around(), store(), npm);
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }
}
