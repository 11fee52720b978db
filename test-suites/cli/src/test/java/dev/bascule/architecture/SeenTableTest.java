package dev.bascule.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.PlaywrightRelease;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the product can be asked for has its row in the table of what ran for real. */
class SeenTableTest {
    private static final Path TABLE = Checkout.path("docs/what-ran.md");
    private static final Path README = Checkout.path("README.md");
    private static final Path BROWSERS = Checkout.path("docs/how-to/browsers.md");
    private static final Pattern ID = Pattern.compile("`([a-z-]+)`");
    private static final Pattern STATE = Pattern.compile("never|ran, \\d{4}-\\d{2}-\\d{2}(,.*)?");
    private static final Pattern DATED = Pattern.compile("(?m)Last gone through on (\\d{4}-\\d{2}-\\d{2})\\.");

    /** Its launcher is no browser's. */
    private static final String NATIVE = "native";

    @Test
    void every_backend_has_a_row() throws IOException {
        assertThat(rows("Backends").keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Backends.installed().all().stream().map(Backend::id).toList());
    }

    @Test
    void every_family_of_browsers_has_a_row() throws IOException {
        assertThat(rows("Browsers").keySet())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(BrowserFamily.values())
                        .map(BrowserFamily::id)
                        .toList());
    }

    /** @param product all its classes, which {@link ArchitectureTest} has read anyway */
    static void requireARowOfEachLauncher(JavaClasses product) throws Exception {
        Set<String> launchers = launchers(product);
        assertThat(launchers).contains("playwright", "selenium", "process", "attach");
        Set<String> wanted = new TreeSet<>(launchers);
        wanted.add(NATIVE);
        assertThat(rows("Launchers").keySet()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    @Test
    void every_row_says_ran_with_a_date_or_never_with_what_stands_in() throws IOException {
        String text = Files.readString(TABLE);
        assertThat(text).containsPattern(DATED);
        for (List<String> row : cells(text)) {
            assertThat(row).as(row.toString()).hasSize(4);
            assertThat(row.get(1)).as(row.get(0)).matches(STATE);
            int wanted = row.get(1).equals("never") ? 3 : 2;
            assertThat(row.get(wanted)).as(row.get(0)).isNotBlank();
        }
    }

    @Test
    void the_readme_leads_to_the_table_and_the_page_of_browsers_names_the_builds_that_playwright_can_drive()
            throws IOException {
        assertThat(Files.readString(README)).contains("(docs/what-ran.md)");
        assertThat(Files.readString(BROWSERS))
                .contains("(../what-ran.md)")
                .contains("`%s`".formatted(PlaywrightRelease.install("firefox webkit")));
    }

    @Test
    void a_table_without_a_row_is_noticed() throws IOException {
        String text = Files.readString(TABLE);
        String without =
                text.lines().filter(line -> !line.startsWith("| `qnn` ")).collect(Collectors.joining("\n"));
        assertThat(rows(text, "Backends")).containsKey("qnn");
        assertThat(rows(without, "Backends")).doesNotContainKey("qnn").containsKey("cuda");
        assertThat("ran, lately").doesNotMatch(STATE);
    }

    private static Map<String, List<String>> rows(String section) throws IOException {
        return rows(Files.readString(TABLE), section);
    }

    /** The rows of a section by the id in their first cell. */
    private static Map<String, List<String>> rows(String text, String section) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        int start = text.indexOf("\n## " + section + "\n");
        assertThat(start).as("section " + section).isNotNegative();
        int end = text.indexOf("\n## ", start + 1);
        for (List<String> row : cells(text.substring(start, end < 0 ? text.length() : end))) {
            Matcher id = ID.matcher(row.get(0));
            assertThat(id.matches()).as(row.get(0)).isTrue();
            rows.put(id.group(1), row);
        }
        return rows;
    }

    private static List<List<String>> cells(String text) {
        return text.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---") && !line.contains("| for real |"))
                .map(line -> Stream.of(line.substring(1, line.length() - 1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** What each way to start a browser calls itself. */
    private static Set<String> launchers(JavaClasses product) throws ReflectiveOperationException {
        Set<String> ids = new TreeSet<>();
        for (JavaClass way : product.get(PageHosts.class).getAllSubclasses()) {
            if (!way.getModifiers().contains(JavaModifier.ABSTRACT)) {
                ids.add(String.valueOf(way.reflect().getField("ID").get(null)));
            }
        }
        return ids;
    }
}
