package dev.bascule.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages lead somewhere, and the first of them stays a door. */
class DocsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final int DOOR = 100;

    @Test
    void every_link_leads_to_a_file() throws IOException {
        List<Path> pages = pages();
        assertThat(pages).as("it saw the pages").hasSizeGreaterThan(20);
        List<String> lost = new ArrayList<>();
        for (Path page : pages) {
            lost.addAll(lost(page, Files.readString(page)));
        }
        assertThat(lost).isEmpty();
    }

    @Test
    void every_page_of_the_docs_is_in_their_index() throws IOException {
        String index = Files.readString(Checkout.path("docs/README.md"));
        try (Stream<Path> files = Files.walk(Checkout.path("docs"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".md"))
                            .map(file -> Checkout.path("docs")
                                    .relativize(file)
                                    .toString()
                                    .replace('\\', '/'))
                            .filter(name -> !name.equals("README.md")))
                    .allSatisfy(name -> assertThat(index).contains("](" + name + ")"));
        }
    }

    @Test
    void the_readme_is_a_door_and_no_house() throws IOException {
        assertThat(Files.readAllLines(Checkout.path("README.md"))).hasSizeLessThanOrEqualTo(DOOR);
    }

    @Test
    void a_link_that_leads_nowhere_is_noticed() {
        assertThat(lost(Checkout.path("README.md"), "[a](docs/no-such-page.md) [b](https://x.test) [c](LICENSE)"))
                .containsExactly("README.md: docs/no-such-page.md");
    }

    private static List<String> lost(Path page, String text) {
        List<String> lost = new ArrayList<>();
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            String target = link.group(1);
            if (!target.contains("://")
                    && !target.startsWith("mailto:")
                    && !Files.exists(page.resolveSibling(target))) {
                lost.add(page.getFileName() + ": " + target);
            }
        }
        return lost;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String top : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")) {
            pages.add(Checkout.path(top));
        }
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(Checkout.path(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.toString().contains("target"))
                        .forEach(pages::add);
            }
        }
        return pages;
    }
}
