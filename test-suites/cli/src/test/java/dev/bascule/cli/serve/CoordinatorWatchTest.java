package dev.bascule.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoordinatorWatchTest {
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void a_coordinator_that_ends_by_itself_is_told_once_and_decides_how_the_server_exits() {
        CountDownLatch broken = new CountDownLatch(1);
        try (CoordinatorWatch watch = CoordinatorWatch.over(
                () -> {
                    broken.await();
                    throw new BasculeException(ErrorCode.COORDINATOR_FAILED, "the broker stopped");
                },
                why -> told.add(why.getMessage()))) {
            assertThat(watch.exit(ExitCode.OK)).isEqualTo(ExitCode.OK);

            broken.countDown();

            await().until(() -> !told.isEmpty());
            assertThat(told).containsExactly("the broker stopped");
            assertThat(watch.exit(ExitCode.OK)).isEqualTo(ErrorCode.COORDINATOR_FAILED.exitCode());
        }
    }

    @Test
    void one_that_ends_by_a_bug_is_told_as_well() {
        try (CoordinatorWatch watch = CoordinatorWatch.over(
                () -> {
                    throw new IllegalStateException("a bug");
                },
                why -> told.add(why.getMessage()))) {
            await().until(() -> !told.isEmpty());

            assertThat(told).allMatch(why -> why.contains("a bug"));
            assertThat(watch.exit(ExitCode.OK)).isEqualTo(ErrorCode.COORDINATOR_FAILED.exitCode());
        }
    }

    @Test
    void one_that_is_stopped_with_the_server_is_no_failure() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        CoordinatorWatch watch = CoordinatorWatch.over(
                () -> {
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        left.countDown();
                    }
                },
                why -> told.add(why.getMessage()));

        watch.close();

        left.await();
        assertThat(told).isEmpty();
        assertThat(watch.exit(ExitCode.INTERRUPTED)).isEqualTo(ExitCode.INTERRUPTED);
    }
}
