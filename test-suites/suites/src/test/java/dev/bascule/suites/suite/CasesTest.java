package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final Chain WASM = Chain.of(Backends.WASM);
    private static final Chain CPU = Chain.of(Backends.NATIVE_CPU);

    private static Suite suite(String... lines) {
        return SuiteReader.read(
                "name: s\nmodels: [{model: bert-micro}, {model: vit-micro}]\n" + String.join("\n", lines),
                "s.yaml",
                Path.of(""));
    }

    /** Options that say nothing, over this configuration: targets wasm and cpu, both usual chains. */
    private static final class Options {
        private RunSettings explicit = RunSettings.NONE;
        private Optional<List<Backend>> backends = Optional.empty();
        private Optional<List<Chain>> chains = Optional.empty();
        private ScenarioOptions scenarios = ScenarioOptions.NONE;
        private boolean strict;
        private boolean browsers = true;
        private List<String> filters = List.of();

        CaseOptions build() {
            return new CaseOptions(
                    explicit,
                    RunSettings.DEFAULT,
                    new CaseOptions.Aim(
                            new LayeredSetting<>(backends, List.of(Backends.WASM, Backends.NATIVE_CPU)),
                            new LayeredSetting<>(chains, List.of(Chain.BROWSER, Chain.NATIVE)),
                            new LayeredSetting<>(Optional.empty(), Comparisons.ON),
                            new LayeredSetting<>(Optional.empty(), FallbackPolicy.DEFAULT)),
                    scenarios,
                    strict,
                    browsers,
                    filters);
        }
    }

    private static List<SuiteCase> select(Suite suite, Options options) {
        return Cases.select(List.of(suite), options.build());
    }

    @Test
    void each_of_several_devices_is_a_case_and_browsers_which_have_none_run_once() {
        List<SuiteCase> cases = select(suite("settings: {device: [0, 1]}"), new Options());

        assertThat(cases).hasSize(4);
        assertThat(cases.get(0).id().settings()).containsEntry("device", "0");
        assertThat(cases.get(0).chains()).contains(WASM, CPU);
        assertThat(cases.get(1).id().settings()).containsEntry("device", "1");
        assertThat(cases.get(1).chains()).contains(CPU).doesNotContain(WASM);
    }

    @Test
    void a_model_that_hears_in_steps_is_fed_so_where_the_suite_says_nothing_else() {
        SuiteModel own = new SuiteModel("zoo:silero-vad", "vad", SuiteModel.Feed.NONE);
        SuiteModel other = new SuiteModel(
                "zoo:silero-vad",
                "vad",
                new SuiteModel.Feed(
                        Map.of(), Optional.empty(), Map.of(), Map.of("pcm", new FrameWindow(256, 64)), Map.of()));

        assertThat(own.inSteps().feed().frames()).containsEntry("pcm", new FrameWindow(512, 0));
        assertThat(own.inSteps().feed().carry()).containsEntry("state", "stateN");
        assertThat(other.inSteps()).isEqualTo(other);
    }

    @Test
    void threads_other_than_the_usual_one_are_part_of_a_case() {
        assertThat(select(suite("settings: {threads: 2}"), new Options())
                        .get(0)
                        .id()
                        .settings())
                .containsEntry("threads", "2");
        assertThat(select(suite("settings: {threads: 1}"), new Options())
                        .get(0)
                        .id()
                        .settings())
                .doesNotContainKey("threads");
    }

    @Test
    void a_case_is_named_after_suite_kind_model_and_batch() {
        assertThat(select(suite(), new Options()))
                .extracting(one -> one.id().toString())
                .containsExactly("s:text:bert-micro;batch=1", "s:vision:vit-micro;batch=1");
    }

    @Test
    void targets_come_first_then_chains() {
        assertThat(select(suite(), new Options()).get(0).chains())
                .containsExactly(WASM, CPU, Chain.BROWSER, Chain.NATIVE);
    }

    @Test
    void the_suite_stands_above_the_configuration() {
        assertThat(select(suite("targets: [webnn]", "chains: []"), new Options())
                        .get(0)
                        .chains())
                .containsExactly(Chain.of(Backends.WEBNN));
    }

    @Test
    void what_is_said_for_this_invocation_stands_above_the_suite() {
        Options options = new Options();
        options.explicit = RunSettings.NONE
                .with(CaseKeys.MIN_ITERATIONS, 3)
                .with(CaseKeys.GRAPH_OPTIMIZATION, GraphOptimization.DISABLED);

        SuiteCase selected = select(suite("settings: {minIterations: 9, threads: 2}"), options)
                .get(0);

        assertThat(selected.id()).hasToString("s:text:bert-micro;batch=1,graphOptimization=disabled,threads=2");

        assertThat(selected.settings().get(CaseKeys.MIN_ITERATIONS)).isEqualTo(3);
        assertThat(selected.settings().get(CaseKeys.THREADS)).isEqualTo(2);
        assertThat(selected.settings().get(CaseKeys.TIMEOUT)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void naming_backends_leaves_of_the_chains_what_is_among_them() {
        Options options = new Options();
        options.backends = Optional.of(List.of(Backends.WEBGPU, Backends.WASM));

        assertThat(select(suite(), options).get(0).chains())
                .containsExactly(Chain.of(Backends.WEBGPU), WASM, Chain.of(Backends.WEBGPU, Backends.WASM));
    }

    @Test
    void strict_leaves_the_chains_out() {
        Options options = new Options();
        options.strict = true;

        assertThat(select(suite(), options).get(0).chains()).containsExactly(WASM, CPU);
    }

    @Test
    void a_chain_that_is_asked_for_replaces_the_others() {
        Options options = new Options();
        options.backends = Optional.of(List.of());
        options.chains = Optional.of(List.of(Chain.NATIVE));

        assertThat(select(suite(), options).get(0).chains()).containsExactly(Chain.NATIVE);
    }

    @Test
    void without_browsers_only_native_chains_are_left() {
        Options options = new Options();
        options.browsers = false;

        assertThat(select(suite(), options).get(0).chains()).containsExactly(CPU, Chain.NATIVE);
    }

    @Test
    void a_filter_without_a_colon_means_the_model() {
        CaseId id = CaseId.parse("s:text:bert-micro;batch=1");

        assertThat(Cases.isSelected(id, List.of("bert*"))).isTrue();
        assertThat(Cases.isSelected(id, List.of("s:text:*"))).isTrue();
        assertThat(Cases.isSelected(id, List.of("s:vision:*", "*:bert-micro"))).isTrue();
        assertThat(Cases.isSelected(id, List.of("vit*"))).isFalse();
        assertThat(Cases.isSelected(id, List.of("text"))).isFalse();
        assertThat(Cases.isSelected(id, List.of())).isTrue();
    }

    private static ScenarioOptions scenarios(Optional<List<ScenarioKind>> said, Optional<Integer> cycles) {
        return new ScenarioOptions(
                new LayeredSetting<>(said, List.of(ScenarioKind.VISITS)),
                new LayeredSetting<>(cycles, ScenarioKind.SOAK.usualCount()));
    }

    @Test
    void a_scenario_said_for_this_invocation_comes_on_top_of_the_suites() {
        Options options = new Options();
        options.scenarios = scenarios(Optional.of(List.of(ScenarioKind.SOAK, ScenarioKind.VISITS)), Optional.empty());

        assertThat(select(suite("scenarios: [state-leak, {visits: {repeats: 5}}]"), options)
                        .get(0)
                        .scenarios())
                .containsExactly(
                        new ScenarioSpec(ScenarioKind.STATE_LEAK, 5),
                        new ScenarioSpec(ScenarioKind.VISITS, 5),
                        new ScenarioSpec(ScenarioKind.SOAK, 30));
    }

    @Test
    void a_suite_that_names_scenarios_stands_above_the_configuration_and_a_model_above_its_suite() {
        Options options = new Options();
        options.scenarios = scenarios(Optional.empty(), Optional.empty());

        assertThat(select(suite(), options).get(0).scenarios())
                .containsExactly(new ScenarioSpec(ScenarioKind.VISITS, 3));
        assertThat(select(suite("scenarios: []"), options).get(0).scenarios()).isEmpty();
        Suite own = SuiteReader.read(
                "name: s\nscenarios: [visits]\nmodels: [{model: bert-micro, scenarios: [soak]}, {model: vit-micro}]",
                "s.yaml",
                Path.of(""));
        assertThat(select(own, options))
                .extracting(SuiteCase::scenarios)
                .containsExactly(
                        List.of(new ScenarioSpec(ScenarioKind.SOAK, 30)),
                        List.of(new ScenarioSpec(ScenarioKind.VISITS, 3)));
    }

    @Test
    void cycles_said_for_this_invocation_stand_above_the_suites() {
        Options options = new Options();
        options.scenarios = scenarios(Optional.empty(), Optional.of(7));

        assertThat(select(suite("scenarios: [{soak: {cycles: 50}}]"), options)
                        .get(0)
                        .scenarios())
                .containsExactly(new ScenarioSpec(ScenarioKind.SOAK, 7));
    }

    @Test
    void selecting_nothing_is_an_error() {
        Options options = new Options();
        options.filters = List.of("gpt*");

        assertThatThrownBy(() -> select(suite(), options))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOTHING_SELECTED_TO_RUN))
                .hasMessage("--filter gpt* selects none of the 2 cases, such as 's:text:bert-micro;batch=1'");
        Suite one = suite().with(suite().models().subList(0, 1));
        assertThatThrownBy(() -> select(one, options))
                .hasMessage("--filter gpt* does not select the one case, 's:text:bert-micro;batch=1'");
    }

    @Test
    void having_no_backend_left_is_an_error() {
        Options options = new Options();
        options.browsers = false;

        assertThatThrownBy(() -> select(suite("targets: [wasm]", "chains: []"), options))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOTHING_SELECTED_TO_RUN));
    }
}
