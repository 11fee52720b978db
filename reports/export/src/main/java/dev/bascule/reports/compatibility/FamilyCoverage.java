package dev.bascule.reports.compatibility;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.compatibility.FamilyTable.Place;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of a table of families was measured, and why the rest was not. Only what ran counts as data: what others document
 * and what operators let expect is counted apart. Immutable.
 *
 * @param combinations families times backends
 * @param measured combinations in which a model ran to a verdict, right or not
 * @param known those that only others document
 * @param predicted those that are only predicted
 * @param reachable combinations with backends on which anything at all was measured
 * @param gaps why combinations were not measured, by backend
 * @param pairs of model and target that were measured, by family
 */
public record FamilyCoverage(
        int combinations,
        int measured,
        int known,
        int predicted,
        int reachable,
        List<Gap> gaps,
        Map<Family, FamilyPairs> pairs) {
    /** The share of combinations with data that the project means to reach. */
    public static final double CRITERION = 0.9;

    public FamilyCoverage {
        gaps = List.copyOf(gaps);
        pairs = Map.copyOf(pairs);
    }

    /** Pairs of a family's models and targets. */
    public FamilyPairs pairs(Family family) {
        return pairs.getOrDefault(family, FamilyPairs.NONE);
    }

    /**
     * Combinations of a backend that were not measured for one reason.
     *
     * @param families at least one
     * @param every whether these are all of the table
     * @param why not
     * @param remedies what fills the gap
     */
    public record Gap(String backend, List<Family> families, boolean every, String why, List<String> remedies) {
        public Gap {
            families = List.copyOf(families);
            remedies = List.copyOf(remedies);
        }
    }

    /**
     * The coverage of a table.
     *
     * @param cells of the history that the table was made of
     */
    public static FamilyCoverage of(FamilyTable table, Collection<CaseResult> cells) {
        Map<Place, Said> said = said(cells);
        int reachable = 0;
        List<Gap> gaps = new ArrayList<>();
        for (String backend : table.backends()) {
            List<Family> open = table.families().stream()
                    .filter(family -> !isMeasured(table, family, backend))
                    .toList();
            boolean usable = open.size() < table.families().size();
            reachable += usable ? table.families().size() : 0;
            gaps.addAll(gaps(backend, open, table.families().size(), said));
        }
        return new FamilyCoverage(
                table.families().size() * table.backends().size(),
                count(table, Basis.MEASURED),
                count(table, Basis.KNOWN),
                count(table, Basis.PREDICTED),
                reachable,
                gaps,
                FamilyPairs.of(cells));
    }

    /** Measured combinations of all; 0 of none. */
    public double share() {
        return combinations == 0 ? 0 : (double) measured / combinations;
    }

    private static int count(FamilyTable table, Basis basis) {
        return (int) table.cells().values().stream()
                .filter(cell -> cell.basis() == basis)
                .count();
    }

    private static boolean isMeasured(FamilyTable table, Family family, String backend) {
        return table.cell(family, backend)
                .filter(cell -> cell.basis() == Basis.MEASURED)
                .isPresent();
    }

    private static List<Gap> gaps(String backend, List<Family> open, int all, Map<Place, Said> said) {
        boolean usable = open.size() < all;
        Map<Said, List<Family>> byReason = new LinkedHashMap<>();
        for (Family family : open) {
            Said reason = Optional.ofNullable(said.get(new Place(family, backend)))
                    .or(() -> usable ? Optional.empty() : newest(backend, said))
                    .orElseGet(() -> new Said(
                            Instant.MIN,
                            usable ? "no model of the family was run there" : "nothing was run there",
                            List.of("bascule run MODEL --backends " + backend),
                            false));
            byReason.computeIfAbsent(reason, why -> new ArrayList<>()).add(family);
        }
        List<Gap> gaps = new ArrayList<>();
        byReason.forEach((reason, families) ->
                gaps.add(new Gap(backend, families, families.size() == all, reason.why(), reason.remedies())));
        return gaps;
    }

    /**
     * Why a try came to nothing. Equal where the same was said, whenever that was.
     *
     * @param ofBackend whether it is of the backend, whatever the model
     */
    private record Said(Instant at, String why, List<String> remedies, boolean ofBackend) {
        Said newer(Said other) {
            return other.at.isAfter(at) ? other : this;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Said said && said.why.equals(why) && said.remedies.equals(remedies);
        }

        @Override
        public int hashCode() {
            return Objects.hash(why, remedies);
        }
    }

    /** Why a backend on which nothing was measured is not there, as it was last said, of whatever family. */
    private static Optional<Said> newest(String backend, Map<Place, Said> said) {
        return said.entrySet().stream()
                .filter(entry -> entry.getKey().backend().equals(backend)
                        && entry.getValue().ofBackend())
                .map(Map.Entry::getValue)
                .reduce(Said::newer);
    }

    /** The newest of each combination, attempts on the way along a chain included. */
    private static Map<Place, Said> said(Collection<CaseResult> cells) {
        Map<Place, Said> newest = new LinkedHashMap<>();
        for (CaseResult cell : cells) {
            // As the table has it: a model of one node is a case of its operator.
            if (cell.run().model().nodes() <= 1) {
                continue;
            }
            for (Attempt attempt : cell.run().attempts()) {
                attempt.failure()
                        .ifPresent(failure -> newest.merge(
                                new Place(
                                        cell.run().model().family(),
                                        attempt.target().backend().id()),
                                new Said(
                                        cell.startedAt(),
                                        told(attempt, failure),
                                        failure.remedies(),
                                        attempt.outcome() == Outcome.UNAVAILABLE),
                                Said::newer));
            }
        }
        return newest;
    }

    private static String told(Attempt attempt, Failure failure) {
        return attempt.target()
                .browser()
                .map(browser -> "%s: %s".formatted(browser.name(), failure.message()))
                .orElseGet(failure::message);
    }
}
