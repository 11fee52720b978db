package dev.bascule.reports.export;

import java.util.List;
import java.util.Optional;

/** The reporters there are. Immutable. */
public final class Reporters {
    private static final List<Reporter> ALL = List.of(
            new JsonReporter(),
            new MarkdownReporter(),
            new HtmlReporter(),
            new CsvReporter(),
            new JunitReporter(),
            new GithubReporter());

    private Reporters() {}

    public static List<Reporter> all() {
        return ALL;
    }

    public static Optional<Reporter> find(String id) {
        return ALL.stream().filter(reporter -> reporter.id().equals(id)).findFirst();
    }
}
