package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Workflow commands that GitHub Actions shows as annotations: errors for failures, warnings for fallbacks, failures first.
 * GitHub shows ten of a kind in a step, so no more than ten are written and the last says how many are left out. Stateless.
 */
final class GithubReporter implements Reporter {
    private static final int MOST = 10;

    @Override
    public String id() {
        return "github";
    }

    @Override
    public String fileName() {
        return "annotations.txt";
    }

    @Override
    public String render(RunRecord record) {
        List<Explanation> all = Explanation.of(Matrix.of(record)).stream()
                .filter(each -> each.verdict().isFailure() || each.verdict().isRight())
                .toList();
        List<String> lines = new ArrayList<>();
        int shown = all.size() > MOST ? MOST - 1 : all.size();
        all.subList(0, shown).forEach(each -> lines.add(annotation(each)));
        if (shown < all.size()) {
            lines.add("::notice title=Bascule::%d more in the report".formatted(all.size() - shown));
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static String annotation(Explanation each) {
        List<String> text = new ArrayList<>(List.of(each.what()));
        text.addAll(each.why());
        each.remedies().forEach(remedy -> text.add("try: " + remedy));
        each.reproduce().forEach(line -> text.add("reproduce: " + line));
        String title = "%s %s on %s".formatted(each.verdict(), String.join(", ", each.models()), each.chain());
        return "::%s title=%s::%s"
                .formatted(
                        each.verdict().isFailure() ? "error" : "warning",
                        escaped(title).replace(":", "%3A").replace(",", "%2C"),
                        escaped(String.join("\n", text)));
    }

    /** As the runner decodes it (actions/toolkit, packages/core, command.ts). */
    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
