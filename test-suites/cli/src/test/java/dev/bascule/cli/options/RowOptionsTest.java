package dev.bascule.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.suites.setting.Key;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class RowOptionsTest {
    @Command(name = "sample")
    static final class Sample {
        @Mixin
        final BrowserOptions browsers = new BrowserOptions();

        @Mixin
        final TargetOptions targets = new TargetOptions();

        @Mixin
        final KnownFailureOptions known = new KnownFailureOptions();

        @Mixin
        final BaselineOptions baseline = new BaselineOptions();

        @Mixin
        final ConformanceOptions conformance = new ConformanceOptions();
    }

    private final Sample sample = new Sample();
    private final CommandLine line = new CommandLine(sample).setOverwrittenOptionsAllowed(false);

    private static String text(Flags flags, Key<?> key) {
        return flags.given().get(key).text();
    }

    @Test
    void what_may_be_given_again_adds_up_in_the_order_in_which_it_was_typed() {
        line.parseArgs(
                "--browser-flag=--a",
                "--chain=webgpu->cpu",
                "--browser-flag",
                "--b=1",
                "--expectations=first.yaml",
                "--chain=webnn->cpu",
                "--expectations=second.yaml",
                "--expectations=first.yaml");
        assertThat(text(sample.browsers.flags(), Keys.BROWSER_FLAGS)).isEqualTo("--a --b=1");
        assertThat(text(sample.targets.flags(), Keys.CHAINS)).isEqualTo("webgpu->cpu;webnn->cpu");
        assertThat(text(sample.known.flags(), Keys.EXPECTATIONS)).isEqualTo("first.yaml,second.yaml,first.yaml");
    }

    @Test
    void everything_else_is_given_once() {
        assertThatThrownBy(() -> line.parseArgs("--gpu=software", "--gpu=hardware"))
                .hasMessageContaining("should be specified only once");
    }

    @Test
    void a_switch_turns_its_row_on_and_is_silent_where_it_is_not_given() {
        line.parseArgs("--strict");
        assertThat(text(sample.targets.flags(), Keys.STRICT)).isEqualTo("on");
        assertThat(sample.conformance.flags().given()).isEmpty();
    }

    @Test
    void a_row_is_remembered_by_the_first_of_its_names() {
        line.parseArgs("--case-timeout=3s");
        assertThat(sample.conformance.flags().given().get(Keys.CASE_TIMEOUT))
                .isEqualTo(new Flags.Flag("--timeout", "3s"));
    }

    @Test
    void a_percent_sign_of_a_row_stands_in_help_as_it_is() {
        assertThat(line.getUsageMessage()).contains("(default: 2%)").doesNotContain("%%");
    }
}
