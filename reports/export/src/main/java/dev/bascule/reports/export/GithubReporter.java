package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.scenario.ScenarioWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Workflow commands that GitHub Actions shows as annotations: errors for cases that cannot be read, for failures and for
 * what is not as it was expected, and for what became worse than in a baseline, warnings for fallbacks, errors first; what is
 * as expected is none.
 * GitHub shows ten of a kind in a step, so no more than ten are written and the last says how many are left out. Stateless.
 */
final class GithubReporter implements Reporter {
    private static final int MOST = 10;
    /** Of cases in a title, which is one line. */
    private static final int NAMES = 5;

    private final Optional<ComparisonReport> comparison;

    GithubReporter() {
        this(Optional.empty());
    }

    private GithubReporter(Optional<ComparisonReport> comparison) {
        this.comparison = comparison;
    }

    @Override
    public GithubReporter with(ComparisonReport against) {
        return new GithubReporter(Optional.of(against));
    }

    @Override
    public String id() {
        return "github";
    }

    @Override
    public String fileName() {
        return "annotations.txt";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        List<Explanation> explained = Explanation.of(Matrix.of(record), known);
        List<String> all = Stream.of(
                        record.extent().unread().stream().map(GithubReporter::annotation),
                        unrun(record),
                        explained.stream()
                                .filter(each -> each.rank() == Explanation.Rank.UNEXPECTED)
                                .map(GithubReporter::annotation),
                        record.scenarios().stream()
                                .filter(run -> run.verdict().isFailure())
                                .map(GithubReporter::annotation),
                        comparison.stream()
                                .flatMap(report -> Regression.of(report).stream())
                                .filter(one -> !one.failed())
                                .map(GithubReporter::annotation),
                        explained.stream()
                                .filter(each -> each.rank() == Explanation.Rank.NO_FAILURE
                                        && each.verdict().isRight())
                                .map(GithubReporter::annotation))
                .flatMap(each -> each)
                .toList();
        int shown = all.size() > MOST ? MOST - 1 : all.size();
        List<String> lines = new ArrayList<>(all.subList(0, shown));
        if (shown < all.size()) {
            lines.add("::notice title=Bascule::%s more in the report".formatted(Figures.whole(all.size() - shown)));
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static String annotation(Selection.Unread one) {
        return command("error", one.id() + " cannot be read", List.of("%s: %s".formatted(one.code(), one.message())));
    }

    /** All of them in one, for GitHub shows few. */
    private static Stream<String> unrun(RunRecord record) {
        return Stream.of(record.extent().notRun())
                .filter(cells -> !cells.isEmpty())
                .map(cells -> {
                    List<String> text = new ArrayList<>(cells.stream()
                            .limit(MOST)
                            .map(cell -> "%s on %s: %s".formatted(cell.caseId(), cell.where(), cell.reason()))
                            .toList());
                    if (cells.size() > MOST) {
                        text.add("and %s more".formatted(Figures.whole(cells.size() - MOST)));
                    }
                    text.add("reproduce: " + record.invocation().command());
                    return command("error", Figures.counted(cells.size(), "cell") + " not run", text);
                });
    }

    private static String annotation(Explanation each) {
        List<String> text = new ArrayList<>(List.of(each.what()));
        each.known().ifPresent(known -> text.add(known.wordsAndLink()));
        text.addAll(each.why());
        each.remedies().forEach(remedy -> text.add("try: " + remedy));
        each.reproduce().forEach(line -> text.add("reproduce: " + line));
        String title = "%s %s on %s".formatted(each.verdict(), each.names(NAMES), each.on());
        return command(each.rank() == Explanation.Rank.UNEXPECTED ? "error" : "warning", title, text);
    }

    private static String annotation(ScenarioRun run) {
        List<String> text = new ArrayList<>(ScenarioWords.remarks(run));
        run.failure().ifPresent(why -> why.remedies().forEach(remedy -> text.add("try: " + remedy)));
        text.add("reproduce: " + run.reproduce());
        String title = "%s %s of %s on %s"
                .formatted(run.verdict(), run.scenario(), run.modelName(), ScenarioWords.where(run.target()));
        return command("error", title, text);
    }

    private static String annotation(Regression one) {
        return command("error", "regression: " + one.place(), List.of(one.message(), "reproduce: " + one.reproduce()));
    }

    private static String command(String kind, String title, List<String> text) {
        return "::%s title=%s::%s"
                .formatted(
                        kind, escaped(title).replace(":", "%3A").replace(",", "%2C"), escaped(String.join("\n", text)));
    }

    /** As the runner decodes it (actions/toolkit, packages/core, command.ts). */
    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
