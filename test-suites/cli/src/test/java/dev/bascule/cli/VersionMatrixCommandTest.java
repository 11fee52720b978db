package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionMatrixCommandTest {
    private static final List<String> KNOWN = List.of("1.20.1", "1.21.0", "1.22.0", "1.23.2", "1.29.0");

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final List<BrowserSetup> setups = new ArrayList<>();
    private Optional<CliHarness> harness = Optional.empty();
    private String failing = "none";
    private String missing = "";

    @BeforeEach
    void plays_versions() {
        services.versions = fetching -> new VersionShelf() {
            @Override
            public List<String> versions(Axis axis) {
                return KNOWN;
            }

            @Override
            public Copy fetch(Axis axis, String version, Consumer<String> talk) {
                if (version.equals(missing)) {
                    return new Copy.Missing("npm has no version " + version);
                }
                return version.equals("1.29.0") && axis == Axis.ENGINE
                        ? new Copy.Bundled()
                        : new Copy.Here(Path.of("browsers", version, "shell"));
            }
        };
        services.runs.outcome = (wanted, chain) -> {
            BrowserSetup setup = services.runs.asked.orElseThrow().setup();
            if (setups.isEmpty() || setups.get(setups.size() - 1) != setup) {
                setups.add(setup);
            }
            boolean fails =
                    chain.first().equals(Backends.WASM) && version(setup).equals(failing);
            return fails ? CaseRuns.failed(wanted, chain) : CaseRuns.passed(wanted, chain);
        };
    }

    private static String version(BrowserSetup setup) {
        return setup.engineVersion().map(ReleaseVersion::toString).orElse("");
    }

    /** One for all lines of a test, for its runs have ids of their own. */
    private CliHarness harness() {
        harness = Optional.of(harness.orElseGet(() -> new CliHarness(folder, services)));
        return harness.get();
    }

    private CliHarness.Result run(String... more) {
        List<String> words = new ArrayList<>(List.of("matrix", "bert-micro", "--strict"));
        words.addAll(List.of(more));
        if (!words.contains("--backends")) {
            words.addAll(List.of("--backends", "wasm,cpu"));
        }
        return harness().run(words.toArray(String[]::new));
    }

    @Test
    void every_version_is_a_run_of_its_own_and_a_column_in_order_of_its_number() {
        CliHarness.Result result = run("--over", "engine", "--versions", "1.29.0,1.20.1,1.23.2");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(setups).extracting(VersionMatrixCommandTest::version).containsExactly("1.20.1", "1.23.2", "1.29.0");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(3);
        assertThat(result.out().lines().toList().get(1).replace(" ", ""))
                .isEqualTo("│wasm1.20.1│wasm1.23.2│wasm1.29.0│cpu");
    }

    @Test
    void versions_between_two_are_thinned_with_both_ends_among_them() {
        run("--over", "engine", "--from", "1.20.1", "--to", "1.29.0", "--samples", "3");
        run("--over", "engine", "--from", "1.21.0", "--step", "2");

        assertThat(setups)
                .extracting(VersionMatrixCommandTest::version)
                .containsExactly("1.20.1", "1.22.0", "1.29.0", "1.21.0", "1.23.2", "1.29.0");
    }

    @Test
    void a_version_that_cannot_be_had_is_left_out_and_says_why() throws IOException {
        missing = "1.22.0";

        CliHarness.Result shown = run("--over", "engine", "--versions", "1.20.1,1.22.0", "--fetch");
        CliHarness.Result document = run("--over", "engine", "--versions", "1.20.1,1.22.0", "--json");

        assertThat(shown.exit()).as(shown.err()).isZero();
        assertThat(shown.err()).contains("onnxruntime-web 1.22.0 is left out: npm has no version 1.22.0");
        assertThat(shown.out()).contains("not run  wasm 1.22.0: npm has no version 1.22.0");
        JsonNode told = Json.MAPPER.readTree(document.out());
        assertThat(told.path("over").path("product").asText()).isEqualTo("onnxruntime-web");
        assertThat(told.path("versions").get(1).path("notRun").asText()).isEqualTo("npm has no version 1.22.0");
        assertThat(told.path("versions").get(1).path("run").isNull()).isTrue();
        assertThat(told.path("cells"))
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.path("version").asText()).isEqualTo("1.20.1"));
    }

    @Test
    void a_release_that_npm_does_not_have_is_not_asked_for() {
        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.20.9", "--fetch");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("not run  wasm 1.20.9: npm has no version 1.20.9 of onnxruntime-web");
        assertThat(setups).extracting(VersionMatrixCommandTest::version).containsExactly("1.20.1");
    }

    @Test
    void a_page_has_every_version_and_what_is_no_pass() {
        failing = "1.20.1";
        missing = "1.22.0";

        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.22.0,1.29.0", "--html", "page.html");

        assertThat(folder.resolve("page.html"))
                .content()
                .contains(
                        "<td class=\"wrong\">FAILED",
                        "<td class=\"none\">not run",
                        "<td class=\"right\">PASS",
                        "<dt>wasm 1.22.0</dt>")
                .doesNotContain("<script");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void a_failure_in_any_version_fails_as_in_a_run() {
        failing = "1.20.1";

        assertThat(run("--over", "engine", "--versions", "1.20.1,1.29.0").exit())
                .isEqualTo(1);
        assertThat(run("--over", "engine", "--versions", "1.20.1,1.29.0", "--fail-on", "never")
                        .exit())
                .isZero();
    }

    @Test
    void what_was_measured_before_an_interrupt_stays_and_the_rest_is_said_to_be_missing() {
        services.runs.outcome = (wanted, chain) -> {
            if (version(services.runs.asked.orElseThrow().setup()).equals("1.22.0")) {
                services.runs.interruptAfter = 1;
            }
            return CaseRuns.passed(wanted, chain);
        };

        CliHarness.Result result =
                run("--over", "engine", "--versions", "1.20.1,1.22.0,1.29.0", "--backends", "webnn,wasm");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);
        assertThat(result.out())
                .contains("wasm 1.22.0: stopped before its end", "wasm 1.29.0: stopped before its turn");
    }

    @Test
    void a_version_that_was_interrupted_half_way_says_why_the_rest_is_missing() {
        services.runs.outcome = (wanted, chain) -> {
            if (version(services.runs.asked.orElseThrow().setup()).equals("1.29.0")) {
                services.runs.interruptAfter = 1;
            }
            return CaseRuns.passed(wanted, chain);
        };

        CliHarness.Result result = run(
                "vit-micro",
                "--over",
                "engine",
                "--versions",
                "1.20.1,1.29.0",
                "--backends",
                "wasm",
                "--html",
                "page.html");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.out()).contains("│ not run", "not run  wasm 1.29.0: stopped before its end");
        assertThat(folder.resolve("page.html"))
                .content()
                .contains("<td class=\"none\">not run", "<dt>wasm 1.29.0</dt><dd>stopped before its end</dd>");
    }

    @Test
    void an_error_in_one_version_costs_the_others_nothing_and_is_how_it_ends() {
        plays("1.22.0", () -> {
            throw new BasculeException(ErrorCode.BRIDGE_FAILED, "no port is free");
        });

        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.22.0,1.29.0");

        assertThat(result.exit()).as(result.err()).isEqualTo(6);
        assertThat(result.err()).contains("error[BRIDGE_FAILED]: no port is free");
        assertThat(result.out()).contains("PASS", "not run  wasm 1.22.0: no port is free");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);
    }

    @Test
    void errors_in_every_version_end_it_as_the_first_does() {
        services.runs.outcome = (wanted, chain) -> {
            throw new BasculeException(ErrorCode.BRIDGE_FAILED, "no port is free");
        };

        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.29.0");

        assertThat(result.exit()).isEqualTo(6);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("error[BRIDGE_FAILED]: no port is free");
    }

    @Test
    void what_a_run_had_that_was_broken_off_is_shown_before_it_ends_as_a_bug() {
        services.runs.breaksOff = true;
        plays("1.22.0", () -> {
            if (services.runs.cells() == 1) {
                throw new NoClassDefFoundError("dev/bascule/Gone");
            }
        });

        CliHarness.Result result =
                run("--over", "engine", "--versions", "1.20.1,1.22.0,1.29.0", "--backends", "webnn,wasm");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err()).contains("a part of Bascule, or of what it runs with, is missing");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains(
                        "not run wasm 1.22.0: broken off: java.lang.NoClassDefFoundError: dev/bascule/Gone",
                        "1.29.0: the run of version 1.22.0 was broken off before");
    }

    @Test
    void a_version_that_fails_because_it_was_stopped_ends_it_as_interrupted() {
        plays("1.22.0", () -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the library swallowed it");
        });

        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.22.0,1.29.0");

        assertThat(result.exit()).as(result.err()).isEqualTo(130);
        assertThat(result.err()).contains("stopped while onnxruntime-web 1.22.0 ran");
        assertThat(result.out())
                .contains("PASS", "wasm 1.22.0: stopped before its end", "wasm 1.29.0: stopped before its turn");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** Something happens in every cell of a version before it passes. */
    private void plays(String wantedVersion, Runnable happening) {
        services.runs.outcome = (wanted, chain) -> {
            if (version(services.runs.asked.orElseThrow().setup()).equals(wantedVersion)) {
                happening.run();
            }
            return CaseRuns.passed(wanted, chain);
        };
    }

    @Test
    void an_explanation_names_the_version_that_it_is_about() {
        failing = "1.20.1";

        assertThat(run("--over", "engine", "--versions", "1.20.1,1.29.0").out())
                .contains("bert-micro, wasm in Chrome Headless Shell 153 (1.20.1): it ended in an error");
    }

    @Test
    void a_grid_of_the_environment_has_no_versions_of_this_machine_s_browser() {
        harness().with("BASCULE_GRID", "http://127.0.0.1:4444");

        CliHarness.Result result = run("--over", "browser", "--versions", "1.20.1,1.29.0");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("no browsers of a Grid (BASCULE_GRID)");
        assertThat(setups).isEmpty();
    }

    @Test
    void other_browsers_are_refused_wherever_they_are_named() throws IOException {
        String[] words = {"--over", "browser", "--versions", "1.20.1,1.21.0"};
        for (String named : List.of("firefox", "none", "all")) {
            harness = Optional.of(new CliHarness(folder, services).with("BASCULE_BROWSERS", named));
            CliHarness.Result result = run(words);
            assertThat(result.exit()).as(named).isEqualTo(2);
            assertThat(result.err())
                    .contains("Chrome Headless Shell, and no other browser (BASCULE_BROWSERS)", "--browsers auto");
        }
        harness = Optional.of(new CliHarness(folder, services).with("BASCULE_BROWSER_BINARY", "/opt/browser"));
        assertThat(run(words).err()).contains("and no other browser (BASCULE_BROWSER_BINARY)");

        harness = Optional.empty();
        Files.writeString(folder.resolve("bascule.yaml"), "browsers: firefox\n");
        assertThat(run(words).err()).contains("and no other browser (", "bascule.yaml");
        assertThat(setups).isEmpty();

        CliHarness.Result all = run("--over", "browser", "--versions", "1.20.1,1.21.0", "--browsers", "auto");
        assertThat(all.exit()).as(all.err()).isZero();
        assertThat(setups).hasSize(2);
    }

    @Test
    void versions_of_a_browser_stand_under_its_name() {
        CliHarness.Result result = run("--over", "browser", "--versions", "1.20.1,1.21.0");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(setups)
                .extracting(setup -> setup.binary().map(Path::toString).orElse(""))
                .containsExactly("browsers/1.20.1/shell", "browsers/1.21.0/shell");
        assertThat(result.out().lines().findFirst().orElseThrow())
                .endsWith("│ native")
                .doesNotContain("153");
    }

    @Test
    void a_version_whose_files_are_not_known_does_not_end_the_others() {
        services.runs.outcome = (wanted, chain) -> {
            if (version(services.runs.asked.orElseThrow().setup()).equals("1.20.1")) {
                throw new BasculeException(ErrorCode.PART_UNAVAILABLE, "cannot say: the layout is unknown");
            }
            return CaseRuns.passed(wanted, chain);
        };

        CliHarness.Result result = run("--over", "engine", "--versions", "1.20.1,1.29.0");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("not run  wasm 1.20.1: cannot say: the layout is unknown");
    }

    @Test
    void equal_and_empty_versions_select_nothing() {
        for (String versions : List.of("1.20.1,1.20.1", "1.20.1", ",", "")) {
            assertThat(run("--over", "engine", "--versions", versions).exit())
                    .as(versions)
                    .isEqualTo(4);
        }
        assertThat(run("--over", "engine", "--from", "1.20.1", "--to", "1.20.1").exit())
                .isEqualTo(4);
        assertThat(setups).isEmpty();
    }

    @Test
    void what_contradicts_itself_is_refused() {
        for (List<String> words : List.of(
                List.of("--over", "moon", "--versions", "1.20.1,1.29.0"),
                List.of("--over", "engine", "--versions", "newest,1.29.0"),
                List.of("--over", "engine", "--from", "1.29.0", "--to", "1.20.1"),
                List.of("--over", "engine", "--from", "1.20.9"),
                List.of("--over", "engine", "--step", "0"),
                List.of("--over", "engine", "--step", "2", "--samples", "3"),
                List.of("--over", "engine", "--fetch"),
                List.of("--over", "engine", "--versions", "1.20.1,1.29.0", "--engine-version", "1.22.0"),
                List.of("--over", "browser", "--versions", "1.20.1,1.29.0", "--browsers", "firefox"),
                List.of("--over", "browser", "--versions", "1.20.1,1.29.0", "--grid", "http://127.0.0.1:4444"),
                List.of("--over", "engine", "--versions", "1.20.1,1.29.0", "--ops"),
                List.of("--versions", "1.20.1,1.29.0"),
                List.of("--fetch"))) {
            assertThat(run(words.toArray(String[]::new)).exit())
                    .as(words.toString())
                    .isEqualTo(2);
        }
        assertThat(setups).isEmpty();
    }
}
