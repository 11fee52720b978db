package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Cells that failed in one way, told once with their count. Stateless. */
public final class FailureKinds {
    private static final int MOST_CELLS = 5;

    private FailureKinds() {}

    private record Kind(ErrorCode code, String words) {}

    private record Failed(CaseRun run, Failure why) {}

    /** Prints each kind of failure, in the order in which they came, with the line that repeats its first cell. */
    public static void print(Console console, List<CaseRun> runs) {
        Map<Kind, List<Failed>> kinds = new LinkedHashMap<>();
        for (CaseRun run : runs) {
            Failure why = why(run);
            kinds.computeIfAbsent(new Kind(why.code(), ErrorCollector.words(why.message())), kind -> new ArrayList<>())
                    .add(new Failed(run, why));
        }
        kinds.values().forEach(failed -> print(console, failed.get(0), failed));
    }

    private static Failure why(CaseRun run) {
        return run.decisive()
                .failure()
                .or(() -> run.attempts().stream()
                        .flatMap(attempt -> attempt.failure().stream())
                        .findFirst())
                .orElseGet(() -> Failure.of(ErrorCode.EXECUTION_FAILED, "the verdict is " + run.verdict()));
    }

    private static void print(Console console, Failed first, List<Failed> failed) {
        List<String> remedies = failed.stream()
                .flatMap(one -> one.why().remedies().stream())
                .distinct()
                .toList();
        String head = failed.size() == 1
                ? "%s on %s".formatted(first.run().caseId(), first.run().chain())
                : "%d cells (%s)".formatted(failed.size(), names(failed));
        ErrorReport.print(
                console,
                new Failure(
                        first.why().code(), "%s: %s".formatted(head, first.why().message()), remedies),
                Optional.empty(),
                first.run().reproduce());
    }

    private static String names(List<Failed> failed) {
        String names = failed.stream()
                .limit(MOST_CELLS)
                .map(one -> "%s on %s".formatted(one.run().caseId(), one.run().chain()))
                .collect(Collectors.joining(", "));
        return failed.size() > MOST_CELLS ? "%s and %d more".formatted(names, failed.size() - MOST_CELLS) : names;
    }
}
