package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Room for results of at most 100 bytes in a folder of 350. */
class ResultRoomTest extends DeskFixture {
    private static final PoolLimits LITTLE = new PoolLimits(9, 9, 9, 9, 700, 100, Duration.ofSeconds(30), 3);

    private Path files;
    private Fetched fetched;
    private ResultRoom room;

    @BeforeEach
    void fill() throws IOException {
        files = folder.resolve("results");
        fetched = new Fetched(folder.resolve("fetched"));
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        ended(ONE, FIRST, job, 1, Optional.empty());
        Files.createDirectories(files);
        Files.write(files.resolve(RESULT.orElseThrow()), new byte[300]);
        room = new ResultRoom(desk, new FileStore(files, 350, clock), fetched, LITTLE, () -> nanos);
    }

    @Test
    void a_result_that_nobody_fetched_takes_it() {
        assertThat(room.look()).isZero();
        assertThat(files.resolve(RESULT.orElseThrow())).exists();
    }

    @Test
    void it_is_made_of_one_that_was_fetched_within_a_second() {
        assertThat(room.look()).isZero();
        fetched.add(new JobId("run-1"), 1);
        assertThat(room.look()).isZero();

        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(room.look()).isEqualTo(3);
        assertThat(files.resolve(RESULT.orElseThrow())).doesNotExist();
    }
}
