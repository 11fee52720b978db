package dev.bascule.fallback.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
    @TempDir
    Path place;

    @Test
    void a_folder_goes_with_all_that_is_in_it_and_what_links_lead_to_stays() throws IOException {
        Path kept =
                Files.writeString(Files.createDirectory(place.resolve("other")).resolve("kept.txt"), "kept");
        Path folder =
                Files.createDirectories(place.resolve("folder/deep/deeper")).getParent();
        Files.writeString(folder.resolve("file.txt"), "text");
        Files.createSymbolicLink(folder.resolve("to-a-folder"), kept.getParent());
        Files.createSymbolicLink(folder.resolve("to-nothing"), place.resolve("nothing"));

        FolderTree.delete(place.resolve("folder"));

        assertThat(place.resolve("folder")).doesNotExist();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void a_link_to_a_folder_goes_and_the_folder_stays() throws IOException {
        Path kept =
                Files.writeString(Files.createDirectory(place.resolve("other")).resolve("kept.txt"), "kept");
        Path link = Files.createSymbolicLink(place.resolve("link"), kept.getParent());

        FolderTree.delete(link);

        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void what_is_not_there_is_gone() {
        assertThatCode(() -> FolderTree.delete(place.resolve("absent"))).doesNotThrowAnyException();
        assertThat(FolderTree.deleteQuietly(place.resolve("absent"))).isTrue();
    }

    /** What nobody may delete, not even the administrator. */
    @Test
    void what_stays_is_told() {
        Path kernels = Path.of("/proc/self/attr");
        assumeThat(kernels).exists();

        assertThat(FolderTree.deleteQuietly(kernels)).isFalse();
        assertThatThrownBy(() -> FolderTree.delete(kernels)).isInstanceOf(IOException.class);
    }
}
