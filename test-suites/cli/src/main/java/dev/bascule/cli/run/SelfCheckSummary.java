package dev.bascule.cli.run;

import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.conformance.SelfCheck;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code --self-check} says in the end, and what becomes of the exit code. Stateless. */
final class SelfCheckSummary {
    private SelfCheckSummary() {}

    /** A judge that passes what is wrong is a bug of ours; one that had nothing to judge proved nothing. */
    static ExitCode tell(SelfCheck.Result result, String reproduce, Console console) {
        console.say(result.toString());
        if (!result.missed().isEmpty()) {
            return complain(
                    Failure.of(
                            ErrorCode.INTERNAL_ERROR,
                            "the comparison does not notice what it must: " + String.join("; ", result.missed())),
                    reproduce,
                    console);
        }
        if (result.corrupted() == 0) {
            return complain(
                    Failure.of(
                            ErrorCode.NOTHING_SELECTED_TO_RUN,
                            "--self-check corrupts what passed, but nothing did: it proved nothing"),
                    reproduce,
                    console);
        }
        return ExitCode.OK;
    }

    /** A bug in the judge comes before all that it judged; else the first of the others that is not fine, then the check's. */
    static ExitCode worst(ExitCode checked, ExitCode... others) {
        return checked == ExitCode.BUG
                ? checked
                : Stream.concat(Arrays.stream(others), Stream.of(checked))
                        .filter(code -> code != ExitCode.OK)
                        .findFirst()
                        .orElse(ExitCode.OK);
    }

    private static ExitCode complain(Failure failure, String reproduce, Console console) {
        ErrorReport.print(console, failure, Optional.empty(), reproduce);
        return failure.code().exitCode();
    }
}
