package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Checkout;
import dev.bascule.training.gradient.GradientRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page says what the rules say. {@code -Dbascule.writeReference=true} writes it anew. */
class GradientsPageTest {
    private static final Path PAGE = Checkout.path("docs/reference/gradients.md");

    @BeforeAll
    static void write_it_where_that_is_asked_for() throws IOException {
        if (Boolean.getBoolean("bascule.writeReference")) {
            Files.writeString(PAGE, page(StandardRules.all()));
        }
    }

    @Test
    void the_operators_with_a_gradient_are_those_of_the_rules() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("docs/reference/gradients.md: run this test with -Dbascule.writeReference=true")
                .isEqualTo(page(StandardRules.all()));
    }

    @Test
    void a_rule_that_the_page_lacks_is_noticed() throws IOException {
        GradientRules fewer =
                new GradientRules(List.of(StandardRules.all().of("Softmax").orElseThrow()));

        assertThat(Files.readString(PAGE)).isNotEqualTo(page(fewer));
        assertThat(page(fewer)).contains("| `Softmax` |").doesNotContain("MatMul");
    }

    private static String page(GradientRules rules) {
        StringBuilder page = new StringBuilder("# Operators with a gradient\n\n");
        page.append("<!-- Written from the code: mvn -pl test-suites/training -am test -Dtest=GradientsPageTest"
                + " -Dbascule.writeReference=true -Dsurefire.failIfNoSpecifiedTests=false -->\n\n");
        page.append(
                "`bascule train` differentiates these operators. Each gradient is compared with finite differences in"
                        + " 64-bit floats, to one part in a million. Of a model that is read from a file `Gelu`, `GRU`,"
                        + " `LSTM` and `Dropout` (which drops nothing) are rewritten first. A model with other operators"
                        + " between its weights and its output is refused with `MODEL_UNTRAINABLE`, which names them and"
                        + " their nodes.\n\n");
        Map<String, List<String>> byLimits = new TreeMap<>();
        rules.operators()
                .forEach(operator -> byLimits.computeIfAbsent(
                                rules.of(operator).orElseThrow().limits(), limits -> new ArrayList<>())
                        .add("`" + operator + "`"));
        page.append("| operators | what to know |\n| --- | --- |\n");
        byLimits.forEach(
                (limits, operators) -> page.append("| %s | %s |\n".formatted(String.join(", ", operators), limits)));
        return page.toString();
    }
}
