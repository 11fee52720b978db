package dev.bascule.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** For each check of a campaign something that it must notice. */
@Tag("browser")
@Tag("native")
@Tag("sized")
@EnabledOnOs(OS.LINUX)
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultCampaignTest {
    private static final long SEED = 20261124;
    private static final List<String> MODEL = List.of("mobilenet-micro");

    /** What is noticed is the same with a browser and without. */
    private static final String BACKENDS = List.of("cpu", "cpu,wasm").get(TestSize.of(0, 1));

    private static final Duration SHORT = Duration.ofMillis(200);

    private CampaignPlace place;
    private CampaignRun.Ended ended;
    private RunRecord run;

    /** One that nothing is done to. */
    @BeforeAll
    void run_without_faults(@TempDir Path folder) throws Exception {
        place = CampaignPlace.in(folder, MODEL, BACKENDS);
        ended = new CampaignRun(place, 0).under(List.of(), new Random(SEED));
        assertThat(ended.exit()).as(ended.said()).isZero();
        run = RunDocuments.read(ended.out().resolve("run.json"));
    }

    @Test
    void control_nothing_is_found_where_nothing_was_done() throws Exception {
        assertThat(CampaignChecks.contaminated(run, CampaignChecks.differences(run), List.of(), List.of()))
                .isEmpty();
        assertThat(CampaignChecks.orphans(place, Duration.ofSeconds(20))).isEmpty();
        assertThat(CampaignChecks.lost(place.store(), CampaignChecks.runs(place.store())))
                .isEmpty();
        assertThat(CampaignChecks.reportsMissing(ended)).isEmpty();
    }

    @Test
    void negative_control_outputs_that_are_others_are_noticed() {
        Map<String, Difference> right = new HashMap<>(CampaignChecks.differences(run));
        right.replaceAll((cell, found) -> new Difference(
                found.elements(),
                found.outside(),
                found.maxAbs() + 1e-9,
                found.maxRel(),
                found.maxUlp(),
                found.cosine(),
                found.worst(),
                found.signedZeros()));
        assertThat(CampaignChecks.contaminated(run, right, List.of(), List.of()))
                .hasSize(right.size())
                .allMatch(found -> found.contains("its outputs differ"));
    }

    @Test
    void negative_control_a_pass_of_a_process_that_was_killed_in_its_middle_is_noticed() {
        Attempt attempt = run.runs().get(0).attempts().get(0);
        Attempt longAgo = new Attempt(
                attempt.target(),
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                new Attempt.Measured(
                        attempt.measured().phases(),
                        attempt.measured().timing(),
                        attempt.measured().memory(),
                        Optional.empty()),
                attempt.numerics(),
                attempt.comparison(),
                List.of(),
                new Span(
                        attempt.span().startedAt().minusSeconds(60),
                        attempt.span().elapsed().plusSeconds(60)));
        RunRecord slow = new Doctored(run).with(longAgo);
        Instant middle = attempt.span().startedAt().minusSeconds(30);
        assertThat(CampaignChecks.contaminated(
                        slow,
                        CampaignChecks.differences(run),
                        List.of(fault(FaultKind.CHILD_KILLED, middle), fault(FaultKind.BROWSER_KILLED, middle)),
                        List.of(
                                new Births.Birth(false, middle.minusSeconds(9)),
                                new Births.Birth(true, middle.plusSeconds(9)))))
                .singleElement()
                .asString()
                .contains("its process was killed at");
        assertThat(CampaignChecks.contaminated(
                        slow,
                        CampaignChecks.differences(run),
                        List.of(fault(FaultKind.CHILD_KILLED, middle)),
                        List.of(new Births.Birth(false, middle.plusSeconds(9)))))
                .as("it was measured in a child that was started after that")
                .isEmpty();
    }

    private static Fault fault(FaultKind kind, Instant when) {
        return new Fault(kind, 0, 0, Optional.of(when));
    }

    @Test
    void negative_control_a_process_that_is_left_is_noticed() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put(SystemProcesses.MARK, place.folder().toString());
        Process left = builder.start();
        try {
            assertThat(CampaignChecks.orphans(place, SHORT)).anyMatch(found -> found.contains("process " + left.pid()));
        } finally {
            left.destroyForcibly().waitFor();
        }
        Path profile = Files.createDirectory(place.temporary().resolve("bascule-profile-1-left"));
        assertThat(CampaignChecks.orphans(place, SHORT)).contains("folder bascule-profile-1-left");
        Files.delete(profile);
    }

    @Test
    void negative_control_a_run_that_is_gone_or_another_is_noticed(@TempDir Path folder) {
        Path store = folder.resolve("history.duckdb");
        Map<String, RunRecord> told = Map.of(run.id(), run);
        DuckDbHistory.open(store).close();
        assertThat(CampaignChecks.lost(store, told)).containsExactly("run " + run.id() + " is gone");
        try (DuckDbHistory history = DuckDbHistory.open(store)) {
            history.append(run);
        }
        assertThat(CampaignChecks.lost(store, told)).isEmpty();
        assertThat(CampaignChecks.lost(
                        store,
                        Map.of(run.id(), run.from(java.util.Set.of(dev.bascule.fallback.run.RunOrigin.IMPORTED)))))
                .containsExactly("run " + run.id() + " is another");
    }

    @Test
    void negative_control_a_report_that_is_gone_or_half_is_noticed(@TempDir Path folder) throws IOException {
        CampaignRun.Ended empty = new CampaignRun.Ended(List.of(), 0, "", folder, List.of());
        assertThat(CampaignChecks.reportsMissing(empty)).containsExactly("there is no run.json");
        Files.writeString(folder.resolve("run.json"), "{\"schema\":");
        assertThat(CampaignChecks.reportsMissing(empty))
                .anyMatch(found -> found.startsWith("run.json cannot be read"))
                .contains("there is no report.md", "there is no index.html");
    }
}
