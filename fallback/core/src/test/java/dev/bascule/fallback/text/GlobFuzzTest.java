package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;

/** A pattern, a zero byte, a name. */
@FuzzTarget
class GlobFuzzTest {
    private static final int SHORT = 12;

    @FuzzTest
    void it_matches_what_the_plain_definition_matches_and_takes_no_longer_for_a_nasty_pattern(byte[] data) {
        String[] parts = FuzzInput.text(data).split("\0", 2);
        String pattern = parts[0];
        String name = parts.length < 2 ? "" : parts[1];
        Glob glob = Glob.of(pattern);
        boolean matches = glob.matches(name);
        if (pattern.length() <= SHORT && name.length() <= SHORT) {
            assertThat(matches)
                    .isEqualTo(plain(
                            pattern.codePoints().toArray(), 0, name.codePoints().toArray(), 0));
        }
        assertThat(Glob.of(pattern + "*").matches(name)).isEqualTo(glob.begins(name));
        if (glob.isExact()) {
            assertThat(matches).isEqualTo(pattern.equals(name));
        }
        FuzzInput.swollen(pattern).forEach(swollen -> Glob.of(swollen).matches(name.repeat(100)));
    }

    private static boolean plain(int[] pattern, int at, int[] name, int from) {
        if (at == pattern.length) {
            return from == name.length;
        }
        if (pattern[at] == '*') {
            return plain(pattern, at + 1, name, from) || from < name.length && plain(pattern, at, name, from + 1);
        }
        return from < name.length
                && (pattern[at] == '?' || pattern[at] == name[from])
                && plain(pattern, at + 1, name, from + 1);
    }
}
