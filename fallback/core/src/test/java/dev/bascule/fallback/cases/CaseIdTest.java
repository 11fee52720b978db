package dev.bascule.fallback.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.maps;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class CaseIdTest {

    @Test
    void a_case_of_another_batch_differs_in_nothing_else() {
        CaseId eight = CaseId.parse("s:p:c;batch=8,threads=2");

        assertThat(CaseId.parse("s:p:c;batch=1,threads=2").isAnotherSizeOf(eight))
                .isTrue();
        assertThat(eight.isAnotherSizeOf(eight)).isFalse();
        assertThat(CaseId.parse("s:p:c;batch=1,threads=1").isAnotherSizeOf(eight))
                .isFalse();
        assertThat(CaseId.parse("s:p:d;batch=1,threads=2").isAnotherSizeOf(eight))
                .isFalse();
    }

    @Test
    void reads_what_it_writes() {
        qt().withFixedSeed(20261121)
                .forAll(ids())
                .checkAssert(id -> assertThat(CaseId.parse(id.toString())).isEqualTo(id));
    }

    @Test
    void any_text_can_be_made_a_word_and_stands_in_an_id() {
        qt().withFixedSeed(20261121)
                .forAll(strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 12))
                .checkAssert(text -> {
                    CaseId id = CaseId.of("s", "p", CaseId.word(text), Map.of());
                    assertThat(CaseId.parse(id.toString())).isEqualTo(id);
                });
    }

    @Test
    void every_id_matches_itself_its_head_and_the_star() {
        qt().withFixedSeed(20261121).forAll(ids()).checkAssert(id -> {
            assertThat(id.matches(id.toString())).isTrue();
            assertThat(id.matches(id.toString().split(";", 2)[0])).isTrue();
            assertThat(id.matches("*")).isTrue();
            assertThat(id.matches(id.suite() + ":*")).isTrue();
            assertThat(id.matches(id + "x")).isFalse();
        });
    }

    @Test
    void no_glob_is_an_error_whatever_is_in_it() {
        CaseId id = CaseId.of("s", "p", "c", Map.of());
        qt().withFixedSeed(20261121)
                .forAll(strings().allPossible().ofLengthBetween(0, 12))
                .checkAssert(glob -> id.matches(glob + "\\E(["));
    }

    @ParameterizedTest
    @CsvSource({
        "quickstart:vision:cnn;batch=1, true",
        "quickstart:vision:cnn, true",
        "quickstart:vision:*, true",
        "*:vision:*, true",
        "*batch=1, true",
        "*;batch=?, true",
        "quickstart:vision:c?n, true",
        "quickstart:vision, false",
        "vision, false",
        "quickstart.vision.cnn, false",
        "QUICKSTART:*, false",
        "*batch=2*, false",
        "'', false"
    })
    void a_glob_matches_the_whole_id_or_its_part_before_the_settings(String glob, boolean matches) {
        assertThat(CaseId.of("quickstart", "vision", "cnn", Map.of("batch", "1"))
                        .matches(glob))
                .isEqualTo(matches);
    }

    @Test
    void settings_are_sorted_so_that_equal_cases_have_equal_ids() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("precision", "float32");
        settings.put("batch", "1");
        CaseId id = CaseId.of("s", "a/b", "c", settings);
        assertThat(id).hasToString("s:a/b:c;batch=1,precision=float32");
        assertThat(CaseId.parse("s:a/b:c;precision=float32,batch=1")).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "s:p",
                "s:p:",
                ":p:c",
                "s:p:c:d",
                "s:p:c;batch",
                "s:p:c;=1",
                "s:p:c;batch=",
                "s:p:c;batch=1,",
                "s:p:c;batch=1,batch=2",
                "s:p c:d",
                "s:/p:c",
                "s:p/:c",
                "s:p:c;k=ä",
                "s:p:c\n"
            })
    void what_is_no_id_is_refused_as_misuse(String text) {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> CaseId.parse(text))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR));
    }

    @Test
    void a_family_is_found_by_its_word() {
        assertThat(Family.ofId("text-generation")).contains(Family.TEXT_GENERATION);
        assertThat(Family.ofId("poetry")).isEmpty();
    }

    @Test
    void a_models_nodes_are_all_its_operators() {
        ModelInfo model = new ModelInfo(
                "m", "0".repeat(64), 1, Family.VISION, "unknown", Map.of(), Map.of("Conv", 3, "Relu", 2), 0);
        assertThat(model.nodes()).isEqualTo(5);
    }

    private static Gen<CaseId> ids() {
        Gen<String> path = lists().of(word()).ofSizeBetween(1, 3).map(parts -> String.join("/", parts));
        return word().zip(
                        path,
                        word(),
                        maps().of(word(), word()).ofSizeBetween(0, 3),
                        (suite, where, name, settings) -> CaseId.of(suite, where, name, settings));
    }

    private static Gen<String> word() {
        String letters = "abcXYZ019_.+-";
        return lists().of(integers().between(0, letters.length() - 1))
                .ofSizeBetween(1, 6)
                .map(picks -> picks.stream()
                        .map(at -> String.valueOf(letters.charAt(at)))
                        .collect(Collectors.joining()))
                .assuming(word -> !word.equals(".") && !word.equals(".."));
    }

    @Test
    void sizes_that_a_run_chose_keep_expectations_and_filters_that_do_not_say_them() {
        CaseId planned = CaseId.parse("s:p:c;batch=1");
        CaseId ran = planned.with(java.util.Map.of(CaseId.dimension("sequence length"), "128"));

        assertThat(ran).hasToString("s:p:c;batch=1,dim.sequence_length=128");
        assertThat(ran.isSizedFrom(planned)).isTrue();
        assertThat(ran.isAnotherSizeOf(CaseId.parse("s:p:c;batch=8"))).isTrue();
        assertThat(ran.matches("s:p:c;batch=1")).isTrue();
        assertThat(ran.matches("s:p:c;batch=1,dim.sequence_length=128")).isTrue();
        assertThat(ran.matches("s:p:c;batch=1,dim.sequence_length=64")).isFalse();
        assertThat(ran.isSizedFrom(CaseId.parse("s:p:c;batch=1,dim.sequence_length=64")))
                .isFalse();
        assertThat(ran.isSizedFrom(CaseId.parse("s:p:c;batch=1,threads=2"))).isFalse();
    }
}
