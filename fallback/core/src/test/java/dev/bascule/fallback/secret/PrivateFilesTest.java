package dev.bascule.fallback.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
@DisabledOnOs(OS.WINDOWS)
class PrivateFilesTest {
    @TempDir
    Path folder;

    @Test
    @Tag("sized")
    void no_moment_is_seen_at_which_others_may_read() throws Exception {
        Path secrets = folder.resolve("new/secrets");
        Set<String> seen = new ConcurrentSkipListSet<>();
        AtomicBoolean done = new AtomicBoolean();
        Thread watcher = new Thread(() -> {
            while (!done.get()) {
                look(secrets.getParent(), seen);
            }
        });
        watcher.start();
        int times = TestSize.of(75, 300);
        for (int i = 1; i <= times; i++) {
            PrivateFiles.replace(secrets, "secret " + i);
        }
        done.set(true);
        watcher.join();
        look(secrets.getParent(), seen);
        assertThat(seen).isEqualTo(new TreeSet<>(Set.of("rw-------", "rwx------")));
        assertThat(secrets).hasContent("secret " + times);
        assertThat(secrets.getParent().toFile().list()).containsExactly("secrets");
    }

    @Test
    void what_was_open_to_others_is_closed() throws Exception {
        Path secrets = Files.writeString(folder.resolve("secrets"), "secret");
        Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rw-rw-rw-"));
        PrivateFiles.prepare(secrets);
        assertThat(rights(secrets)).isEqualTo("rw-------");
        assertThat(secrets).hasContent("secret");
        Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rw-r--r--"));
        PrivateFiles.close(secrets);
        assertThat(rights(secrets)).isEqualTo("rw-------");

        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        PrivateFiles.prepareFolder(open);
        assertThat(rights(open)).isEqualTo("rwx------");
    }

    private static void look(Path folder, Set<String> seen) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.toList()) {
                seen.add(rights(each));
            }
        } catch (NoSuchFileException | java.io.UncheckedIOException moved) {
            // A draft that is in its place by now.
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
