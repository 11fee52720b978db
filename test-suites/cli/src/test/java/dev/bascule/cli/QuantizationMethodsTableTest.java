package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.local.QuantizationMethods;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide says of methods is what there is. */
class QuantizationMethodsTableTest {
    private static final Path GUIDE = Checkout.path("docs/how-to/quantize.md");

    @TempDir
    Path folder;

    @Test
    void the_guide_has_a_row_for_each_method_with_its_own_words() throws IOException {
        String text = Files.readString(GUIDE);
        int begin = text.indexOf("## All methods");
        assertThat(begin).isPositive();
        String part = text.substring(begin, text.indexOf("\n## ", begin + 1));

        assertThat(part.lines().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(methods()
                        .map(method -> "| `%s` | %s |".formatted(method.name(), method.summary()))
                        .toList());
    }

    @Test
    void the_help_names_every_method_that_is_made_by_default() {
        String help = new CliHarness(folder, new FakeServices())
                .run("quantize", "--help")
                .out()
                .replaceAll("\\s+", " ");

        List<String> missing = new QuantizationMethods()
                .names().stream().filter(name -> !help.contains(name)).toList();
        assertThat(missing).isEmpty();
        assertThat(help).contains("docs/how-to/quantize.md");
    }

    private static Stream<Method> methods() {
        return Stream.concat(new QuantizationMethods().all().stream(), Methods.npu().stream());
    }
}
