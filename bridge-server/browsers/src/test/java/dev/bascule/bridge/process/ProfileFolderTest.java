package dev.bascule.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ProfileFolderTest {
    @TempDir
    Path parent;

    @Test
    void it_is_made_in_the_folder_that_is_named_and_tells_whose_it_is() {
        ProfileFolder profile = ProfileFolder.create(parent.resolve("not/yet/there"));
        assertThat(profile.path()).isDirectory().hasParent(parent.resolve("not/yet/there"));
        assertThat(profile.path().getFileName().toString())
                .startsWith("bascule-profile-" + ProcessHandle.current().pid());
        assertThat(profile.delete()).isTrue();
        assertThat(profile.path()).doesNotExist();
        assertThat(ProfileFolder.parentFor(Optional.of(parent))).isEqualTo(parent);
    }

    @Test
    void where_no_folder_can_be_made_the_folder_is_named() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        assertThatThrownBy(() -> ProfileFolder.create(file))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE))
                .hasMessageContaining(file.toString());
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void a_dead_owners_profile_goes_with_the_processes_on_it_and_a_living_owners_stays() throws Exception {
        Process owner = new ProcessBuilder("true").start();
        assertThat(owner.waitFor()).isZero();
        Path dead = Files.createDirectory(parent.resolve("bascule-profile-" + owner.pid() + "-1"));
        Path living = Files.createDirectory(
                parent.resolve("bascule-profile-" + ProcessHandle.current().pid() + "-1"));
        Process onDead = on(dead);
        Process onLiving = on(living);
        try {
            ProfileFolder.sweep(parent);
            assertThat(onDead.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(dead).doesNotExist();
            assertThat(onLiving.isAlive()).isTrue();
            assertThat(living).isDirectory();
        } finally {
            onDead.destroyForcibly();
            onLiving.descendants().forEach(ProcessHandle::destroyForcibly);
            onLiving.destroyForcibly();
        }
    }

    /** Stands for a browser: a process with the profile's path in its command line, and a child without. */
    private static Process on(Path profile) throws Exception {
        return new ProcessBuilder("sh", "-c", "sleep 600 & wait", profile.toString()).start();
    }
}
