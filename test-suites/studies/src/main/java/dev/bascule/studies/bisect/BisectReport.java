package dev.bascule.studies.bisect;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.target.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What was searched, and what came of it. Immutable.
 *
 * @param caseId the case
 * @param model its name
 * @param backend where it was run
 * @param what which failure was looked for
 * @param threshold how many times as slow as the good end was slow; only where that was looked for
 * @param plan the versions and ends
 * @param result what came of it
 * @param machine it ran on, where it came to run
 * @param repeats the command line that runs the case in a pair once more
 * @param folder of the case itself, where it was written
 * @param startedAt when
 * @param took how long
 * @param command that asked for it
 * @param worker whose jobs all runs were, where that was another's machine
 */
public record BisectReport(
        CaseId caseId,
        String model,
        String backend,
        What what,
        Optional<Double> threshold,
        BisectPlan plan,
        BisectResult result,
        Optional<Machine> machine,
        Map<VersionPair, String> repeats,
        Optional<Path> folder,
        Instant startedAt,
        Duration took,
        String command,
        Optional<String> worker) {

    public BisectReport {
        repeats = Map.copyOf(repeats);
    }

    /** On this machine. */
    public BisectReport(
            CaseId caseId,
            String model,
            String backend,
            What what,
            Optional<Double> threshold,
            BisectPlan plan,
            BisectResult result,
            Optional<Machine> machine,
            Map<VersionPair, String> repeats,
            Optional<Path> folder,
            Instant startedAt,
            Duration took,
            String command) {
        this(
                caseId,
                model,
                backend,
                what,
                threshold,
                plan,
                result,
                machine,
                repeats,
                folder,
                startedAt,
                took,
                command,
                Optional.empty());
    }
}
