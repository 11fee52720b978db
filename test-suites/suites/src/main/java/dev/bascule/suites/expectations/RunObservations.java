package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.Glob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run can tell of expectations. Immutable.
 *
 * @param runs the cells that ran
 * @param machine where
 * @param whole whether every case ran, so that what did not is no more
 */
record RunObservations(List<CaseRun> runs, Machine machine, boolean whole) {

    /** Those of an entry's ids and globs that still hold, or of which this run cannot tell. */
    List<Glob> holding(Expectation entry, Expectations all) {
        List<CaseRun> own = runs.stream()
                .filter(run -> all.decisive(run, machine)
                        .map(decisive -> decisive == entry)
                        .orElse(false))
                .toList();
        return entry.cases().stream().filter(glob -> holds(glob, entry, own)).toList();
    }

    private boolean holds(Glob glob, Expectation entry, List<CaseRun> own) {
        Expectation alone = entry.naming(List.of(glob));
        List<CaseRun> named =
                own.stream().filter(run -> alone.names(run.caseId())).toList();
        if (named.isEmpty()) {
            return !whole || !reach().covers(glob) || runs.stream().anyMatch(run -> alone.names(run.caseId()));
        }
        return named.stream().anyMatch(run -> entry.allows(run.verdict())) || !(whole || glob.isExact());
    }

    private ObservedScope reach() {
        return ObservedScope.of(runs.stream().map(CaseRun::caseId).toList());
    }

    /** Whether an entry that only says that all is well is an exception from nothing any more. */
    boolean isNeedless(Expectation entry, Expectations all) {
        if (!whole || !entry.isException()) {
            return false;
        }
        Expectations without = new Expectations(
                all.entries().stream().filter(other -> other != entry).toList());
        List<CaseRun> own = runs.stream()
                .filter(run -> all.decisive(run, machine)
                        .map(decisive -> decisive == entry)
                        .orElse(false))
                .toList();
        return !own.isEmpty()
                && own.stream().allMatch(run -> without.judge(run, machine) instanceof ExpectationResult.AsExpected);
    }

    /** Whether any of these entries applies to a cell that the new one is for. */
    boolean anyApplies(Collection<Expectation> entries, Expectation fresh) {
        return runs.stream()
                .filter(run -> fresh.appliesTo(run, machine))
                .anyMatch(run -> entries.stream().anyMatch(entry -> entry.appliesTo(run, machine)));
    }

    private record Cell(String id, Condition where) {}

    private record Group(Condition where, Set<Verdict> verdicts, Optional<String> reason) {}

    /** Entries for the cells that are not as expected, in an order that depends on nothing but the cells. */
    List<Expectation> missing(Expectations all) {
        Map<Cell, List<CaseRun>> cells = new LinkedHashMap<>();
        runs.forEach(run -> cells.computeIfAbsent(
                        new Cell(
                                run.caseId().toString(),
                                Condition.of(run.decisive().target(), machine)),
                        cell -> new ArrayList<>())
                .add(run));
        Map<Group, TreeSet<String>> ids = new LinkedHashMap<>();
        cells.forEach((cell, here) -> {
            Optional<CaseRun> off = here.stream()
                    .filter(run -> !(all.judge(run, machine) instanceof ExpectationResult.AsExpected))
                    .max(Comparator.comparing(CaseRun::verdict));
            off.ifPresent(run -> {
                // Two columns that differ in what a condition does not say, such as a build, may differ in verdict.
                EnumSet<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
                here.forEach(each -> verdicts.add(each.verdict()));
                Group group = new Group(cell.where(), verdicts, Reason.of(run).map(Reason::lasting));
                ids.computeIfAbsent(group, each -> new TreeSet<>()).add(cell.id());
            });
        });
        return ids.entrySet().stream()
                .map(entry -> new Expectation(
                        entry.getValue().stream().map(Glob::of).toList(),
                        entry.getKey().verdicts(),
                        entry.getKey().where(),
                        entry.getKey().reason(),
                        Optional.empty(),
                        EntryPlace.NONE))
                .sorted(Comparator.comparing(
                                (Expectation entry) -> entry.where().toString())
                        .thenComparing(entry -> entry.verdicts().toString())
                        .thenComparing(entry -> entry.reason().orElse(""))
                        .thenComparing(entry -> entry.cases().get(0).text()))
                .toList();
    }
}
