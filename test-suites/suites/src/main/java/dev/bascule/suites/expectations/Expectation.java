package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.Glob;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What some cases are expected to come to somewhere. Immutable.
 *
 * @param cases ids, or globs over ids
 * @param verdicts any of which is as expected; several for what is flaky
 * @param where on which targets
 * @param reason for people
 * @param link where it is followed up
 * @param place where it stands in its file
 */
record Expectation(
        List<Glob> cases,
        Set<Verdict> verdicts,
        Condition where,
        Optional<String> reason,
        Optional<String> link,
        EntryPlace place) {

    Expectation {
        cases = List.copyOf(cases);
        verdicts = java.util.Collections.unmodifiableSet(EnumSet.copyOf(verdicts));
    }

    /** The reason, and in which versions it is so. */
    Optional<String> told() {
        String versions = where.lifetime().toString();
        return versions.isEmpty()
                ? reason
                : Optional.of(
                        reason.map(why -> "%s (%s)".formatted(why, versions)).orElse(versions));
    }

    /** Whether one of its globs matches the id, or the part of it before the settings. */
    boolean names(CaseId id) {
        return naming(id).isPresent();
    }

    private Optional<Glob> naming(CaseId id) {
        String whole = id.toString();
        String head = whole.split(";", 2)[0];
        // Where an id and a glob of one entry name the case, the id is nearer.
        return cases.stream()
                .filter(glob -> glob.matches(whole) || glob.matches(head))
                .max(Comparator.comparing(Glob::isExact));
    }

    /** The line of what names the case; of the whole entry where nothing of it does. */
    String place(CaseId id) {
        return naming(id).map(place::of).orElse(place.entry());
    }

    /** What of it is to go where it names this case in vain. */
    ObsoletePattern obsolete(CaseId id) {
        Optional<Glob> named = naming(id);
        return new ObsoletePattern(
                place.entry(),
                named.map(Glob::text).orElse(id.toString()),
                place(id),
                named.map(glob -> !glob.isExact()).orElse(false),
                cases.size(),
                Optional.empty());
    }

    boolean appliesTo(CaseRun run, Machine machine) {
        return where.holds(run.decisive().target(), machine) && names(run.caseId());
    }

    /** Right outputs are as good as any other right outputs: a {@code PARTIAL} where a {@code PASS} was expected is none
     * of an expectation's business. */
    boolean allows(Verdict verdict) {
        return verdict == Verdict.SKIPPED
                || verdicts.contains(verdict)
                || (verdict.isRight() && verdicts.stream().anyMatch(Verdict::isRight));
    }

    /** Whether it only says that all is well, as an exception from an earlier one. */
    boolean isException() {
        return verdicts.stream().allMatch(Verdict::isRight);
    }

    /** The same for other cases. */
    Expectation naming(List<Glob> others) {
        return new Expectation(others, verdicts, where, reason, link, place);
    }

    /** The same for more cases, in order. */
    Expectation alsoNaming(List<Glob> more) {
        return naming(Stream.concat(cases.stream(), more.stream())
                .distinct()
                .sorted(Comparator.comparing(Glob::text))
                .toList());
    }

    /** Whether both say the same of other cases, each listing ids. */
    boolean isAlike(Expectation other) {
        return verdicts.equals(other.verdicts)
                && where.equals(other.where)
                && reason.equals(other.reason)
                && cases.stream().allMatch(Glob::isExact);
    }
}
