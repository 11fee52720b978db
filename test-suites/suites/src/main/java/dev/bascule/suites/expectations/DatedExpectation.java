package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.text.Glob;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * That a case comes to verdicts on a backend in a range of versions, for a file of expectations. Immutable.
 *
 * @param caseId the case
 * @param verdicts what it comes to; several for what is flaky
 * @param backend its id
 * @param browser in which browsers, as a glob of their names; in any where empty
 * @param lifetime in which versions
 */
public record DatedExpectation(
        CaseId caseId, Set<Verdict> verdicts, String backend, Optional<String> browser, Lifetime lifetime) {

    public DatedExpectation {
        verdicts = Set.copyOf(verdicts);
    }

    /** The entry as lines of YAML, as in a file's list. */
    public String text() {
        return EntryText.of(entry(), 2);
    }

    /**
     * A file's text with this behind its entries, where it counts before them; the same text where it has it already.
     *
     * @param current empty where there is no file yet
     * @param source the file's name, for messages
     * @throws dev.bascule.fallback.error.BasculeException {@code SUITE_INVALID} where it cannot be read
     */
    public String addedTo(String current, String source) {
        Expectations old = ExpectationReader.parse(current, source);
        Expectation own = entry();
        boolean known = old.entries().stream()
                .anyMatch(entry -> entry.where().equals(own.where())
                        && entry.verdicts().equals(own.verdicts())
                        && entry.names(caseId));
        if (known) {
            return current;
        }
        FileBlocks blocks = FileBlocks.of(current, source, old);
        return blocks.head() + String.join("", blocks.entries()) + EntryText.of(own, blocks.indent());
    }

    private Expectation entry() {
        return new Expectation(
                List.of(Glob.of(caseId.toString())),
                verdicts,
                new Condition(
                        Optional.of(Glob.of(backend)),
                        browser.map(VersionedName::of),
                        Optional.empty(),
                        Optional.empty(),
                        lifetime),
                Optional.of("found by bascule bisect"),
                Optional.empty(),
                EntryPlace.NONE);
    }
}
