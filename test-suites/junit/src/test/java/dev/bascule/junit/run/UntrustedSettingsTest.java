package dev.bascule.junit.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.config.ConfigLoader;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JUnit engine reads a project's file by the same rule as the command line. */
@Tag("attack")
class UntrustedSettingsTest {
    private static final Suite SUITE = BuiltInSuites.find("quickstart").orElseThrow();

    @TempDir
    Path folder;

    private ParameterSettings settings(Map<String, String> environment) {
        return new ParameterSettings(
                Map.of(), AbsencePolicy.ABORT, new ConfigLoader(environment, folder, folder.resolve("home")));
    }

    private static SuitePlan plan(ParameterSettings settings) {
        return SuitePlan.of(SUITE, SuiteOverrides.NONE, settings);
    }

    @Test
    void what_needs_trust_is_refused_unless_a_parameter_or_a_variable_speaks() throws IOException {
        Files.writeString(
                folder.resolve("bascule.yaml"), "browserFlags: [--no-sandbox]\nstore: ../out.duckdb\nthreads: 2\n");
        ParameterSettings alone = settings(Map.of());

        assertThatThrownBy(() -> plan(alone))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_UNTRUSTED))
                .hasMessageContainingAll("bascule.yaml is not trusted", "browserFlags", "store");
        assertThatThrownBy(() -> plan(alone.with("browserFlags", "--mute-audio")))
                .hasMessageContaining("store")
                .hasMessageNotContaining("browserFlags");

        SuitePlan said = plan(alone.with("browserFlags", "--mute-audio").with("store", "here.duckdb"));
        assertThat(said.setup().flags()).containsExactly("--mute-audio");
        assertThat(said.destination().store()).contains(folder.resolve("here.duckdb"));

        SuitePlan trusted = plan(settings(Map.of("BASCULE_TRUST", folder.toString())));
        assertThat(trusted.setup().flags()).containsExactly("--no-sandbox");
        assertThat(trusted.destination().store()).contains(folder.resolve("../out.duckdb"));
    }

    @Test
    void what_is_harmless_counts() throws IOException {
        Files.writeString(folder.resolve("bascule.yaml"), "threads: 2\nstore: here.duckdb\n");

        assertThat(plan(settings(Map.of())).destination().store()).contains(folder.resolve("here.duckdb"));
    }
}
