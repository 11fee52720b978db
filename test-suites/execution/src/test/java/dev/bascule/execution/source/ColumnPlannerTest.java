package dev.bascule.execution.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.execution.attempt.ScriptedEnvironment;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.runner.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnPlannerTest {
    private static final Chain WEBGPU = Chain.of(Backends.WEBGPU);

    private final ScriptedEnvironment hardware = new ScriptedEnvironment(
            Map.of(Backends.WEBGPU, Script.right(Backends.WEBGPU).software(false)));
    private final ScriptedEnvironment software = new ScriptedEnvironment(
            Map.of(Backends.WEBGPU, Script.right(Backends.WEBGPU).software(true)));
    private final ScriptedEnvironment without =
            new ScriptedEnvironment(Map.of(Backends.WEBGPU, Script.missing("no adapter")));

    private ColumnPlanner planner(BrowserChoice choice, ScriptedEnvironment... benches) {
        return new ColumnPlanner(
                choice, List.of(benches).stream().map(bench -> bench.browser).toList(), hardware.nativeSource, true);
    }

    @Test
    void auto_takes_hardware_before_software_and_that_before_nothing() {
        List<Column> columns =
                planner(new BrowserChoice.Auto(), without, software, hardware).columns(WEBGPU);
        assertThat(columns)
                .singleElement()
                .satisfies(column -> assertThat(column.sources()).containsValue(hardware.browser));
        assertThat(planner(new BrowserChoice.Auto(), without, software).columns(WEBGPU))
                .singleElement()
                .satisfies(column -> assertThat(column.sources()).containsValue(software.browser));
    }

    @Test
    void auto_starts_no_browser_that_cannot_be_better_on_this_machine() {
        ScriptedEnvironment later = new ScriptedEnvironment(
                Map.of(Backends.WEBGPU, Script.right(Backends.WEBGPU).software(true)));
        new ColumnPlanner(
                        new BrowserChoice.Auto(),
                        List.of(software.browser, later.browser),
                        software.nativeSource,
                        false)
                .columns(WEBGPU);
        assertThat(software.browserLauncher.launched()).hasSize(1);
        assertThat(later.browserLauncher.launched()).isEmpty();
    }

    @Test
    void all_browsers_are_a_column_each() {
        assertThat(planner(new BrowserChoice.All(), without, software).columns(WEBGPU))
                .hasSize(2);
    }

    @Test
    void no_browser_where_one_is_needed_is_an_unusable_environment_with_remedies() {
        assertThatThrownBy(() -> planner(new BrowserChoice.Auto()).columns(WEBGPU))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NO_BROWSER);
                    assertThat(e.code().exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
                    assertThat(e.failure().remedies()).isNotEmpty();
                });
    }

    @Test
    void native_chains_need_no_browser() {
        assertThat(planner(new BrowserChoice.None()).columns(Chain.NATIVE)).hasSize(1);
        assertThat(planner(new BrowserChoice.None()).columns(WEBGPU)).isEmpty();
    }
}
