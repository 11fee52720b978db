package dev.bascule.cli.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevocationsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final List<String> revoked = new CopyOnWriteArrayList<>();

    private boolean revoke(String id) {
        revoked.add(id);
        return id.equals("gpu-box-1f");
    }

    @Test
    void the_one_that_runs_takes_a_token_back_and_says_whether_there_was_one() throws Exception {
        Revocations watch = Revocations.watch(folder, this::revoke);
        try {
            assertThat(Revocations.ask(folder, "gpu-box-1f", PATIENCE)).isTrue();
            assertThat(Revocations.ask(folder, "mac-2e", PATIENCE)).isFalse();
        } finally {
            watch.close();
        }
        assertThat(revoked).containsExactly("gpu-box-1f", "mac-2e");
        assertThat(left()).isEmpty();
    }

    @Test
    void what_fails_half_way_is_asked_again_until_it_is_done() throws Exception {
        Revocations watch = Revocations.watch(folder, id -> {
            revoke(id);
            if (revoked.size() == 1) {
                throw new IllegalStateException("the files of the accounts cannot be written");
            }
            return true;
        });
        try {
            assertThat(Revocations.ask(folder, "gpu-box-1f", PATIENCE)).isTrue();
        } finally {
            watch.close();
        }
        assertThat(revoked).containsExactly("gpu-box-1f", "gpu-box-1f");
    }

    @Test
    void where_none_runs_nothing_is_taken_back_and_nothing_is_left_for_the_next() throws Exception {
        assertThatThrownBy(() -> Revocations.ask(folder, "gpu-box-1f", Duration.ofMillis(1)))
                .hasMessageContainingAll("no coordinator runs", "or it could not take the token back");
        assertThat(left()).isEmpty();
    }

    @Test
    void a_word_that_leads_elsewhere_is_no_id() throws Exception {
        assertThat(Revocations.ask(folder, "../mac", PATIENCE)).isFalse();
        assertThat(folder.resolve("revoke")).doesNotExist();
    }

    @Test
    void what_a_killed_asker_left_is_no_longer_asked() throws Exception {
        Path asked = folder.resolve("revoke").resolve("gpu-box-1f");
        Files.createDirectories(folder.resolve("revoke"));
        Files.writeString(asked, "");

        Revocations.watch(folder, this::revoke).close();

        assertThat(asked).doesNotExist();
        assertThat(revoked).isEmpty();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("revoke"))) {
            return files.toList();
        }
    }
}
