package dev.bascule.execution.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that works here is known to live whatever clock and pid say, and is forgotten when it surely does not. */
@Timeout(180)
@Tag("slow")
class MachineUserTest {
    @TempDir
    private Path folder;

    private Optional<Process> started = Optional.empty();
    private Path file = Path.of("none");

    /** Who measures; its file is there. */
    private Process begin() throws IOException {
        Process child = new ProcessBuilder(
                        TestJvm.line(LockHolder.class.getName(), folder.toString(), MachineUse.TIMED.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started = Optional.of(child);
        assertThat(child.inputReader().readLine()).isEqualTo("held");
        try (var files = Files.list(folder.resolve("measuring.d"))) {
            file = files.findFirst().orElseThrow();
        }
        return child;
    }

    @AfterEach
    void end() throws InterruptedException {
        if (started.isPresent()) {
            started.get().destroyForcibly().waitFor();
        }
    }

    private List<MachineUser> seen() {
        return MachineLock.in(folder, Clock.systemUTC()).neighbors();
    }

    /** In its place, and so with its lock. */
    private void change(Consumer<ObjectNode> change) throws IOException {
        ObjectNode text = (ObjectNode) Json.MAPPER.readTree(Files.readAllBytes(file));
        change.accept(text);
        Files.write(file, Json.MAPPER.writeValueAsBytes(text), StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void anotherStart(ObjectNode text) {
        text.put("startedAt", "2001-01-01T00:00:00Z");
    }

    private static void anotherContainer(ObjectNode text) {
        text.put("processes", "another boot pid:[1]");
    }

    @Test
    void it_lives_though_the_clock_was_set() throws Exception {
        Process child = begin();
        change(MachineUserTest::anotherStart);
        assertThat(seen()).extracting(MachineUser::pid).containsExactly(child.pid());
        assertThat(file).exists();
    }

    @Test
    void it_lives_in_another_container_until_its_lock_is_free() throws Exception {
        Process child = begin();
        change(text -> {
            anotherContainer(text);
            text.put("pid", 4_000_000_000L);
        });
        assertThat(seen()).hasSize(1);
        child.destroyForcibly().waitFor();
        assertThat(seen()).isEmpty();
        assertThat(file).doesNotExist();
    }

    @Test
    void a_file_without_a_lock_is_left_where_its_pid_is_somebodys() throws Exception {
        Process child = begin();
        change(MachineUserTest::anotherStart);
        Path copy = Files.copy(file, file.resolveSibling("copy.json"));
        assertThat(seen()).hasSize(1);
        assertThat(copy).exists();
        child.destroyForcibly().waitFor();
        assertThat(seen()).isEmpty();
        assertThat(copy).doesNotExist();
    }

    @Test
    void whoever_is_alone_sees_itself_and_keeps_its_lock_by_it() throws Exception {
        begin().destroyForcibly().waitFor();
        MachineLock lock = MachineLock.in(folder, Clock.systemUTC());
        try (MachineLease alone = lock.take(MachineUse.TIMED, WhenBusy.FAIL, "this test", text -> {})) {
            assertThat(alone.others()).isEmpty();
            assertThat(lock.neighbors())
                    .extracting(MachineUser::pid)
                    .containsExactly(ProcessHandle.current().pid());
        }
        assertThat(lock.neighbors()).isEmpty();
    }

    @Test
    void a_parents_pid_in_another_container_is_no_parents() {
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        MachineUser here = MachineUser.ofThisProcess("bascule run", MachineUse.TIMED, Instant.EPOCH);
        MachineUser near = new MachineUser(
                parent, Optional.empty(), here.processes(), "bascule run", MachineUse.TIMED, Instant.EPOCH);
        MachineUser far = new MachineUser(
                parent, Optional.empty(), Optional.of("elsewhere"), "bascule run", MachineUse.TIMED, Instant.EPOCH);
        assertThat(near.isAncestor()).isTrue();
        assertThat(far.isAncestor()).isFalse();
    }
}
