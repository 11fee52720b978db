package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.Bisection;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Prober;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.VersionLine;
import dev.bascule.studies.bisect.What;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BisectCommandTest {
    private static final List<String> VERSIONS =
            List.of("1.17.0", "1.18.0", "1.19.0", "1.20.1", "1.21.0", "1.21.1", "1.22.0", "1.23.2");

    @TempDir
    Path folder;

    private final List<BisectRequest> asked = new ArrayList<>();
    private final FakeServices services = new FakeServices();

    private static ProbeState state(String version, Set<String> bad) {
        Seen seen = new Seen(
                bad.contains(version) ? "WRONG" : "PASS",
                "",
                OptionalDouble.of(bad.contains(version) ? 0.25 : 2.4e-7),
                OptionalDouble.of(bad.contains(version) ? 41 : 1.2),
                Map.of("webgpu", 3),
                Optional.empty(),
                Optional.empty(),
                Optional.of(version),
                Optional.empty());
        return bad.contains(version) ? new ProbeState.Bad(seen) : new ProbeState.Good(seen);
    }

    private CliHarness.Result run(Set<String> bad, String... arguments) {
        return run(pair -> state(pair.engine(), bad), arguments);
    }

    private CliHarness.Result run(Prober prober, String... arguments) {
        services.bisect = (request, turn, listener) -> {
            asked.add(request);
            BisectRequest.Ends ends = request.of(Axis.ENGINE);
            BisectPlan plan = new BisectPlan(
                    new BisectPlan.Side.Line(new VersionLine(
                            Axis.ENGINE,
                            VERSIONS,
                            ends.from().orElse(VERSIONS.get(0)),
                            ends.to().orElse("1.21.1"))),
                    new BisectPlan.Side.Fixed("chrome-headless-shell"),
                    request.fix(),
                    request.limits());
            Clock clock = Clock.fixed(CliHarness.NOW, ZoneOffset.UTC);
            return new BisectReport(
                    request.knownAs(),
                    request.run().cases().get(0).model().name(),
                    request.backend().id(),
                    request.what(),
                    Optional.empty(),
                    plan,
                    new Bisection(plan, prober, clock, listener).search(),
                    Optional.empty(),
                    Map.of(),
                    Optional.empty(),
                    CliHarness.NOW,
                    Duration.ofSeconds(61),
                    request.run().invocation().command());
        };
        return new CliHarness(folder, services).run(arguments);
    }

    @Test
    void the_versions_in_which_it_is_bad_are_told_and_written() {
        CliHarness.Result result =
                run(Set.of("1.21.0", "1.21.1"), "bisect", "bert-micro", "--target", "webgpu", "--out", "found");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains(
                        "onnxruntime-web: bad 1.21.0–1.21.1, fixed 1.22.0",
                        "1.21.0         bad        max error 0.25, 41 σ; 3 runs",
                        "written: ");
        assertThat(result.err())
                .contains("[1/~2] onnxruntime-web 1.17.0, chrome-headless-shell: good (max error 2.4e-7, 1.2 σ)");
        assertThat(folder.resolve("found/REPORT.md"))
                .content()
                .contains(
                        "**onnxruntime-web: bad 1.21.0–1.21.1, fixed 1.22.0**",
                        "| 1.20.1 | good |",
                        "| 1.23.2 | not run |",
                        "first bad",
                        "bisect bert-micro --target webgpu");
        assertThat(folder.resolve("found/index.html"))
                .content()
                .contains("<b>1.21.0</b><span>bad (first bad)</span>")
                .doesNotContain("@BODY@", "<script");
    }

    @Test
    void what_is_found_is_written_into_a_file_of_expectations_once() {
        for (int times = 0; times < 2; times++) {
            CliHarness.Result result = run(
                    Set.of("1.21.0", "1.21.1"),
                    "bisect",
                    "bert-micro",
                    "--target",
                    "webgpu",
                    "--expectations",
                    "known.yaml");
            assertThat(result.exit()).as(result.err()).isZero();
        }
        assertThat(folder.resolve("known.yaml"))
                .content()
                .contains("expect: WRONG", "since: onnxruntime-web 1.21.0", "until: onnxruntime-web 1.22.0")
                .containsOnlyOnce("case:");
    }

    @Test
    void how_it_waits_for_the_machine_can_be_said() {
        run(Set.of("1.21.0", "1.21.1"), "bisect", "bert-micro", "--target", "wasm", "--machine-lock", "share");
        run(Set.of("1.21.0", "1.21.1"), "bisect", "bert-micro", "--target", "wasm");

        assertThat(asked)
                .extracting(request -> request.run().whenBusy())
                .containsExactly(WhenBusy.SHARE, WhenBusy.WAIT);
    }

    @Test
    void the_document_is_as_its_schema_says() throws IOException {
        for (Set<String> bad : List.of(Set.of("1.21.0", "1.21.1"), Set.<String>of())) {
            CliHarness.Result result = run(bad, "bisect", "bert-micro", "--target", "webgpu", "--json");

            JsonNode document = Json.MAPPER.readTree(result.out());
            DocumentSchema.BISECT.validate(document);
            assertThat(document.path("ending").path("kind").asText()).isEqualTo(bad.isEmpty() ? "equal-ends" : "found");
        }
    }

    @Test
    void silent_and_unclear_versions_are_in_the_document_as_its_schema_says() throws IOException {
        CliHarness.Result result = run(
                pair -> switch (pair.engine()) {
                    case "1.19.0" -> new ProbeState.CannotSay("its layout is unknown");
                    case "1.20.1" -> new ProbeState.Unclear(Seen.of("PASS"), "×1.2 (1.1–1.3)");
                    default -> state(pair.engine(), Set.of("1.21.0", "1.21.1", "1.22.0", "1.23.2"));
                },
                "bisect",
                "bert-micro",
                "--target",
                "webgpu",
                "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.BISECT.validate(document);
        JsonNode boundary = document.path("lines").path(0).path("boundaries").path(0);
        assertThat(boundary.path("exact").asBoolean()).isFalse();
        assertThat(boundary.path("between")).hasSize(2);
        assertThat(document.path("lines").path(0).path("sentence").asText())
                .isEqualTo("broken between 1.18.0 and 1.21.0");
    }

    @Test
    void equal_ends_are_exit_code_4_and_leave_no_folder() {
        CliHarness.Result result = run(Set.of(), "bisect", "bert-micro", "--target", "webgpu");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err())
                .contains("both ends are good, in 5 runs each", "remedy: name ends with --from and --to");
        assertThat(folder.resolve(".bascule/bisect/bert-micro-webgpu")).doesNotExist();
    }

    @Test
    void ends_the_other_way_round_name_the_option_that_helps() {
        CliHarness.Result result = run(Set.of("1.17.0", "1.18.0"), "bisect", "bert-micro", "--target", "webgpu");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("it was mended on the way", "--find-fix finds");

        CliHarness.Result fix =
                run(Set.of("1.17.0", "1.18.0"), "bisect", "bert-micro", "--target", "webgpu", "--find-fix");
        assertThat(fix.out()).contains("onnxruntime-web: bad up to 1.18.0, fixed 1.19.0");
    }

    @Test
    void options_are_read_and_refused_with_a_remedy() {
        run(
                Set.of("1.21.0", "1.21.1"),
                "bisect",
                "bert-micro",
                "--target",
                "firefox:webgpu",
                "--over",
                "engine,browser",
                "--from",
                "engine=1.18.0,browser=131",
                "--to",
                "engine=1.21.1",
                "--what",
                "crash",
                "--flaky",
                "--limit",
                "5m");
        BisectRequest request = asked.get(0);
        assertThat(request.over()).containsExactlyInAnyOrder(Axis.ENGINE, Axis.BROWSER);
        assertThat(request.of(Axis.BROWSER).from()).contains("131");
        assertThat(request.of(Axis.BROWSER).to()).isEmpty();
        assertThat(request.of(Axis.ENGINE).to()).contains("1.21.1");
        assertThat(request.what()).isEqualTo(What.CRASH);
        assertThat(request.limits().endRuns()).isEqualTo(40);
        assertThat(request.limits().total()).hasMinutes(5);

        assertThat(usage("--target", "cpu")).contains("of which no other versions can be fetched");
        assertThat(usage("--target", "wasm", "--what", "late")).contains("--what 'late' is none of wrong, slow");
        assertThat(usage("--target", "wasm", "--over", "os")).contains("--over 'os' is none of engine, browser");
        assertThat(usage("--target", "wasm", "--from", "browser=131")).contains("which is not searched");
        assertThat(usage("--target", "wasm", "--over", "engine,browser", "--from", "131"))
                .contains("does not say of what", "--from engine=131, or browser=131");
        assertThat(usage("--target", "wasm", "--threshold", "0.9")).contains("must be above 1");
        assertThat(usage("--target", "wasm", "--limit", "soon")).contains("is no time");
        assertThat(asked).hasSize(1);
    }

    private String usage(String... arguments) {
        List<String> words = new ArrayList<>(List.of("bisect", "bert-micro"));
        words.addAll(List.of(arguments));
        CliHarness.Result result = run(Set.of("1.21.1"), words.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        return result.err();
    }
}
