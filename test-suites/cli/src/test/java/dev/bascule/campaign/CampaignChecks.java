package dev.bascule.campaign;

import dev.bascule.bridge.process.Processes;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What must hold after a run, whatever was done to it. Each check answers with what is wrong. Stateless. */
final class CampaignChecks {
    /** A runner whose process is gone is missed within this. */
    private static final Duration MISSED = Duration.ofSeconds(2);

    /** What is done when an attempt begins may hit the process of the one before. */
    private static final Duration BEGUN = Duration.ofMillis(100);

    /** Clocks of a host and of its campaign agree to this, and a call's own time is rounded. */
    private static final double SLACK_MS = 50;

    private CampaignChecks() {}

    /** The figures of a run without faults, by cell. */
    static Map<String, Difference> differences(RunRecord run) {
        Map<String, Difference> found = new HashMap<>();
        run.runs()
                .forEach(cell -> Stream.concat(cell.attempts().stream(), cell.retries().stream())
                        .filter(Attempt::succeeded)
                        .forEach(attempt -> attempt.numerics()
                                .map(Numerics::difference)
                                .ifPresent(difference -> found.put(place(cell, attempt), difference))));
        return found;
    }

    private static String place(CaseRun cell, Attempt attempt) {
        return cell.caseId() + " on " + attempt.target().backend();
    }

    /** Passes whose outputs, samples or process are not what they must be. */
    static List<String> contaminated(
            RunRecord run, Map<String, Difference> right, List<Fault> faults, List<Births.Birth> births) {
        List<String> wrong = new ArrayList<>();
        for (CaseRun cell : run.runs()) {
            for (Attempt attempt : Stream.concat(cell.attempts().stream(), cell.retries().stream())
                    .toList()) {
                if (attempt.outcome() == Outcome.SUCCEEDED) {
                    contaminated(cell, attempt, right, faults, births)
                            .ifPresent(why -> wrong.add(place(cell, attempt) + ": " + why));
                } else if (attempt.outcome() == Outcome.WRONG) {
                    wrong.add(place(cell, attempt) + ": a fault was taken for wrong outputs");
                }
            }
        }
        return wrong;
    }

    private static Optional<String> contaminated(
            CaseRun cell,
            Attempt attempt,
            Map<String, Difference> right,
            List<Fault> faults,
            List<Births.Birth> births) {
        Optional<Difference> difference = attempt.numerics().map(Numerics::difference);
        Optional<Difference> expected = Optional.ofNullable(right.get(place(cell, attempt)));
        if (expected.isPresent() && !difference.equals(expected)) {
            return Optional.of("its outputs differ by %s, and without faults by %s".formatted(difference, expected));
        }
        double[] samples = attempt.measured()
                .timing()
                .map(timing -> timing.measured())
                .map(Samples::millis)
                .orElse(new double[0]);
        if (samples.length == 0
                || Arrays.stream(samples).anyMatch(sample -> !(sample > 0) || Double.isInfinite(sample))) {
            return Optional.of("its samples are no times: " + Arrays.toString(samples));
        }
        double sum = Arrays.stream(samples).sum();
        if (sum > attempt.span().elapsed().toMillis() + SLACK_MS) {
            return Optional.of("its samples take %.0f ms, and all of it took %s"
                    .formatted(sum, attempt.span().elapsed()));
        }
        return survived(attempt, faults, births);
    }

    /** Whether it passed though every process that it could be measured in had been killed in its middle. */
    private static Optional<String> survived(Attempt attempt, List<Fault> faults, List<Births.Birth> births) {
        boolean clockIsRight = faults.stream().noneMatch(fault -> fault.kind() == FaultKind.CLOCK_JUMP);
        boolean browser = attempt.target().backend().side() == Side.BROWSER;
        Instant end = attempt.span().startedAt().plus(attempt.span().elapsed());
        return faults.stream()
                .filter(fault ->
                        clockIsRight && fault.kind().isDeadly() && fault.kind().isOfTheBrowser() == browser)
                .flatMap(fault -> fault.done().stream())
                .filter(done ->
                        done.isAfter(attempt.span().startedAt().plus(BEGUN)) && done.isBefore(end.minus(MISSED)))
                .filter(done -> births.stream()
                        .noneMatch(birth -> birth.ofTheBrowser() == browser
                                && birth.at().isAfter(done)
                                && birth.at().isBefore(end)))
                .map(done -> "it passed from %s to %s, and its process was killed at %s"
                        .formatted(attempt.span().startedAt(), end, done))
                .findFirst();
    }

    /** Processes and profiles of a folder that are still there some time after its runs ended. */
    static List<String> orphans(CampaignPlace place, Duration patience) throws IOException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        List<String> left = left(place);
        while (!left.isEmpty() && System.nanoTime() < until) {
            Thread.sleep(100);
            left = left(place);
        }
        return left;
    }

    private static List<String> left(CampaignPlace place) throws IOException {
        List<String> left = new ArrayList<>();
        SystemProcesses.of(place)
                .forEach(
                        process -> left.add("process %d: %s".formatted(process.pid(), Processes.commandLine(process))));
        try (Stream<Path> files = Files.list(place.temporary())) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("bascule-"))
                    .forEach(name -> left.add("folder " + name));
        }
        return left;
    }

    /** Runs that a history had, or was told of, and has no more, or has otherwise; and what its own check finds. */
    static List<String> lost(Path store, Map<String, RunRecord> told) {
        List<String> lost = new ArrayList<>();
        try (DuckDbHistory history = DuckDbHistory.open(store)) {
            told.forEach((id, run) -> {
                if (!history.find(id).equals(Optional.of(run))) {
                    lost.add("run %s is %s".formatted(id, history.find(id).isEmpty() ? "gone" : "another"));
                }
            });
            history.check(Instant.now().plus(Duration.ofDays(2))).forEach(finding -> lost.add(finding.toString()));
        } catch (BasculeException e) {
            lost.add("the history does not open: " + e.getMessage());
        }
        return lost;
    }

    /** What a history has. */
    static Map<String, RunRecord> runs(Path store) {
        Map<String, RunRecord> runs = new TreeMap<>();
        if (Files.exists(store)) {
            try (DuckDbHistory history = DuckDbHistory.open(store)) {
                history.runs(RunFilter.ALL).stream()
                        .map(RunHeading::id)
                        .forEach(id -> runs.put(id, history.find(id).orElseThrow()));
            }
        }
        return runs;
    }

    /** What is missing of a run's reports: whole or not there, and there where the run ended by itself. */
    static List<String> reportsMissing(CampaignRun.Ended ended) {
        List<String> missing = new ArrayList<>();
        Path document = ended.out().resolve("run.json");
        if (!Files.exists(document)) {
            // What is refused before anything is started has measured nothing.
            boolean refused = ended.had(FaultKind.STORE_FULL) && !ended.said().contains("starting browsers");
            return ended.wasKilled() || ended.had(FaultKind.OUT_FULL) || refused
                    ? List.of()
                    : List.of("there is no run.json");
        }
        try {
            RunDocuments.read(document);
        } catch (BasculeException e) {
            missing.add("run.json cannot be read: " + e.getMessage());
        }
        for (String page : List.of("report.md", "index.html")) {
            if (!ended.wasKilled()
                    && !ended.had(FaultKind.OUT_FULL)
                    && empty(ended.out().resolve(page))) {
                missing.add("there is no " + page);
            }
        }
        return missing;
    }

    private static boolean empty(Path file) {
        try {
            return !Files.exists(file) || Files.size(file) == 0;
        } catch (IOException e) {
            return true;
        }
    }
}
