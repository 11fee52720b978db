package dev.bascule.scheduling.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What jobs ask, and what was known of times, is the same in a replay as it was. */
class ReplayedAsksTest {
    private static final String HEAD =
            "{\"schemaVersion\":1,\"what\":\"record\",\"workload\":\"w\",\"policy\":\"%s\",\"seed\":1}\n";
    private static final String TWO_ALIKE = """
            {"event":"joined","at":0,"worker":"w1","hardware":"box"}
            {"event":"joined","at":0,"worker":"w2","hardware":"box"}
            """;

    private static RecordedRun read(String policy, String... lines) {
        try {
            return RunRecording.read(new StringReader(HEAD.formatted(policy) + String.join("", lines)), "run.jsonl");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param asked with a comma before, where there is some */
    private static String job(String id, String kind, String asked, String worker, double placed, double ended) {
        return """
                {"event":"submitted","at":0,"job":"%1$s","kind":"%2$s"%3$s}
                {"event":"placed","at":%5$s,"job":"%1$s","attempt":1,"worker":"%4$s"}
                {"event":"ended","at":%6$s,"job":"%1$s","attempt":1,"worker":"%4$s","state":"done","tookSeconds":%7$s}
                """.formatted(id, kind, asked, worker, placed, ended, ended - placed);
    }

    private static double simulated(RecordedRun run, String what) {
        return Replay.of(run).held().stream()
                .filter(held -> held.name().equals(what))
                .mapToDouble(Replay.Held::simulated)
                .sum();
    }

    @Test
    void what_jobs_asked_and_what_was_known_is_read_as_it_was_written() {
        RecordedRun run = read(
                "fifo",
                TWO_ALIKE,
                "{\"event\":\"known\",\"at\":0,\"kind\":\"k\",\"hardware\":\"box\",\"tookSeconds\":[1.5,2]}\n",
                job("r-1", "k", "", "w1", 0, 2),
                job(
                        "r-2",
                        "k",
                        ",\"on\":[\"w2\"],\"timed\":true,\"withinSeconds\":9,\"warmth\":[\"m\"],\"after\":[\"r-1\"]",
                        "w2",
                        2,
                        4));

        assertThat(run.attempts().get(1).asked().on()).containsExactly("w2");
        assertThat(run.known()).hasSize(1);
        assertThat(read("fifo", RunRecording.write(run).split("\n", 2)[1])).isEqualTo(run);
    }

    /** Both ask for the second worker, which is as good as the first. */
    @Test
    void a_job_waits_for_the_worker_that_has_what_it_asks() {
        String asks = ",\"on\":[\"w2\"]";
        RecordedRun run = read(
                "fifo",
                TWO_ALIKE,
                job("r-1", "k", asks, "w2", 0, 2),
                job("r-2", "k", asks, "w2", 2, 4),
                job("r-3", "short", "", "w1", 0, 0.5));

        assertThat(simulated(run, "makespan")).isEqualTo(4);
        assertThat(simulated(
                        read("fifo", RunRecording.write(run).split("\n", 2)[1].replace(asks, "")), "makespan"))
                .as("it is what they ask")
                .isLessThan(4);
    }

    @Test
    void a_record_of_jobs_that_wait_for_themselves_or_each_other_is_refused() {
        String own = job("r-1", "k", ",\"after\":[\"r-1\"]", "w1", 0, 2);
        String ring = job("r-1", "k", ",\"after\":[\"r-2\"]", "w1", 0, 2)
                + job("r-2", "k", ",\"after\":[\"r-1\"]", "w2", 2, 4);

        for (String jobs : List.of(own, ring)) {
            Replay replay = Replay.of(read("fifo", TWO_ALIKE, jobs));
            assertThatThrownBy(replay::held)
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                    .hasMessageContaining("wait for each other");
        }
    }

    @Test
    void times_that_no_clock_counts_are_refused() {
        StringBuilder jobs = new StringBuilder();
        for (int i = 1; i <= 12; i++) {
            jobs.append(job("r-" + i, "k", "", "w1", 0, 999_999_999));
        }
        Replay replay = Replay.of(read("fifo", TWO_ALIKE, jobs.toString()));

        assertThatThrownBy(replay::held)
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContaining("years");
    }

    @Test
    void a_job_that_was_done_where_nobody_has_what_it_asks_is_refused() {
        assertThatThrownBy(() -> read("fifo", TWO_ALIKE, job("r-1", "k", ",\"on\":[\"w2\"]", "w1", 0, 2)))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContaining("r-1 was done by w1");
    }

    @Test
    void a_job_waits_for_those_that_had_to_be_done_before() {
        RecordedRun run = read(
                "fifo",
                TWO_ALIKE,
                job("r-1", "k", "", "w1", 0, 2),
                job("r-2", "k", ",\"after\":[\"r-1\"]", "w2", 2, 4),
                job("r-3", "k", ",\"after\":[\"r-2\",\"r-9\"]", "w1", 4, 6));

        assertThat(simulated(run, "makespan")).isEqualTo(6);
        assertThat(simulated(run, "waiting")).isEqualTo(6);
    }

    /** Who knows that the slow one takes ten times as long leaves it idle; who knows nothing tries it. */
    @Test
    void the_policy_knows_what_was_known_before() {
        String workers = """
                {"event":"joined","at":0,"worker":"f","hardware":"fast"}
                {"event":"joined","at":0,"worker":"s","hardware":"slow"}
                """;
        String known = """
                {"event":"known","at":0,"kind":"k","hardware":"fast","tookSeconds":[1,1,1]}
                {"event":"known","at":0,"kind":"k","hardware":"slow","tookSeconds":[10,10,10]}
                """;
        String jobs = job("r-1", "k", "", "s", 0, 10)
                + job("r-2", "k", "", "f", 0, 1)
                + job("r-3", "k", "", "f", 1, 2)
                + job("r-4", "k", "", "f", 2, 3);

        assertThat(simulated(read("assignment", workers, known, jobs), "makespan"))
                .isEqualTo(4);
        assertThat(simulated(read("assignment", workers, jobs), "makespan")).isEqualTo(10);
    }

    @Test
    void what_came_at_once_comes_in_its_order() {
        RecordedRun run = read(
                "fifo",
                "{\"event\":\"joined\",\"at\":0,\"worker\":\"w1\",\"hardware\":\"box\"}\n",
                job("r-1", "short", "", "w1", 0, 1),
                job("r-2", "long", "", "w1", 1, 11),
                job("r-10", "short", "", "w1", 11, 12));

        assertThat(simulated(run, "waiting")).isEqualTo(12);
        assertThat(run.attempts()).extracting(RecordedAttempt::job).containsExactly("r-1", "r-2", "r-10");
    }
}
