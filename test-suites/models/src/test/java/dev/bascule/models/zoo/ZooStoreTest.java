package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooStoreTest {
    private static final ZooModel MODEL = Zoo.model("mobilenet-micro").orElseThrow();

    @TempDir
    private Path folder;

    @Test
    void a_model_is_written_once_and_found_again() throws IOException {
        ModelArtifact first = store().model(MODEL);
        Files.setLastModifiedTime(first.file(), FileTime.fromMillis(1000));

        assertThat(store().model(MODEL)).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(first.file()).toMillis()).isEqualTo(1000);
        assertThat(first.bytes()).isEqualTo(Files.size(first.file())).isEqualTo(MODEL.sizeBytes());
    }

    @Test
    void a_file_that_was_cut_short_is_written_again() throws IOException {
        ModelArtifact whole = store().model(MODEL);
        Files.write(whole.file(), new byte[100]);

        assertThat(store().model(MODEL)).isEqualTo(whole);
    }

    @Test
    void nothing_half_written_is_left_behind() throws IOException {
        store().model(MODEL);
        store().asset(SampleAssets.SPEECH);
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void a_folder_that_cannot_be_written_is_an_error_with_a_way_out() throws IOException {
        Path file = Files.createFile(folder.resolve("in-the-way"));
        ZooStore store = new ZooStore(new CacheFolder(file));
        assertThatThrownBy(() -> store.model(MODEL)).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE);
            assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("BASCULE_CACHE"));
        });
    }

    private ZooStore store() {
        return new ZooStore(new CacheFolder(folder));
    }
}
