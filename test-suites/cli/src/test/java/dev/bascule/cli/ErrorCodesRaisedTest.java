package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A code that nothing raises is a promise that nobody keeps: each is named by the product's code, outside of comments. */
class ErrorCodesRaisedTest {
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\\b[A-Z][A-Z_]+\\b");

    private static Set<String> words(String source) {
        Set<String> words = new HashSet<>();
        Matcher matcher = WORD.matcher(COMMENT.matcher(source).replaceAll(""));
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    private static Set<String> raised() throws IOException {
        Set<String> words = new HashSet<>();
        int files = 0;
        for (Path code : Checkout.modules().stream()
                .map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .toList()) {
            try (Stream<Path> sources = Files.walk(code)) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .toList()) {
                    if (!source.endsWith("ErrorCode.java")) {
                        words.addAll(words(Files.readString(source)));
                        files++;
                    }
                }
            }
        }
        assertThat(files).as("it saw the code").isGreaterThan(500);
        return words;
    }

    @Test
    void every_code_has_a_site_that_raises_it() throws IOException {
        assertThat(raised())
                .containsAll(Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
    }

    /** Negative control: neither what is only told of in a comment nor what nobody names counts. */
    @Test
    void a_code_that_only_comments_name_is_noticed() throws IOException {
        assertThat(words("/** {@link ErrorCode#NO_SUCH_CODE} */ class A {} // NO_SUCH_CODE"))
                .doesNotContain("NO_SUCH_CODE");
        assertThat(words("throw new BasculeException(ErrorCode.NO_SUCH_CODE)")).contains("NO_SUCH_CODE");
        assertThat(raised()).doesNotContain("NO_CODE_OF_THIS_NAME");
    }
}
