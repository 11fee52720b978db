package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Why cells are not a plain PASS, said once for all cells of which the same is true.
 *
 * @param models names of the models that it is true of
 * @param browsers the browsers that it is true of, for each of the models, each with its versions where columns are set
 *     apart by them; empty on the native side
 * @param chain the chain or strict backend
 * @param verdict the verdict
 * @param what in one sentence
 * @param why one line for each attempt that did not go well, and for each retry: backend and message
 * @param known what was expected of it, where that needs saying
 * @param remedies what to do
 * @param reproduce the command lines that repeat them; for cells that did not fail only the first
 */
public record Explanation(
        List<String> models,
        List<String> browsers,
        String chain,
        Verdict verdict,
        String what,
        List<String> why,
        Optional<KnownFailure> known,
        List<String> remedies,
        List<String> reproduce) {

    private record Same(
            String chain,
            Verdict verdict,
            String what,
            List<String> why,
            Optional<KnownFailure> known,
            List<String> remedies) {}

    private record SameModels(Same same, List<String> models) {}

    /** A case run with where it is shown: its browser, and the version of its column where that has one. */
    private record Seen(CaseRun run, String where, Optional<String> version) {
        static Seen of(CaseRun run) {
            return new Seen(run, CellKey.where(run), Optional.empty());
        }

        static Seen in(Matrix.Column column, CaseRun run) {
            return column.version().isPresent() ? new Seen(run, column.group(), column.version()) : of(run);
        }

        String place() {
            return version.map(known -> where + "|" + known).orElse(where);
        }
    }

    /** How much it has to say to whoever reads on, most first. */
    public enum Rank {
        /** A failure, or what is otherwise than it was expected to be. */
        UNEXPECTED("Unexpected"),
        /** No failure, though no plain PASS. */
        NO_FAILURE("No failure"),
        /** Not right, as was expected. */
        EXPECTED("As expected");

        private final String title;

        Rank(String title) {
            this.title = title;
        }

        /** For people. */
        public String title() {
            return title;
        }
    }

    public Rank rank() {
        if (known.isPresent()) {
            return known.get().holds() ? Rank.EXPECTED : Rank.UNEXPECTED;
        }
        return verdict.isFailure() ? Rank.UNEXPECTED : Rank.NO_FAILURE;
    }

    /** Every cell that is not a plain PASS is explained, failures first. */
    public static List<Explanation> of(Matrix matrix) {
        return of(matrix, KnownFailures.NONE, ElsewhereCosts.NONE);
    }

    /** Every cell that is not a plain PASS, or not as expected, is explained in the order of their {@linkplain Rank ranks}. */
    public static List<Explanation> of(Matrix matrix, KnownFailures known) {
        return of(matrix, known, ElsewhereCosts.NONE);
    }

    /** Likewise, with what fallbacks cost elsewhere. */
    public static List<Explanation> of(Matrix matrix, KnownFailures known, ElsewhereCosts costs) {
        Map<Same, Map<String, List<Seen>>> alike = new LinkedHashMap<>();
        matrix.rows().stream()
                .flatMap(row -> matrix.columns().stream()
                        .flatMap(column -> matrix.cell(row, column).stream()
                                .flatMap(cell -> Stream.concat(Stream.of(cell), cell.merged().stream()))
                                .map(cell -> Seen.in(column, cell.run()))))
                .filter(seen -> seen.run().verdict() != Verdict.PASS || known.isUnexpected(seen.run()))
                .forEach(seen -> alike.computeIfAbsent(
                                same(seen.run(), known.worthSaying(seen.run()), costs), key -> new LinkedHashMap<>())
                        .computeIfAbsent(seen.place(), place -> new ArrayList<>())
                        .add(seen));
        return alike.entrySet().stream()
                .flatMap(entry -> ofSame(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Explanation::rank))
                .toList();
    }

    /** Browsers and versions of which the same is true of the same models share an explanation. */
    private static Stream<Explanation> ofSame(Same same, Map<String, List<Seen>> byPlace) {
        Map<SameModels, List<Seen>> byModels = new LinkedHashMap<>();
        byPlace.values()
                .forEach(all -> byModels.computeIfAbsent(new SameModels(same, models(all)), key -> new ArrayList<>())
                        .addAll(all));
        return byModels.values().stream().map(all -> of(same, all));
    }

    private static List<String> models(List<Seen> all) {
        return all.stream().map(seen -> seen.run().model().name()).distinct().toList();
    }

    /** {@code Firefox 153}, or {@code Firefox 153 (1.20.1, 1.21.0)} where it was seen with versions. */
    private static List<String> browsers(List<Seen> all) {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        all.stream()
                .filter(seen -> seen.run().chain().first().side() == Side.BROWSER)
                .forEach(seen -> versions.computeIfAbsent(seen.where(), where -> new LinkedHashSet<>())
                        .addAll(seen.version().stream().toList()));
        return versions.entrySet().stream()
                .map(browser -> browser.getValue().isEmpty()
                        ? browser.getKey()
                        : "%s (%s)".formatted(browser.getKey(), String.join(", ", browser.getValue())))
                .toList();
    }

    /** One case run explained, whatever its verdict. */
    public static Explanation of(CaseRun run) {
        return of(same(run, Optional.empty(), ElsewhereCosts.NONE), List.of(Seen.of(run)));
    }

    private static Explanation of(Same same, List<Seen> all) {
        return new Explanation(
                models(all),
                browsers(all),
                same.chain(),
                same.verdict(),
                same.what(),
                same.why(),
                same.known(),
                same.remedies(),
                all.stream()
                        .map(seen -> seen.run().reproduce())
                        .distinct()
                        .limit(same.verdict().isFailure() ? Long.MAX_VALUE : 1)
                        .toList());
    }

    /** The models by name, no more than so many: {@code a, b and 5 more}. */
    public String names(int most) {
        return models.size() <= most + 1
                ? String.join(", ", models)
                : "%s and %d more".formatted(String.join(", ", models.subList(0, most)), models.size() - most);
    }

    /** The chain and its browsers: {@code webgpu→wasm in Firefox 153, Chromium 156}. */
    public String on() {
        return browsers.isEmpty() ? chain : chain + " in " + String.join(", ", browsers);
    }

    private static Same same(CaseRun run, Optional<KnownFailure> known, ElsewhereCosts costs) {
        Set<String> remedies = new LinkedHashSet<>();
        NumberedAttempt.allOf(run)
                .forEach(made -> made.attempt().failure().ifPresent(failed -> remedies.addAll(failed.remedies())));
        known.filter(expected -> run.verdict().isRight()).ifPresent(expected -> remedies.add(expected.remedy()));
        String elsewhere = costs.of(run).map(cost -> " (" + cost.words() + ")").orElse("");
        return new Same(
                run.chain().toString(),
                run.verdict(),
                CaseRunText.what(run) + elsewhere,
                CaseRunText.why(run),
                known,
                List.copyOf(remedies));
    }
}
