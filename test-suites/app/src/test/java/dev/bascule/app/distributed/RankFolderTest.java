package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankFolderTest {
    /** Above all that Linux gives, which is 2^22. */
    private static final long NOBODY = 99_999_999;

    @TempDir
    private Path parent;

    @Test
    void folders_of_dead_owners_are_swept_and_of_living_ones_and_strangers_are_not() throws IOException {
        Path dead = Files.createDirectories(parent.resolve("bascule-ranks-%d-1/meeting".formatted(NOBODY)));
        Path stranger = Files.createDirectory(parent.resolve("bascule-model-%d-1".formatted(NOBODY)));
        Path living = RankFolder.create(parent, "checkpoints");

        Path own = RankFolder.create(parent, "ranks");

        assertThat(dead.getParent()).doesNotExist();
        assertThat(stranger).exists();
        assertThat(living).exists();
        assertThat(own).exists().isNotEqualTo(living);
    }
}
