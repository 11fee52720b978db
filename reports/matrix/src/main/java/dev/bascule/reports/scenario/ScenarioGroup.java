package dev.bascule.reports.scenario;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs of one scenario that a reader would find alike: verdict, figures as they are written, and remarks. Those with figures are of one
 * model on several targets; those without may be of several models, each on the same targets. Immutable.
 *
 * @param runs at least one, in order
 */
public record ScenarioGroup(List<ScenarioRun> runs) {
    private record Said(
            String scenario, Verdict verdict, List<String> figures, List<String> remarks, List<String> remedies) {
        private static Said of(ScenarioRun run) {
            return new Said(
                    run.scenario(),
                    run.verdict(),
                    run.observed().figures().stream()
                            .map(figure -> figure.name() + "=" + FigureText.of(figure))
                            .toList(),
                    ScenarioWords.remarks(run),
                    run.failure().map(why -> why.remedies()).orElse(List.of()));
        }
    }

    /** What is said of one model, and where. */
    private record OfModel(Said said, String model) {}

    /** What is said of models that are on the same targets. */
    private record Merged(Said said, String model, List<String> where) {}

    public ScenarioGroup {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a group of no runs");
        }
    }

    /** All runs, each in one group, in the order of each group's first. */
    public static List<ScenarioGroup> of(List<ScenarioRun> runs) {
        Map<OfModel, List<ScenarioRun>> byModel = runs.stream()
                .collect(Collectors.groupingBy(
                        run -> new OfModel(Said.of(run), run.modelName()), LinkedHashMap::new, Collectors.toList()));
        Map<Merged, List<ScenarioRun>> merged = new LinkedHashMap<>();
        byModel.forEach((of, alike) -> merged.computeIfAbsent(
                        new Merged(
                                of.said(),
                                of.said().figures().isEmpty() ? "" : of.model(),
                                alike.stream()
                                        .map(run -> ScenarioWords.where(run.target()))
                                        .toList()),
                        key -> new ArrayList<>())
                .addAll(alike));
        return merged.values().stream().map(ScenarioGroup::new).toList();
    }

    public ScenarioRun first() {
        return runs.get(0);
    }

    /** {@code bert-micro, vit-micro}. */
    public String models() {
        return runs.stream().map(ScenarioRun::modelName).distinct().collect(Collectors.joining(", "));
    }

    /** {@code webnn in Chrome 153; wasm in Chrome 153, Firefox 153 (×2); cpu, native}: targets of one name are counted. */
    public String where() {
        Map<String, Map<String, Set<Target>>> browsers = new LinkedHashMap<>();
        for (ScenarioRun run : runs) {
            Target target = run.target();
            Optional<String> label = target.browser().map(Browser::label);
            browsers.computeIfAbsent(
                            label.map(any -> target.backend().id() + " in ").orElse(ScenarioWords.where(target)),
                            backend -> new LinkedHashMap<>())
                    .computeIfAbsent(label.orElse(""), name -> new LinkedHashSet<>())
                    .add(target);
        }
        return browsers.entrySet().stream()
                .map(entry -> entry.getKey()
                        + entry.getValue().entrySet().stream()
                                .map(named -> named.getKey()
                                        + (named.getValue().size() > 1
                                                ? " (×" + named.getValue().size() + ")"
                                                : ""))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    /** The lines that reproduce it: each run's of what is wrong or failed, one of what is not there or was not tried. */
    public List<String> reproduces() {
        boolean absent = first().verdict() == Verdict.UNSUPPORTED || first().verdict() == Verdict.SKIPPED;
        return runs.stream()
                .map(ScenarioRun::reproduce)
                .distinct()
                .limit(absent ? 1 : runs.size())
                .toList();
    }
}
