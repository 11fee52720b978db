package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunId;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Tool;
import dev.bascule.fallback.text.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run in one line.
 *
 * @param tool what made it; empty where that was not recorded
 * @param verdicts how many cells of each verdict, in the enum's order; verdicts that did not occur are left out
 * @param scenarios how many scenarios of each verdict, likewise
 */
public record RunHeading(
        String id,
        Instant startedAt,
        Duration elapsed,
        String suite,
        String command,
        boolean interrupted,
        String machineFingerprint,
        Optional<Tool> tool,
        Map<Verdict, Integer> verdicts,
        Map<Verdict, Integer> scenarios) {

    public RunHeading {
        RunId.require(id);
        suite = PlainText.line(suite);
        machineFingerprint = PlainText.line(machineFingerprint);
        verdicts = ordered(verdicts);
        scenarios = ordered(scenarios);
    }

    private static Map<Verdict, Integer> ordered(Map<Verdict, Integer> counts) {
        EnumMap<Verdict, Integer> ordered = new EnumMap<>(Verdict.class);
        ordered.putAll(counts);
        return Collections.unmodifiableMap(ordered);
    }

    public static RunHeading of(RunRecord run) {
        return new RunHeading(
                run.id(),
                run.times().startedAt(),
                run.times().took(),
                run.invocation().suite(),
                run.invocation().command(),
                run.extent().interrupted(),
                run.machine().fingerprint(),
                run.provenance().tool(),
                run.runs().stream().collect(Collectors.toMap(CaseRun::verdict, each -> 1, Integer::sum)),
                run.scenarios().stream().collect(Collectors.toMap(ScenarioRun::verdict, each -> 1, Integer::sum)));
    }

    public int cells() {
        return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
