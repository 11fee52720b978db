package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.history.IntegrityFinding;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.FromWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of runs that are over, with the files that lie beside their ledger. */
class PrunerTest extends DeskFixture {
    private static final Duration KEEP = Duration.ofDays(30);

    private Instant now = Instant.parse("2026-11-28T10:00:00Z");
    private final Clock moving = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    /** By how much somebody set the clock back. */
    private Duration setBack = Duration.ZERO;

    private Path files;
    private FileStore results;
    private Fetched fetched;
    private Pruner pruner;

    @BeforeEach
    void aPruner() {
        files = LedgerFiles.beside(folder.resolve("history.duckdb"));
        results = new FileStore(files.resolve("results"), 1000, moving);
        fetched = new Fetched(files.resolve("fetched"));
        pruner = new Pruner(
                desk, new FileStore(files.resolve("blobs"), 1000, moving), results, fetched, KEEP, moving, this::even);
        join(ONE, FIRST);
    }

    private long even() {
        return Duration.between(clock.instant(), now).toNanos() + setBack.toNanos();
    }

    private Path done(int number, String document) {
        String sha256 = Sha256.of(document.getBytes(StandardCharsets.UTF_8));
        Path file = files.resolve("results").resolve(sha256);
        try {
            Files.writeString(file, document);
            Files.setLastModifiedTime(file, FileTime.from(now));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JobId job = submit(number, false);
        desk.tick();
        assertThat(desk.ended(
                        ONE,
                        new FromWorker.Ended(FIRST, job, 1, 7, Optional.empty(), Optional.empty()),
                        Optional.of(sha256)))
                .isTrue();
        return file;
    }

    private List<String> check() {
        return LedgerFiles.check(history.ledger(), files).stream()
                .map(IntegrityFinding::toString)
                .toList();
    }

    @Test
    void a_run_that_is_over_for_long_goes_with_its_files_and_tries_also_where_nobody_fetched_it() {
        Path file = done(1, "a result");
        pruner.look();
        now = now.plus(KEEP).plus(Duration.ofDays(1));
        pruner.look();

        assertThat(history.ledger().jobs()).isEmpty();
        assertThat(history.ledger().attempts()).isEmpty();
        assertThat(history.ledger().members()).hasSize(2);
        assertThat(file).doesNotExist();
        assertThat(desk.<Integer>with(book -> book.all().size())).isZero();
        // What comes later is numbered after all that came before.
        submit(2, false);
        submit(3, false);
        assertThat(desk.<Integer>with(book -> book.waiting().size())).isEqualTo(2);
    }

    /** Negative controls: what is younger, not over, or awaited. */
    @Test
    void what_is_young_or_under_way_stays() {
        Path file = done(1, "a result");
        submit(2, false);
        now = now.plus(KEEP.multipliedBy(2));
        pruner.look();
        assertThat(file).exists();
        assertThat(history.ledger().jobs()).hasSize(2);
    }

    @Test
    void what_another_job_waits_for_stays() {
        done(1, "a result");
        JobRequest waits =
                desk.with(book -> book.job(new JobId("run-1"))).orElseThrow().request();
        desk.submit(List.of(JobEntry.of(
                new JobRequest(
                        JobRequest.idOf("later", 1),
                        "later",
                        1,
                        waits.kind(),
                        "{}",
                        List.of(),
                        new Requirement.Backend("none has it"),
                        "likeness",
                        0,
                        Optional.empty(),
                        Set.of(waits.id()),
                        false,
                        Duration.ofMinutes(1),
                        Set.of(),
                        false),
                "someone",
                now)));
        now = now.plus(KEEP.multipliedBy(2));
        pruner.look();
        assertThat(history.ledger().jobs()).hasSize(2);

        desk.cancel("later");
        now = now.plus(Duration.ofDays(1));
        pruner.look();
        assertThat(history.ledger().jobs()).isEmpty();
    }

    @Test
    void a_job_without_tries_is_kept_from_when_it_was_over_and_not_from_when_it_came() {
        JobId id = submit(1, false);
        now = now.plus(KEEP).plus(Duration.ofDays(1));
        Book book = new Book(history, moving);
        book.keep(List.of(book.job(id).orElseThrow().to(JobState.CANCELLED, Optional.empty())));
        assertThat(book.forget(now.minus(KEEP))).isEmpty();

        Book anew = new Book(history, moving);
        now = now.plus(KEEP);
        assertThat(anew.forget(now.minus(KEEP))).isEmpty();
        now = now.plusSeconds(1);
        assertThat(anew.forget(now.minus(KEEP))).hasSize(1);
    }

    @Test
    void it_looks_once_a_day() {
        done(1, "a result");
        now = now.plus(KEEP);
        pruner.look();
        now = now.plus(Duration.ofHours(23));
        pruner.look();
        assertThat(history.ledger().jobs()).hasSize(1);
        now = now.plus(Duration.ofHours(1));
        pruner.look();
        assertThat(history.ledger().jobs()).isEmpty();
    }

    @Test
    void it_looks_as_often_as_runs_are_kept_for_where_that_is_less() {
        Duration hour = Duration.ofHours(1);
        pruner = new Pruner(
                desk, new FileStore(files.resolve("blobs"), 1000, moving), results, fetched, hour, moving, this::even);
        pruner.look();
        done(1, "a result");
        now = now.plus(hour).plusSeconds(1);
        pruner.look();
        assertThat(history.ledger().jobs()).isEmpty();
    }

    @Test
    void a_clock_that_was_wrong_and_is_set_back_keeps_it_from_no_look() {
        Duration wrong = Duration.ofDays(400);
        now = now.plus(wrong);
        pruner.look();
        done(1, "a result");
        now = now.minus(wrong).plus(KEEP).plus(Duration.ofDays(1));
        setBack = wrong;
        pruner.look();
        assertThat(history.ledger().jobs()).isEmpty();
    }

    @Test
    void marks_of_what_was_fetched_go_with_their_tries_also_where_a_former_look_failed() throws IOException {
        done(1, "a result");
        fetched.add(new JobId("run-1"), 1);
        fetched.add(new JobId("gone-1"), 1);
        pruner.look();
        assertThat(fetched.has(new JobId("run-1"), 1)).isTrue();
        try (Stream<Path> marks = Files.list(files.resolve("fetched"))) {
            assertThat(marks).hasSize(1);
        }
    }

    @Test
    void one_that_fails_is_tried_again_in_an_hour_and_not_with_each_round() throws IOException {
        Path file = done(1, "a result");
        Files.delete(file);
        Files.createDirectories(file.resolve("not empty"));
        Files.setLastModifiedTime(file, FileTime.from(now));
        now = now.plus(KEEP.multipliedBy(2));
        assertThatThrownBy(pruner::look).isInstanceOf(BasculeException.class);
        pruner.look();
        Files.delete(file.resolve("not empty"));
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        pruner.look();
        assertThat(file).exists();

        now = now.plus(Duration.ofHours(1));
        pruner.look();
        assertThat(file).doesNotExist();
    }

    @Test
    void a_result_that_nobody_fetched_makes_no_room_for_others_and_a_fetched_one_does() {
        Path first = done(1, "x".repeat(600));
        results = new FileStore(files.resolve("results"), 1000, moving);
        assertThat(results.makeRoom(500, this::needed)).isFalse();
        assertThat(first).exists();

        fetched.add(new JobId("run-1"), 1);

        assertThat(results.makeRoom(500, this::needed)).isTrue();
        assertThat(first).doesNotExist();
    }

    private Set<String> needed() {
        return desk.with(book -> Needed.results(book, fetched));
    }

    @Test
    void a_check_holds_the_ledger_to_its_files() throws IOException {
        Path first = done(1, "one");
        Path second = done(2, "two");
        assertThat(check()).isEmpty();

        Files.writeString(first, "another");
        assertThat(check())
                .singleElement()
                .satisfies(
                        text -> assertThat(text).startsWith("ledger: job run-1 (try 1): its result has the SHA-256"));
        Files.writeString(first, "one");
        Files.delete(second);
        assertThat(check())
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .startsWith("ledger: job run-2 (try 1): its result is not in")
                        .endsWith("nobody has fetched it"));
        fetched.add(new JobId("run-2"), 1);
        assertThat(check()).isEmpty();
    }

    @Test
    void a_check_names_a_try_whose_job_has_no_name_that_a_job_can_have() {
        done(1, "one");
        LedgerRows.Attempt whole = history.ledger().attempts().get(0);
        LedgerRows.Attempt doctored = new LedgerRows.Attempt(
                "../no job",
                whole.number(),
                whole.worker(),
                whole.hardware(),
                whole.product(),
                whole.state(),
                whole.policy(),
                whole.because(),
                whole.placed(),
                whole.began(),
                whole.ended(),
                whole.took(),
                whole.failure(),
                Optional.of("ef".repeat(32)));
        history.keepLedger(new LedgerRows(List.of(), List.of(doctored), List.of()));

        assertThat(check())
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .startsWith("ledger: job ../no job (try 1): its result is not in")
                        .endsWith("no job is named so"));
    }

    @Test
    void a_check_names_a_job_that_cannot_be_read_or_is_another() {
        done(1, "one");
        LedgerRows.Job whole = history.ledger().jobs().get(0);
        history.keepLedger(new LedgerRows(List.of(with(whole, "run-1", "{}")), List.of(), List.of()));
        assertThat(check()).containsExactly("ledger: job run-1: what was asked cannot be read");
        history.keepLedger(new LedgerRows(
                List.of(with(whole, "run-1", whole.request()), with(whole, "run-7", whole.request())),
                List.of(),
                List.of()));
        assertThat(check()).containsExactly("ledger: job run-7: what was asked is another job, run-1");
    }

    private static LedgerRows.Job with(LedgerRows.Job job, String id, String request) {
        return new LedgerRows.Job(
                id,
                job.run(),
                job.number(),
                job.kind(),
                job.requirement(),
                job.state(),
                job.priority(),
                job.owner(),
                job.submitted(),
                request,
                job.failure());
    }
}
