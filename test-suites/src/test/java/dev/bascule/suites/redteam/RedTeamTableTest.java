package dev.bascule.suites.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each lie of the table is either told by a test that {@code -Pred-team} runs, or listed as open with what is missing. */
class RedTeamTableTest {
    private static final Path ROOT = Path.of("..");
    private static final Path TABLE = ROOT.resolve("docs").resolve("red-team.md");
    private static final String TAG = "@Tag(\"red-team\")";

    /** A test as the table names it: a class, or a class and a method. */
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    /** @param held how it is noticed; or {@code open: } and why */
    private record Row(int number, String lie, String held, String tests) {
        boolean open() {
            return held.startsWith("open: ");
        }
    }

    @Test
    void lies_are_numbered_without_a_gap_and_each_says_how_it_is_noticed() throws IOException {
        List<Row> rows = rows(Files.readString(TABLE));
        assertThat(rows)
                .extracting(Row::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, rows.size()).boxed().toList());
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.lie()).isNotBlank();
            assertThat(row.held()).isNotBlank();
        });
    }

    @Test
    void a_lie_that_is_noticed_names_the_test_that_tells_it() throws IOException {
        for (Row row : rows(Files.readString(TABLE))) {
            List<String> faults = faults(row);
            assertThat(faults).as("lie %d", row.number()).isEmpty();
        }
    }

    @Test
    void negative_control_a_test_that_is_not_there_or_is_not_of_the_suite_is_found() throws IOException {
        assertThat(faults(new Row(1, "a", "b", "`NoSuchTest`"))).isNotEmpty();
        assertThat(faults(new Row(1, "a", "b", "`SeenTableTest`")))
                .singleElement()
                .asString()
                .contains("red-team");
        assertThat(faults(new Row(1, "a", "b", "`PipelineRunsTest#no_such_method`")))
                .isNotEmpty();
        assertThat(faults(new Row(1, "a", "b", ""))).isNotEmpty();
        assertThat(faults(new Row(1, "a", "open: nobody looked yet", ""))).isEmpty();
    }

    private static List<String> faults(Row row) throws IOException {
        List<String> faults = new ArrayList<>();
        Matcher named = TEST.matcher(row.tests());
        boolean any = false;
        while (named.find()) {
            any = true;
            String source = source(named.group(1));
            String method = named.group(2);
            if (source.isEmpty()) {
                faults.add("there is no " + named.group(1));
            } else if (method != null && !source.contains(" " + method + "(")) {
                faults.add("%s has no %s".formatted(named.group(1), method));
            } else if (!tagged(source, method)) {
                faults.add("%s is not tagged red-team".formatted(named.group()));
            }
        }
        if (!any && !row.open()) {
            faults.add("no test is named");
        }
        return faults;
    }

    /** By the class's tag, or the method's own. */
    private static boolean tagged(String source, String method) {
        int type = source.indexOf("\nclass ");
        boolean whole = type > 0 && source.substring(0, type).contains(TAG);
        return whole
                || method != null
                        && Arrays.stream(source.split("\n\n"))
                                .anyMatch(part -> part.contains(" " + method + "(") && part.contains(TAG));
    }

    private static String source(String type) throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path tests : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .collect(Collectors.toList())) {
                try (Stream<Path> files = Files.walk(tests)) {
                    List<Path> found =
                            files.filter(file -> file.endsWith(type + ".java")).toList();
                    if (!found.isEmpty()) {
                        return Files.readString(found.get(0));
                    }
                }
            }
        }
        return "";
    }

    private static List<Row> rows(String text) {
        return text.lines()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .map(line -> line.split("\\|", -1))
                .map(cells -> {
                    assertThat(cells).as(String.join("|", cells)).hasSize(6);
                    return new Row(
                            Integer.parseInt(cells[1].strip()), cells[2].strip(), cells[3].strip(), cells[4].strip());
                })
                .toList();
    }
}
