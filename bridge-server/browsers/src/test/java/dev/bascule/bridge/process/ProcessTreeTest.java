package dev.bascule.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ProcessTreeTest {

    @TempDir
    Path folder;

    @Test
    void a_whole_tree_is_killed() throws Exception {
        Process root = shell("sleep 300 & sh -c 'sleep 300 & wait' & wait");
        ProcessTree tree = new ProcessTree(root.toHandle(), UUID.randomUUID().toString());
        Awaitility.await().until(() -> tree.alive().size() >= 4);
        tree.kill();
        assertThat(tree.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(tree.alive()).isEmpty();
    }

    @Test
    void children_whose_parent_died_first_are_still_known() throws Exception {
        Process root = shell("sleep 300 & wait");
        ProcessTree tree = new ProcessTree(root.toHandle(), UUID.randomUUID().toString());
        Awaitility.await().until(() -> tree.alive().size() >= 2);
        root.destroyForcibly().waitFor();
        assertThat(tree.alive()).hasSize(1);
        tree.kill();
        assertThat(tree.awaitEnd(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void a_process_that_left_the_tree_unseen_is_found_by_its_mark() throws Exception {
        String mark = "mark-" + UUID.randomUUID();
        Process gone = shell("true");
        gone.waitFor();
        ProcessTree tree = new ProcessTree(gone.toHandle(), mark);
        // Behind more than the 4096 bytes that the JDK reads of a command line.
        Process stray = new ProcessBuilder("sh", "-c", "sleep 300 & wait", "x".repeat(6000), mark).start();
        assertThat(stray.isAlive()).isTrue();
        tree.kill();
        assertThat(stray.waitFor(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        stray.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void a_process_without_the_mark_is_left_alone() throws Exception {
        Process other = shell("sleep 300");
        Process root = shell("sleep 300");
        new ProcessTree(root.toHandle(), "mark-" + UUID.randomUUID()).kill();
        assertThat(root.waitFor(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        assertThat(other.isAlive()).isTrue();
        other.descendants().forEach(ProcessHandle::destroyForcibly);
        other.destroyForcibly();
    }

    @Test
    void the_end_of_a_strangers_process_is_noticed_and_that_of_a_live_one_is_not_invented() throws Exception {
        Process parent = shell("sleep 300 & sleep 300 & wait");
        Awaitility.await().until(() -> parent.children().count() == 2);
        ProcessHandle dying = parent.children().findFirst().orElseThrow();
        AtomicInteger told = new AtomicInteger();
        ProcessWatch.onEnd(dying, told::incrementAndGet);
        ProcessWatch.onEnd(parent.toHandle(), () -> told.addAndGet(100));
        dying.destroyForcibly();
        Awaitility.await().until(() -> told.get() == 1);
        assertThat(parent.isAlive()).isTrue();
        new ProcessTree(parent.toHandle(), UUID.randomUUID().toString()).kill();
        Awaitility.await().until(() -> told.get() == 101);
    }

    @Test
    void a_process_that_ended_and_is_not_yet_reaped_does_not_run() throws Exception {
        // The shell's child ends at once; sleep, which takes the shell's place, never asks for it.
        Process parent = shell("true & exec sleep 300");
        Awaitility.await().until(() -> parent.children().count() == 1);
        ProcessHandle zombie = parent.children().findFirst().orElseThrow();
        Awaitility.await().until(() -> !Processes.runs(zombie));
        assertThat(Processes.runs(parent.toHandle())).isTrue();
        parent.destroyForcibly();
    }

    @Test
    void the_state_is_read_behind_whatever_name_a_process_has() {
        assertThat(Processes.isZombie("42 (chrome) Z 1 42 42 0")).isTrue();
        assertThat(Processes.isZombie("42 (a) Z (b) S 1 42 42 0")).isFalse();
        assertThat(Processes.isZombie("")).isFalse();
    }

    @Test
    void a_blank_mark_which_would_match_everything_is_refused() {
        assertThatThrownBy(() -> new ProcessTree(ProcessHandle.current(), " "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_profile_of_a_dead_process_is_swept_and_one_of_a_live_one_is_not() throws Exception {
        Process dead = shell("true");
        dead.waitFor();
        Path orphan = Files.createDirectories(folder.resolve("bascule-profile-" + dead.pid() + "-1/Default"));
        Path own = Files.createDirectories(
                folder.resolve("bascule-profile-" + ProcessHandle.current().pid() + "-1"));
        Path other = Files.createDirectories(folder.resolve("bascule-profiles"));
        ProfileFolder.sweep(folder);
        assertThat(orphan.getParent()).doesNotExist();
        assertThat(own).exists();
        assertThat(other).exists();
    }

    @Test
    void a_profile_is_made_fresh_and_goes_with_all_that_is_in_it() throws Exception {
        ProfileFolder profile = ProfileFolder.create();
        Files.writeString(
                Files.createDirectories(profile.path().resolve("Default")).resolve("Prefs"), "{}");
        Files.createSymbolicLink(profile.path().resolve("SingletonLock"), Path.of("nowhere"));
        assertThat(profile.delete()).isTrue();
        assertThat(profile.path()).doesNotExist();
        assertThat(profile.delete()).isTrue();
    }

    private static Process shell(String script) throws Exception {
        return new ProcessBuilder("sh", "-c", script).start();
    }
}
