package dev.bascule.studies.bisect.report;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectLimits;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectPlan.Side;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectResult;
import dev.bascule.studies.bisect.BisectResult.Ending;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.Tally;
import dev.bascule.studies.bisect.VersionLine;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionState;
import dev.bascule.studies.bisect.What;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reports of searches that nobody made: each version was run once. */
final class SearchedLines {
    private SearchedLines() {}

    static BisectReport report(
            Axis axis, VersionPair at, List<String> versions, Set<String> bad, Optional<Path> folder) {
        VersionLine line = new VersionLine(axis, versions, versions.get(0), versions.get(versions.size() - 1));
        Map<String, VersionState> states = new LinkedHashMap<>();
        versions.forEach(version -> states.put(version, state(bad.contains(version))));
        Side moving = new Side.Line(line);
        return new BisectReport(
                CaseId.parse("local:model:bert-micro"),
                "bert-micro",
                "webgpu",
                What.WRONG,
                Optional.empty(),
                new BisectPlan(
                        axis == Axis.ENGINE ? moving : new Side.Fixed(at.engine()),
                        axis == Axis.BROWSER ? moving : new Side.Fixed(at.browser()),
                        false,
                        BisectLimits.usual(Duration.ofMinutes(1))),
                new BisectResult(
                        new Ending.Found(),
                        Optional.empty(),
                        List.of(new LineResult(line, at, states)),
                        Map.of(),
                        Optional.empty()),
                Optional.empty(),
                Map.of(),
                folder,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                "bascule bisect bert-micro --target webgpu");
    }

    private static VersionState state(boolean isBad) {
        return isBad
                ? new VersionState.Bad(new Tally(List.of(new ProbeState.Bad(Seen.of("WRONG")))))
                : new VersionState.Good(new Tally(List.of(new ProbeState.Good(Seen.of("PASS")))));
    }
}
