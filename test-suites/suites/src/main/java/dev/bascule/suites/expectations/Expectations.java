package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Known failures, of one file or several. Of the entries that apply to a cell the last one counts. Immutable. */
public final class Expectations {
    /** Nothing is expected to fail. */
    public static final Expectations NONE = new Expectations(List.of());

    private final List<Expectation> entries;

    Expectations(List<Expectation> entries) {
        this.entries = List.copyOf(entries);
    }

    List<Expectation> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** These, then those, which win. */
    public Expectations and(Expectations later) {
        List<Expectation> all = new ArrayList<>(entries);
        all.addAll(later.entries);
        return new Expectations(all);
    }

    /** The entry that counts for a cell. */
    Optional<Expectation> decisive(CaseRun run, Machine machine) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).appliesTo(run, machine)) {
                return Optional.of(entries.get(i));
            }
        }
        return Optional.empty();
    }

    /** The same; but what is not there, or never started, neither confirms nor refutes what is known of its cases. */
    private Optional<Expectation> telling(CaseRun run, Machine machine) {
        return decisive(run, machine).filter(entry -> !run.neverBegan() || entry.allows(run.verdict()));
    }

    /**
     * Holds a cell against what is expected of it.
     *
     * @param machine that it ran on
     */
    public ExpectationResult judge(CaseRun run, Machine machine) {
        Optional<Expectation> decisive = telling(run, machine);
        if (decisive.isEmpty()) {
            return run.verdict().isFailure()
                    ? new ExpectationResult.UnexpectedFailure(run, ExpectationResult.UnexpectedFailure.NOTHING)
                    : new ExpectationResult.AsExpected(run, false);
        }
        Expectation entry = decisive.get();
        if (entry.allows(run.verdict())) {
            return new ExpectationResult.AsExpected(run, true);
        }
        String expected = verdicts(entry);
        return run.verdict().isRight()
                ? new ExpectationResult.UnexpectedPass(run, expected, entry.obsolete(run.caseId()))
                : new ExpectationResult.UnexpectedFailure(
                        run, "%s (%s)".formatted(expected, entry.place().entry()));
    }

    /** Every cell of a run, held against what is expected of it. */
    public List<ExpectationResult> judge(RunRecord record) {
        HeldPatterns held = holding(record);
        return record.runs().stream()
                .map(run -> judge(run, record.machine()))
                .map(judgement -> judgement instanceof ExpectationResult.UnexpectedPass pass
                        ? new ExpectationResult.UnexpectedPass(
                                pass.run(), pass.expected(), held.narrowed(pass.obsolete(), pass.run()))
                        : judgement)
                .toList();
    }

    private HeldPatterns holding(RunRecord record) {
        Set<String> places = record.runs().stream()
                .filter(run -> !run.neverBegan() && run.verdict() != Verdict.SKIPPED)
                .flatMap(run -> decisive(run, record.machine())
                        .filter(entry -> entry.allows(run.verdict()))
                        .map(entry -> HeldPatterns.key(entry.obsolete(run.caseId())))
                        .stream())
                .collect(Collectors.toSet());
        return new HeldPatterns(places, record.machine());
    }

    /** What was expected of the cells of a run, for its reports; nothing of cells that never began. */
    public KnownFailures known(RunRecord record) {
        HeldPatterns held = holding(record);
        Map<CaseRun, KnownFailure> known = new IdentityHashMap<>();
        for (CaseRun run : record.runs()) {
            telling(run, record.machine())
                    .ifPresent(entry -> known.put(
                            run,
                            new KnownFailure(
                                    entry.allows(run.verdict()),
                                    verdicts(entry),
                                    entry.told(),
                                    entry.link(),
                                    entry.place(run.caseId()),
                                    held.narrowed(entry.obsolete(run.caseId()), run)
                                            .remedy())));
        }
        return run -> Optional.ofNullable(known.get(run));
    }

    private static String verdicts(Expectation entry) {
        return entry.verdicts().stream().map(Enum::name).collect(Collectors.joining(" or "));
    }

    /** Entries that name what is no case of this run, of a suite every case of which was to run. */
    public List<UnmatchedEntry> strangers(RunRecord record) {
        Set<CaseId> ids = Stream.concat(
                        record.runs().stream().map(CaseRun::caseId),
                        record.extent().unread().stream().map(Selection.Unread::id))
                .collect(Collectors.toSet());
        ObservedScope reach = ObservedScope.of(ids);
        return entries.stream()
                .flatMap(entry -> UnmatchedEntry.of(entry, ids, reach).stream())
                .toList();
    }
}
