package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.RefusedException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The host's half of the contract: it takes what it should, and says what to do about the rest. */
class InputCasesTest {
    static List<InputCase> all() {
        return InputCase.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    @Tag("native")
    void is_taken_or_refused_in_words_that_tell_what_to_do(InputCase input) throws Exception {
        if (input.expected() instanceof InputCase.Refused refused) {
            assertThatThrownBy(() -> Pipelines.run(input.spec(), input.assets(), input.text()))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            thrown ->
                                    assertThat(refused.error().split("\\|", -1)).contains(thrown.errorName()))
                    .hasMessageContaining(refused.says());
        } else {
            assertThat(Pipelines.run(input.spec(), input.assets(), input.text()))
                    .isNotEmpty();
        }
    }

    @Test
    void a_picture_is_turned_as_it_was_held() throws Exception {
        Picture stored = Picture.decode(TestPictures.turnedJpeg(1, true));
        Picture turned = Picture.decode(TestPictures.turnedJpeg(6, true));
        assertThat(List.of(turned.width(), turned.height())).isEqualTo(List.of(stored.height(), stored.width()));
        // A quarter to the right: what was the left lower corner is the left upper one.
        assertThat(turned.at(0, 0, 1)).isEqualTo(stored.at(0, stored.height() - 1, 1));
        assertThat(turned.at(turned.width() - 1, 3, 0)).isEqualTo(stored.at(3, 0, 0));
    }

    @Test
    void every_case_has_a_name_of_its_own() {
        assertThat(all()).extracting(InputCase::name).doesNotHaveDuplicates();
        assertThat(all()).extracting(InputCase::assets).allMatch(assets -> !assets.equals(Map.of()));
    }
}
