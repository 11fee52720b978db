package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class GlobTest {

    private static Pattern regex(String glob, int flags) {
        return Pattern.compile(
                glob.codePoints()
                        .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                        .collect(Collectors.joining()),
                flags);
    }

    private static String any(Random random, String letters, int most) {
        return random.ints(random.nextInt(most + 1), 0, letters.length())
                .mapToObj(at -> letters.substring(at, at + 1))
                .collect(Collectors.joining());
    }

    @Test
    void it_says_what_a_regular_expression_would() {
        Random random = new Random(20261123);
        for (int i = 0; i < 20_000; i++) {
            compare(any(random, "ab*?", 8), any(random, "abB", 10));
        }
    }

    private static void compare(String glob, String word) {
        assertThat(Glob.of(glob).matches(word))
                .isEqualTo(regex(glob, 0).matcher(word).matches());
        assertThat(Glob.of(glob).begins(word))
                .isEqualTo(regex(glob, 0).matcher(word).lookingAt());
        assertThat(Glob.ignoringCase(glob).matches(word))
                .isEqualTo(regex(glob, Pattern.CASE_INSENSITIVE).matcher(word).matches());
    }

    @Test
    void a_pattern_made_to_take_for_ever_takes_a_moment() {
        String glob = "*?".repeat(2_000) + "b";
        String word = "a".repeat(20_000);
        // As a regular expression, thirty of these take longer than a day.
        assertThat(assertTimeoutPreemptively(
                        Duration.ofMinutes(1), () -> Glob.of(glob).matches(word)))
                .isFalse();
    }
}
