package dev.bascule.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.nativerunner.devices.SystemChain;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private final Flags flags = new Flags();

    private Config load() {
        return new ConfigLoader(
                        environment,
                        folder.resolve("project"),
                        folder.resolve("home"),
                        () -> new SystemChain(
                                Chain.parse("rocm→cpu", Backends.installed()), "a system with an AMD GPU"))
                .load(flags);
    }

    private void project(String text) throws IOException {
        Files.createDirectories(folder.resolve("project"));
        Files.writeString(folder.resolve("project/bascule.yaml"), text);
    }

    private void user(String text) throws IOException {
        Files.createDirectories(folder.resolve("home/.config/bascule"));
        Files.writeString(folder.resolve("home/.config/bascule/config.yaml"), text);
    }

    @Test
    void every_default_is_pinned() {
        Map<String, String> shown = new LinkedHashMap<>();
        load().settings().forEach(setting -> shown.put(setting.key().name(), setting.text()));

        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("browsers", "auto");
        expected.put("gpu", "auto");
        expected.put("browserFlags", "");
        expected.put("webnnDevice", "auto");
        expected.put("retries", "1");
        expected.put("backends", "webgpu,webnn,wasm,cpu");
        expected.put("chains", "webgpu→webnn→wasm;rocm→cpu");
        expected.put("strict", "off");
        expected.put(
                "fallBackOn",
                "unavailable,unsupported,compile-failed,out-of-memory,wrong,timed-out,device-lost,crashed");
        expected.put("comparisons", "on");
        expected.put("scenario", "none");
        expected.put("cycles", "30");
        expected.put("samples", "100");
        expected.put("minIterations", "20");
        expected.put("softwareIterations", "6");
        expected.put("minDuration", "500ms");
        expected.put("warmUpLimit", "2s");
        expected.put("measureLimit", "5s");
        expected.put("timeout", "1m");
        expected.put("reference", "exact");
        expected.put("queryLimit", "1m");
        expected.put("caseTimeout", "10s");
        expected.put("workers", "3");
        expected.put("shuffle", "off");
        expected.put("inputs", "page");
        expected.put("threads", "1");
        expected.put("batch", "1");
        expected.put("graphOptimization", "all");
        expected.put("machineLock", "wait");
        expected.put("seed", "42");
        expected.put("store", ".bascule/history.duckdb");
        expected.put("reporter", "list");
        expected.put("failOn", "failures");
        expected.put("regressionThreshold", "2%");
        expected.put("equivalenceMargin", "5%");
        expected.put("color", "auto");
        assertThat(shown).containsExactlyEntriesOf(expected);
        assertThat(Keys.all())
                .extracting(Key::name)
                .contains(
                        "browserBinary",
                        "launcher",
                        "grid",
                        "bridgeHost",
                        "build",
                        "engineVersion",
                        "out",
                        "template",
                        "split",
                        "cut",
                        "replicas",
                        "baseline",
                        "pool",
                        "executionMode")
                .hasSize(expected.size() + 24);
    }

    @Test
    void the_defaults_are_those_of_a_measurement_and_of_the_chains() {
        Config config = load();

        assertThat(config.ofCases()).isEqualTo(RunSettings.DEFAULT);
        assertThat(config.explicitOfCases()).isEqualTo(RunSettings.NONE);
        assertThat(config.get(Keys.FALL_BACK_ON)).isEqualTo(FallbackPolicy.DEFAULT);
        assertThat(config.get(Keys.COMPARISONS)).isEqualTo(Comparisons.ON);
    }

    @Test
    void the_native_chain_is_the_systems_own_and_says_why_unless_somebody_names_chains() throws IOException {
        Config config = load();
        assertThat(config.get(Keys.CHAINS))
                .containsExactly(Chain.BROWSER, Chain.of(Backends.ROCM, Backends.NATIVE_CPU));
        assertThat(config.setting(Keys.CHAINS).orElseThrow().origin())
                .isEqualTo(new SettingOrigin(SettingOrigin.Layer.DEFAULT, "default for a system with an AMD GPU"));

        user("chains: [cuda→cpu]\n");
        assertThat(load().get(Keys.CHAINS)).containsExactly(Chain.of(Backends.CUDA, Backends.NATIVE_CPU));
        assertThat(load().setting(Keys.CHAINS).orElseThrow().origin().where()).endsWith("config.yaml:1");
    }

    @Test
    void what_moves_on_is_read_everywhere_and_a_word_that_is_none_is_refused_with_the_nearest() throws IOException {
        environment.put("BASCULE_FALL_BACK_ON", "wasm-trap, timed-out");
        assertThat(load().get(Keys.FALL_BACK_ON))
                .isEqualTo(new FallbackPolicy(Set.of(Outcome.TIMED_OUT), Set.of(ErrorCode.WASM_TRAP)));
        project("fallBackOn: [any]\ncomparisons: [webgpu/wasm, webnn/cpu]\n");
        environment.clear();
        assertThat(load().get(Keys.FALL_BACK_ON)).isEqualTo(FallbackPolicy.ANY);
        assertThat(load().get(Keys.COMPARISONS)).hasToString("webgpu/wasm,webnn/cpu");
        project("fallBackOn: [any, none]\n");
        fails(
                ErrorCode.CONFIG_INVALID,
                "./bascule.yaml:1: fallBackOn must be any, none, or failures divided by commas, but is 'any,none';"
                        + " none stands alone");
        project("fallBackOn: crash\n");
        fails(
                ErrorCode.CONFIG_INVALID,
                "./bascule.yaml:1: fallBackOn must be any, none, or failures divided by commas, but is 'crash';"
                        + " 'crash' is no failure that falls back; did you mean 'crashed'?");
    }

    @Test
    void each_place_stands_above_the_next() throws IOException {
        user("minIterations: 1\nthreads: 2\nbatch: 3\nseed: 4\n");
        project("minIterations: 10\nthreads: 20\nbatch: 30\n");
        environment.put("BASCULE_MIN_ITERATIONS", "100");
        environment.put("BASCULE_THREADS", "200");
        flags.add(CaseKeys.MIN_ITERATIONS, "--min-iterations", "1000");

        Config config = load();

        assertThat(config.get(CaseKeys.MIN_ITERATIONS)).isEqualTo(1000);
        assertThat(config.get(CaseKeys.THREADS)).isEqualTo(200);
        assertThat(config.get(CaseKeys.BATCH)).isEqualTo(30);
        assertThat(config.get(Keys.SEED)).isEqualTo(4L);
        assertThat(config.setting(CaseKeys.MIN_ITERATIONS)
                        .orElseThrow()
                        .origin()
                        .where())
                .isEqualTo("--min-iterations");
        assertThat(config.setting(CaseKeys.THREADS).orElseThrow().origin().where())
                .isEqualTo("BASCULE_THREADS");
        assertThat(config.setting(CaseKeys.BATCH).orElseThrow().origin().where())
                .isEqualTo("./bascule.yaml:3");
        assertThat(config.setting(Keys.SEED).orElseThrow().origin().where()).endsWith("config.yaml:4");
    }

    @Test
    void only_flags_and_environment_stand_above_a_suite() throws IOException {
        project("threads: 2\n");
        environment.put("BASCULE_BATCH", "3");

        Config config = load();

        assertThat(config.explicit(CaseKeys.THREADS)).isEmpty();
        assertThat(config.explicit(CaseKeys.BATCH)).contains(3);
    }

    @Test
    void the_users_file_moves_with_xdg_config_home() throws IOException {
        Files.createDirectories(folder.resolve("xdg/bascule"));
        Files.writeString(folder.resolve("xdg/bascule/config.yaml"), "threads: 9\n");
        environment.put("XDG_CONFIG_HOME", folder.resolve("xdg").toString());

        assertThat(load().get(CaseKeys.THREADS)).isEqualTo(9);
    }

    @Test
    void lists_may_be_written_as_lists() throws IOException {
        project("backends: [wasm, cpu]\nchains:\n  - webgpu->wasm\n  - cuda→cpu\n");

        assertThat(load().get(Keys.BACKENDS)).containsExactly(Backends.WASM, Backends.NATIVE_CPU);
        assertThat(load().get(Keys.CHAINS))
                .containsExactly(
                        Chain.of(Backends.WEBGPU, Backends.WASM), Chain.of(Backends.CUDA, Backends.NATIVE_CPU));
    }

    @Test
    void a_repeated_chain_option_adds_a_chain() {
        flags.add(Keys.CHAINS, "--chain", "webgpu->wasm");
        flags.add(Keys.CHAINS, "--chain", "cuda->cpu");

        assertThat(load().get(Keys.CHAINS)).hasSize(2);
    }

    @Test
    void an_unknown_key_in_a_file_names_the_nearest() throws IOException {
        project("# mine\nminIteration: 3\n");

        fails(ErrorCode.CONFIG_INVALID, "./bascule.yaml:2: unknown key 'minIteration'; did you mean 'minIterations'?");
    }

    @Test
    void an_unknown_variable_names_the_nearest() {
        environment.put("BASCULE_MIN_ITERATION", "3");

        fails(
                ErrorCode.CONFIG_INVALID,
                "unknown environment variable 'BASCULE_MIN_ITERATION'; did you mean 'BASCULE_MIN_ITERATIONS'?");
    }

    @Test
    void variables_that_others_read_are_let_be() {
        environment.put("BASCULE_CACHE", "/somewhere");

        assertThat(load().get(CaseKeys.THREADS)).isEqualTo(1);
    }

    @Test
    void a_wrong_value_names_where_it_stands_and_what_is_wanted() throws IOException {
        project("timeout: soon\n");

        fails(
                ErrorCode.CONFIG_INVALID,
                "./bascule.yaml:1: timeout must be a duration such as 500ms, 2s or 1m30s, but is 'soon'");
    }

    @Test
    void a_wrong_flag_is_a_usage_error() {
        flags.add(Keys.FAIL_ON, "--fail-on", "failure");

        fails(
                ErrorCode.USAGE_ERROR,
                "--fail-on must be one of never, failures, regressions, but is 'failure'; did you mean 'failures'?");
    }

    @Test
    void an_unknown_backend_names_the_nearest() {
        flags.add(Keys.BACKENDS, "--backends", "wasm,webgup");

        fails(ErrorCode.UNKNOWN_BACKEND, "--backends: there is no backend called 'webgup'; did you mean 'webgpu'?");
    }

    @Test
    void what_the_launchers_read_and_set_is_no_unknown_setting() throws IOException {
        String shared = "test-suites/cli/src/main/launcher/";
        for (String launcher : List.of(
                "bascule", "bascule.cmd", shared + "launcher.sh", shared + "bin/bascule", shared + "bin/bascule.cmd")) {
            Matcher variable = Pattern.compile("\\bBASCULE_[A-Z_]+").matcher(Files.readString(Checkout.path(launcher)));
            while (variable.find()) {
                environment.put(variable.group(), "said");
            }
        }

        assertThat(environment).containsKeys("BASCULE_PLUGINS", "BASCULE_BROWSER_FOLDER");
        assertThatCode(this::load).doesNotThrowAnyException();
    }

    @Test
    void names_in_the_environment_follow_from_names_in_files() {
        assertThat(CaseKeys.MIN_ITERATIONS.variable()).isEqualTo("BASCULE_MIN_ITERATIONS");
        assertThat(CaseKeys.WARM_UP_LIMIT.variable()).isEqualTo("BASCULE_WARM_UP_LIMIT");
        assertThat(Keys.all()).extracting(Key::variable).doesNotHaveDuplicates();
        assertThat(List.copyOf(Keys.all())).extracting(Key::name).doesNotHaveDuplicates();
    }

    @Test
    void no_setting_s_variable_is_another_thing_s() {
        assertThat(Keys.all()).extracting(Key::variable).doesNotContainAnyElementsOf(ConfigLoader.OTHER_VARIABLES);
        environment.put("BASCULE_BROWSERS", "firefox");

        assertThat(load().get(Keys.BROWSERS)).containsExactly("firefox");
    }

    private void fails(ErrorCode code, String message) {
        assertThatThrownBy(this::load)
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessage(message);
    }
}
