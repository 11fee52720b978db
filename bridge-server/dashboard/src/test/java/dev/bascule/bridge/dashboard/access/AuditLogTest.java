package dev.bascule.bridge.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.dashboard.SetClock;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    @TempDir
    private Path folder;

    private final SetClock clock = SetClock.at(NOON.toString(), "UTC");

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private static AuditEntry done(int number) {
        return new AuditEntry(
                NOON.plusSeconds(number),
                Optional.of("anna"),
                "127.0.0.1",
                "POST /api/v1/jobs",
                Optional.of("job-" + number),
                AuditEntry.OK);
    }

    private static AuditEntry refused(int second, String address, String outcome) {
        return new AuditEntry(
                NOON.plusSeconds(second), Optional.empty(), address, "POST /api/v1/session", Optional.empty(), outcome);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> !name.endsWith(".lock"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_full_file_makes_room_and_four_are_kept_with_the_newest_entries() throws IOException {
        AuditLog log = AuditLog.open(file(), 1_000, clock);
        for (int i = 0; i < 100; i++) {
            log.add(done(i));
        }

        assertThat(files()).containsExactly("audit.jsonl", "audit.jsonl.1", "audit.jsonl.2", "audit.jsonl.3");
        for (String name : files()) {
            assertThat(folder.resolve(name).toFile().length()).isBetween(1L, 1_000L);
        }
        assertThat(Files.readString(file())).contains("job-99").doesNotContain("job-0\"");
        List<String> kept = Stream.of("audit.jsonl.3", "audit.jsonl.2", "audit.jsonl.1", "audit.jsonl")
                .flatMap(name -> lines(folder.resolve(name)))
                .map(line -> line.replaceAll(".*(job-\\d+).*", "$1"))
                .toList();
        assertThat(kept)
                .isEqualTo(Stream.iterate(100 - kept.size(), i -> i + 1)
                        .limit(kept.size())
                        .map(i -> "job-" + i)
                        .toList());
    }

    private static Stream<String> lines(Path path) {
        try {
            return Files.readAllLines(path).stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void what_is_opened_again_knows_the_newest_entries_and_reads_the_end_of_a_large_file_alone() throws IOException {
        // 6 MiB of what is no entry, but for the end: whoever reads it all would warn of each line, and take its time.
        String old = "x".repeat(1_023) + "\n";
        StringBuilder text = new StringBuilder(String.join("", Collections.nCopies(6 * 1_024, old)));
        for (int i = 0; i < 5_000; i++) {
            text.append(Json.MAPPER.writeValueAsString(done(i))).append('\n');
        }
        Files.writeString(file(), text);
        AuditLog again = AuditLog.open(file(), clock);

        assertThat(again.newest()).hasSize(1_000);
        assertThat(again.newest().get(0)).isEqualTo(done(4_999));
        assertThat(new LineFile(file(), Long.MAX_VALUE).tail().size()).isLessThan(6_000);
    }

    @Test
    void refusals_of_strangers_have_one_line_at_once_and_one_for_all_the_others_of_the_minute() throws IOException {
        AuditLog log = AuditLog.open(file(), clock);
        for (int i = 0; i < 50; i++) {
            log.add(refused(i, "10.0.0.1", "SIGN_IN_REFUSED"));
        }
        log.add(refused(55, "10.0.0.2", "SIGN_IN_REFUSED"));

        assertThat(Files.readAllLines(file())).hasSize(2);
        assertThat(log.newest()).extracting(AuditEntry::count).containsExactly(1, 49, 1);
        log.add(refused(61, "10.0.0.1", "SIGN_IN_REFUSED"));
        assertThat(Files.readAllLines(file())).hasSize(4);
        log.add(refused(62, "10.0.0.1", "SIGN_IN_REFUSED"));
        log.close();
        AuditLog again = AuditLog.open(file(), clock);
        assertThat(again.newest().stream().mapToInt(AuditEntry::count).sum()).isEqualTo(53);
    }

    @Test
    void what_was_gathered_is_written_when_its_minute_is_over_though_nothing_else_happens() throws IOException {
        AuditLog log = AuditLog.open(file(), clock);
        for (int i = 0; i < 5; i++) {
            log.add(refused(i, "10.0.0.1", "SIGN_IN_REFUSED"));
        }
        clock.advance(Duration.ofSeconds(59));
        log.settle();
        assertThat(Files.readAllLines(file())).hasSize(1);
        clock.advance(Duration.ofSeconds(1));
        log.settle();
        assertThat(Files.readAllLines(file())).hasSize(2).last().asString().contains("\"count\":4");
        log.settle();
        log.close();
        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    @Test
    void a_timer_sees_to_it() {
        // A second before the minute's end.
        Clock running = Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), NOON.plusSeconds(59)));
        try (AuditLog log = AuditLog.open(file(), running)) {
            log.add(refused(58, "10.0.0.1", "SIGN_IN_REFUSED"));
            log.add(refused(58, "10.0.0.1", "SIGN_IN_REFUSED"));
            await().until(() -> lines(file()).count() == 2);
        }
        assertThat(lines(file())).hasSize(2);
    }

    @Test
    void the_newest_entries_are_in_the_order_of_their_times_whenever_they_were_written() {
        AuditLog log = AuditLog.open(file(), clock);
        log.add(refused(1, "10.0.0.1", "SIGN_IN_REFUSED"));
        log.add(refused(2, "10.0.0.1", "SIGN_IN_REFUSED"));
        log.add(done(3));
        log.add(done(70));

        for (AuditLog each : List.of(log, AuditLog.open(file(), clock))) {
            assertThat(each.newest())
                    .extracting(AuditEntry::at)
                    .containsExactly(
                            NOON.plusSeconds(70), NOON.plusSeconds(3), NOON.plusSeconds(2), NOON.plusSeconds(1));
        }
    }

    @Test
    void negative_control_what_somebody_known_did_or_was_refused_is_never_gathered() throws IOException {
        AuditLog log = AuditLog.open(file(), clock);
        for (int i = 0; i < 20; i++) {
            log.add(done(1));
            log.add(new AuditEntry(
                    NOON, Optional.of("anna"), "10.0.0.1", "POST /api/v1/jobs", Optional.empty(), "TOO_BUSY"));
        }

        assertThat(Files.readAllLines(file())).hasSize(40);
        assertThat(log.newest()).extracting(AuditEntry::count).containsOnly(1);
    }

    @Test
    void a_flood_from_ever_new_addresses_is_bounded_too() throws IOException {
        AuditLog log = AuditLog.open(file(), clock);
        for (int i = 0; i < 600; i++) {
            log.add(refused(1, "10.1.%d.%d".formatted(i / 256, i % 256), "SIGN_IN_REFUSED"));
        }
        log.close();

        assertThat(Files.readAllLines(file())).hasSize(202);
        assertThat(log.newest().get(0).count()).isEqualTo(399);
        assertThat(log.newest().get(0).address()).isEqualTo("others");
    }

    @Test
    void a_line_of_an_earlier_server_counts_once() throws IOException {
        Files.writeString(
                file(),
                "{\"at\":\"2026-11-22T12:00:00Z\",\"who\":\"anna\",\"address\":\"::1\",\"action\":\"POST /x\","
                        + "\"subject\":null,\"outcome\":\"ok\"}\n\n[]\nhalf a li");

        AuditLog log = AuditLog.open(file(), clock);
        assertThat(log.newest())
                .singleElement()
                .satisfies(entry -> assertThat(entry.count()).isEqualTo(1));
        // The part of a line does not take the next one along.
        log.add(done(7));
        assertThat(AuditLog.open(file(), clock).newest()).hasSize(2);
    }
}
