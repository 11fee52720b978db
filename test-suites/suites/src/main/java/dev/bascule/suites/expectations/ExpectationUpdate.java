package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.text.Glob;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of expectations brought up to what a run came to, so that the same run again is as expected. Entries that hold stay
 * as they are written, with their comments; what of them no longer holds goes, as far as the run can tell; what is new is
 * added, cases of the same verdict and reason, word for word, in one entry. Immutable.
 *
 * @param before the file's text
 * @param text the file's new text
 * @param added entries
 * @param changed entries that name more or fewer cases now
 * @param removed entries
 * @param kept entries
 */
public record ExpectationUpdate(String before, String text, int added, int changed, int removed, int kept) {

    /** What becomes of an entry that the new file has. */
    private enum Fate {
        ADDED,
        CHANGED,
        KEPT
    }

    /** An entry of the file and its text. */
    private record Entry(Expectation expectation, String text, Fate fate) {

        /** The same for more cases; what was added in this update stays so. */
        Entry alsoNaming(List<Glob> more, int indent) {
            Expectation wider = expectation.alsoNaming(more);
            return new Entry(
                    wider,
                    joinedComments(text) + EntryText.of(wider, indent),
                    fate == Fate.ADDED ? Fate.ADDED : Fate.CHANGED);
        }
    }

    /** Whether every case of what was named was to run, and the run came to its end. */
    public static boolean isWhole(RunRecord record) {
        return !record.extent().interrupted()
                && record.extent().notRun().isEmpty()
                && record.extent().selection().map(Selection::isWhole).orElse(false);
    }

    /**
     * @param current the file's text; empty where there is no file yet
     * @param source the file's name, for messages
     * @param base the expectations of the files before it, which stay as they are
     * @param whole whether the run is of whole suites, so that what it has no case of is no more
     */
    public static ExpectationUpdate of(
            String current, String source, Expectations base, RunRecord record, boolean whole) {
        Expectations old = ExpectationReader.parse(current, source);
        FileBlocks blocks = FileBlocks.of(current, source, old);
        RunObservations observations = new RunObservations(
                record.runs().stream()
                        .filter(run -> run.verdict() != Verdict.SKIPPED && !run.neverBegan())
                        .toList(),
                record.machine(),
                whole
                        && record.runs().stream().noneMatch(CaseRun::neverBegan)
                        && record.extent().unread().isEmpty());
        Expectations all = base.and(old);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < old.entries().size(); i++) {
            Expectation entry = old.entries().get(i);
            List<Glob> left = observations.holding(entry, all);
            if (left.equals(entry.cases())) {
                entries.add(new Entry(entry, blocks.entries().get(i), Fate.KEPT));
            } else if (!left.isEmpty()) {
                Expectation narrowed = entry.naming(left);
                entries.add(new Entry(
                        narrowed, blocks.comments(i) + EntryText.of(narrowed, blocks.indent()), Fate.CHANGED));
            }
        }
        entries.removeIf(entry -> observations.isNeedless(entry.expectation(), base.and(expectations(entries))));
        int removed = old.entries().size() - entries.size();
        for (Expectation fresh : observations.missing(base.and(expectations(entries)))) {
            int fold = foldable(entries, fresh, observations);
            if (fold < 0) {
                entries.add(new Entry(fresh, EntryText.of(fresh, blocks.indent()), Fate.ADDED));
            } else {
                entries.set(fold, entries.get(fold).alsoNaming(fresh.cases(), blocks.indent()));
            }
        }
        String text = entries.isEmpty() && current.isBlank() ? current : joined(blocks.head(), entries);
        return new ExpectationUpdate(
                current,
                text,
                count(entries, Fate.ADDED),
                count(entries, Fate.CHANGED),
                removed,
                count(entries, Fate.KEPT));
    }

    private static int count(List<Entry> entries, Fate fate) {
        return (int) entries.stream().filter(entry -> entry.fate() == fate).count();
    }

    private static Expectations expectations(List<Entry> entries) {
        return new Expectations(entries.stream().map(Entry::expectation).toList());
    }

    private static String joined(String head, List<Entry> entries) {
        StringBuilder text = new StringBuilder(head);
        entries.forEach(entry -> text.append(entry.text()));
        return text.toString();
    }

    private static String joinedComments(String text) {
        StringBuilder comments = new StringBuilder();
        text.lines()
                .takeWhile(line -> line.stripLeading().startsWith("#"))
                .forEach(line -> comments.append(line).append('\n'));
        return comments.toString();
    }

    /** An entry for the same verdict, place and reason that lists ids, and that no later entry stands before; or -1. */
    private static int foldable(List<Entry> entries, Expectation fresh, RunObservations observations) {
        for (int i = 0; i < entries.size(); i++) {
            List<Expectation> later = entries.subList(i + 1, entries.size()).stream()
                    .map(Entry::expectation)
                    .toList();
            if (entries.get(i).expectation().isAlike(fresh) && !observations.anyApplies(later, fresh)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the file must be written. */
    public boolean changes() {
        return !text.equals(before);
    }

    /** For people. */
    public String summary() {
        return changes()
                ? "%d entries added, %d changed, %d removed, %d kept".formatted(added, changed, removed, kept)
                : "nothing to change, %d entries kept".formatted(kept);
    }
}
