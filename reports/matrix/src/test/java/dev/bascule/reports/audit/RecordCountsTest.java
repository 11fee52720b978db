package dev.bascule.reports.audit;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.fixture.ConditionFixtures;
import dev.bascule.reports.fixture.EndToEndFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records from which samples were taken, or to which some were added. */
@Tag("red-team")
class RecordCountsTest {
    @TempDir
    Path folder;

    private static Samples first(int samples) {
        return Samples.ofMillis(DoubleStream.of(Fixtures.samples(5, 61, 7).millis())
                .limit(samples)
                .toArray());
    }

    /** An attempt that timed 40 inferences in 220 ms, and says so of so many samples. */
    private static RunRecord watched(Samples samples) {
        return watched(on(WASM).build(), samples);
    }

    private static RunRecord watched(Attempt attempt, Samples samples) {
        Usage usage = new Usage(Duration.ofMillis(220), 40, List.of(), new Throttling(List.of(), List.of(), List.of()));
        return record(strict(TEXT, Verdict.PASS, with(attempt, samples, Optional.of(usage))));
    }

    private static Attempt with(Attempt attempt, Evidence evidence) {
        return new Attempt(
                attempt.target(),
                attempt.outcome(),
                attempt.failure(),
                evidence,
                attempt.measured(),
                attempt.numerics(),
                attempt.comparison(),
                attempt.outputs(),
                attempt.span());
    }

    private static Attempt with(Attempt attempt, Samples samples, Optional<Usage> usage) {
        return new Attempt(
                attempt.target(),
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                new Attempt.Measured(
                        attempt.measured().phases(),
                        attempt.measured()
                                .timing()
                                .map(timing -> new Timing(timing.warmUp(), samples, timing.stable(), timing.noise())),
                        attempt.measured().memory(),
                        usage),
                attempt.numerics(),
                attempt.comparison(),
                attempt.outputs(),
                attempt.span());
    }

    private static RunRecord record(CaseRun run) {
        return Fixtures.record("doctored", run);
    }

    @Test
    void samples_that_were_cut_out_or_added_are_missed() {
        assertThat(RecordCounts.doubts(watched(first(40)))).isEmpty();
        assertThat(RecordCounts.doubts(watched(first(39))))
                .singleElement()
                .asString()
                .contains("40 inferences were timed, it has 39 samples");
        assertThat(RecordCounts.doubts(watched(first(41))))
                .singleElement()
                .asString()
                .contains("41 samples");
    }

    @Test
    void a_challenge_that_counts_for_nothing_was_timed_all_the_same() {
        Attempt attempt = on(WASM).build();
        Attempt told = with(attempt, attempt.evidence().withFacts(ChallengeTally.uncounted(1)));
        assertThat(RecordCounts.doubts(watched(told, first(39)))).isNotEmpty();

        Map<String, String> facts = new TreeMap<>(new ChallengeTally(0, 0).facts());
        facts.putAll(ChallengeTally.uncounted(1));
        Attempt tallied = with(attempt, attempt.evidence().withFacts(facts));
        assertThat(RecordCounts.doubts(watched(tallied, first(39)))).isEmpty();
        assertThat(RecordCounts.doubts(watched(tallied, first(38)))).isNotEmpty();
    }

    @Test
    void samples_that_last_longer_than_the_host_saw_pass_in_their_blocks_are_doubted() {
        Samples slow = Samples.ofMillis(
                DoubleStream.of(first(40).millis()).map(value -> value * 1.4).toArray());
        assertThat(RecordCounts.doubts(watched(slow)))
                .singleElement()
                .asString()
                .contains("the host saw 220.000 ms");
    }

    @Test
    void samples_whose_outputs_nobody_checked_are_doubted() {
        Samples many = Samples.ofMillis(DoubleStream.concat(
                        DoubleStream.of(first(60).millis()),
                        DoubleStream.of(first(60).millis()))
                .toArray());
        assertThat(RecordCounts.doubts(
                        record(strict(TEXT, Verdict.PASS, with(on(WASM).build(), many, Optional.empty())))))
                .singleElement()
                .asString()
                .contains("outputs of 61 inferences were checked, it has 120 samples");
    }

    @Test
    void fewer_samples_than_were_planned_are_doubted() {
        Attempt cut = with(on(WASM).build(), first(5), Optional.empty());
        Attempt whole = with(on(WASM).build(), first(20), Optional.empty());
        assertThat(RecordCounts.doubts(planned(cut))).singleElement().asString().contains("at least 6 iterations");
        assertThat(RecordCounts.doubts(planned(whole))).isEmpty();
    }

    @Test
    void a_way_from_the_file_that_lasts_longer_than_its_attempt_is_doubted() {
        Attempt honest = on(WASM).fromFile(EndToEndFixtures.ofSound()).build();
        Attempt slow = on(WASM).fromFile(EndToEndFixtures.of(Map.of(EndToEnd.Step.INFERENCE, 5.0), 2000))
                .build();
        Attempt lying = new Attempt(
                slow.target(),
                slow.outcome(),
                slow.failure(),
                slow.evidence(),
                slow.measured(),
                slow.numerics(),
                slow.comparison(),
                slow.outputs(),
                new Span(slow.span().startedAt(), Duration.ofSeconds(9)));

        assertThat(RecordTimes.doubts(record(strict(TEXT, Verdict.PASS, honest)), Instant.MAX))
                .isEmpty();
        assertThat(RecordTimes.doubts(record(strict(TEXT, Verdict.PASS, lying)), Instant.MAX))
                .singleElement()
                .asString()
                .contains("durationMs of an attempt is 9000.000, its samples alone add up to 10");
    }

    private static RunRecord planned(Attempt attempt) {
        return record(ConditionFixtures.fed(strict(TEXT, Verdict.PASS, attempt), ConditionFixtures.sequence(16), 200));
    }

    @Test
    void such_a_record_is_refused_where_it_is_read_and_an_honest_one_is_not() throws IOException {
        assertThat(RecordCounts.doubts(ShowcaseRun.record())).isEmpty();
        Path honest = Files.writeString(folder.resolve("a.json"), RunDocuments.json(watched(first(40))));
        assertThat(RunDocuments.read(honest, Instant.MAX).runs()).hasSize(1);
        Path cut = Files.writeString(folder.resolve("b.json"), RunDocuments.json(watched(first(30))));
        assertThatThrownBy(() -> RunDocuments.read(cut, Instant.MAX)).hasMessageContaining("it has 30 samples");
    }
}
