package dev.bascule.studies.bisect.report;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.AxisFinding;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.Boundary;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.VersionState;
import dev.bascule.studies.bisect.What;
import dev.bascule.suites.expectations.DatedExpectation;
import dev.bascule.suites.expectations.Lifetime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a search found, as entries for a file of expectations: one for each range of bad versions. Stateless. */
public final class FoundExpectations {
    /**
     * Google Chrome, Chromium and Chrome Headless Shell, which a user has and which was searched, share their releases. Others
     * have none of these versions, and are not spoken of.
     */
    private static final String CHROME_LIKE = "*chrom*";

    private FoundExpectations() {}

    /** None of what is slow, which is no verdict, and of what engine and browser do only together. */
    public static List<DatedExpectation> of(BisectReport report) {
        boolean oneAxis = report.result()
                .axis()
                .map(axis -> axis.kind() == AxisFinding.Kind.ENGINE || axis.kind() == AxisFinding.Kind.BROWSER)
                .orElse(true);
        if (!oneAxis || report.what() == What.SLOW) {
            return List.of();
        }
        return report.result().lines().stream()
                .flatMap(line -> entries(report, line).stream())
                .toList();
    }

    private static List<DatedExpectation> entries(BisectReport report, LineResult line) {
        List<Boundary> boundaries = line.boundaries();
        List<DatedExpectation> entries = new ArrayList<>();
        for (int i = 0; i < boundaries.size(); i++) {
            Boundary here = boundaries.get(i);
            if (here.regression()) {
                Optional<Boundary> end =
                        i + 1 < boundaries.size() ? Optional.of(boundaries.get(i + 1)) : Optional.empty();
                entry(
                                report,
                                line,
                                here.firstBad(),
                                new Lifetime(
                                        Optional.of(mark(line.axis(), here.firstBad())),
                                        end.map(fix -> mark(line.axis(), fix.lastGood()))))
                        .ifPresent(entries::add);
            } else if (i == 0) {
                entry(
                                report,
                                line,
                                here.firstBad(),
                                new Lifetime(Optional.empty(), Optional.of(mark(line.axis(), here.lastGood()))))
                        .ifPresent(entries::add);
            }
        }
        return entries;
    }

    private static Optional<DatedExpectation> entry(
            BisectReport report, LineResult line, String bad, Lifetime lifetime) {
        boolean never = lifetime.since().isPresent() && lifetime.since().equals(lifetime.until());
        return Optional.ofNullable(line.states().get(bad))
                // Mended in the very release: its number tells the two apart no more.
                .filter(state -> !never)
                .filter(VersionState.Bad.class::isInstance)
                .map(state -> ((VersionState.Bad) state).tally())
                .flatMap(tally -> tally.seen().map(Seen::verdict).map(verdict -> {
                    Set<Verdict> verdicts = EnumSet.of(Verdict.valueOf(verdict));
                    if (tally.isFlaky()) {
                        verdicts.add(Verdict.PASS);
                    }
                    return new DatedExpectation(
                            report.caseId(),
                            verdicts,
                            report.backend(),
                            line.axis() == Axis.BROWSER ? Optional.of(CHROME_LIKE) : Optional.empty(),
                            lifetime);
                }));
    }

    /** A browser by its release, whose number alone its package shares with it: that counts on by itself. */
    private static Lifetime.Mark mark(Axis axis, String version) {
        return switch (axis) {
            case ENGINE -> new Lifetime.Mark(axis.part(), version);
            case BROWSER -> new Lifetime.Mark(CHROME_LIKE, version.split("[.]", 2)[0]);
        };
    }
}
