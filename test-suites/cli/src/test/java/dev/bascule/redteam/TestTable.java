package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table in {@code docs} whose rows name the tests that run them: number, what is tried, how it is held, tests.
 *
 * @param file in {@code docs}
 * @param tag what its tests are tagged with
 */
record TestTable(String file, String tag) {
    /** A test as the table names it: a class, or a class and a method. */
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    /** @param held how it is noticed; or {@code open: } and why */
    record Row(int number, String tried, String held, String tests) {
        boolean open() {
            return held.startsWith("open: ");
        }
    }

    private String annotation() {
        return "@Tag(\"" + tag + "\")";
    }

    List<String> faults(Row row) throws IOException {
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
                faults.add("%s is not tagged %s".formatted(named.group(), tag));
            }
        }
        if (!any && !row.open()) {
            faults.add("no test is named");
        }
        return faults;
    }

    /** By the class's tag, or the method's own. */
    private boolean tagged(String source, String method) {
        int type = source.indexOf("\nclass ");
        boolean whole = type > 0 && source.substring(0, type).contains(annotation());
        return whole
                || method != null
                        && Arrays.stream(source.split("\n\n"))
                                .anyMatch(part -> part.contains(" " + method + "(") && part.contains(annotation()));
    }

    private static String source(String type) throws IOException {
        Optional<Path> file = Optional.ofNullable(Sources.FILES.get(type + ".java"));
        return file.isPresent() ? Files.readString(file.get()) : "";
    }

    /** Where the tests of all modules lie, by their name; looked for once. */
    private static final class Sources {
        static final Map<String, Path> FILES = find();

        private Sources() {}

        private static Map<String, Path> find() {
            Map<String, Path> found = new HashMap<>();
            for (Path module : Checkout.modules()) {
                Path tests = module.resolve("src/test/java");
                if (!Files.isDirectory(tests)) {
                    continue;
                }
                try (Stream<Path> files = Files.walk(tests)) {
                    files.filter(file -> file.toString().endsWith("Test.java"))
                            .forEach(file -> found.putIfAbsent(String.valueOf(file.getFileName()), file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return found;
        }
    }

    List<Row> rows() throws IOException {
        return Files.readString(Checkout.path("docs").resolve(file))
                .lines()
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
