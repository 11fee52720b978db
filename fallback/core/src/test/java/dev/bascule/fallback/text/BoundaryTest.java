package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunId;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a record says, its ids are ids and its names are one line: the types themselves see to it. */
@Tag("attack")
class BoundaryTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "..",
                "../../outside",
                "a/b",
                "a\\b",
                "a..b",
                ".hidden",
                "-rf",
                "a b",
                "a\nb",
                "a*/ class X {} /*",
                "a\"b",
                "a\u001b[2J",
                "é",
                "a;b",
                "a%2fb",
                "a."
            })
    void an_id_of_a_run_leads_nowhere_and_says_no_more(String id) {
        assertThatThrownBy(() -> RunId.require(id))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContaining("is no id of a run")
                .message()
                .doesNotContain("\n", "\u001b");
    }

    @Test
    void ids_that_are_made_here_are_ids() {
        String made = RunId.of(Instant.parse("2026-11-23T10:11:12Z"), -1);
        assertThat(RunId.require(made)).isEqualTo("20261123-101112-ffff");
        Backends.installed()
                .all()
                .forEach(backend -> assertThat(named(backend.id())).isNotNull());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "../x",
                "a b",
                "a: b",
                "a\n- b",
                "a->b",
                "a,b",
                "CPU",
                "a\"",
                "a${{x}}",
                "a'",
                "--flag",
                "a\u001b[2J",
                "a.",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void an_id_of_a_backend_is_one_word(String id) {
        assertThatThrownBy(() -> named(id))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContaining("is no id of a backend");
    }

    private static Backend named(String id) {
        return new Backend(id, Side.NATIVE, DeviceType.CPU, Set.of(), Set.of());
    }

    @Test
    void a_case_cannot_be_a_step_to_another_folder() {
        for (String part : List.of("..", ".", "../a", "a/..", "a/./b")) {
            assertThatThrownBy(() -> CaseId.of("suite", part, "name", Map.of())).isInstanceOf(BasculeException.class);
        }
        assertThat(CaseId.of("suite", "a/b.c", "..d", Map.of())).hasToString("suite:a/b.c:..d");
        assertThat(CaseId.of("suite", CaseId.word(".."), CaseId.word("."), Map.of()))
                .hasToString("suite:_..:_.");
    }

    @Test
    void names_of_browsers_engines_and_machines_are_one_line() {
        String hostile = "Chrome\u001b]0;owned\u0007\n::error::x";
        String line = "Chrome ]0;owned ::error::x";
        assertThat(new Browser(hostile, hostile, hostile, List.of()).label()).startsWith(line);
        assertThat(new Engine(hostile, hostile, Optional.of(hostile)))
                .hasToString(line + " " + line + " (" + line + ")");
        Machine machine = new Machine(
                hostile,
                hostile,
                new Machine.Cpu(hostile, 1, List.of(hostile)),
                1L,
                List.of(new Machine.Gpu(hostile, hostile, false)));
        assertThat(machine.toString().codePoints().noneMatch(PlainText::isControl))
                .isTrue();
        assertThat(new Fingerprint(Map.of("cpu\n", hostile), Map.of()).machine())
                .containsEntry("cpu ", line);
    }

    @Test
    void an_id_of_thousands_of_parts_overflows_no_stack() {
        String path = "a" + "/a".repeat(20_000);
        assertThat(CaseId.parse("suite:" + path + ":case").path()).isEqualTo(path);
        assertThatThrownBy(() -> CaseId.parse("suite:" + path + "/..:case")).isInstanceOf(BasculeException.class);
    }
}
