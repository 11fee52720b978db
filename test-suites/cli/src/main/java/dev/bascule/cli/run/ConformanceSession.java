package dev.bascule.cli.run;

import dev.bascule.app.config.FailOn;
import dev.bascule.app.run.StoreReadiness;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.cli.output.run.SelectionText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.ForeignGraphs;
import dev.bascule.studies.conformance.OutputKeeper;
import dev.bascule.studies.conformance.SelfCheck;
import dev.bascule.studies.conformance.cases.ConformanceCases.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes a conformance request through its run, its reports and the history, to an exit code.
 *
 * @param completion what is written, printed and counted in the end
 * @param failOn what makes the exit code 1
 * @param service runs it
 */
record ConformanceSession(
        CliContext context, ConformanceCompletion completion, FailOn failOn, Supplier<ConformanceService> service) {
    /** Enough for every kind of value that a suite has, and a blink of an eye. */
    private static final int CORRUPTED = 100;

    /** One on this machine. */
    ConformanceSession(CliContext context, ConformanceCompletion completion, FailOn failOn) {
        this(context, completion, failOn, () -> context.services().conformance());
    }

    /** The same by another service. */
    ConformanceSession by(Supplier<ConformanceService> other) {
        return new ConformanceSession(context, completion, failOn, other);
    }

    /** Nothing is run unless the history can be opened; it opens while the run gets ready. */
    ExitCode run(
            ConformanceRequest request,
            Chosen chosen,
            boolean selfCheck,
            MachineLease turn,
            CompletableFuture<History> opening) {
        return context.interrupts().during(() -> {
            Console console = context.console();
            int cases =
                    chosen.cases().cases().size() + chosen.cases().unreadable().size();
            console.say(SelectionText.of(
                    request.invocation().suite(),
                    cases,
                    chosen.selection(),
                    request.invocation().seed()));
            ForeignGraphs.of(request)
                    .forEach(some -> console.complain(console.errStyle().warning("note") + ": " + some));
            Optional<SelfCheck> check = selfCheck
                    ? Optional.of(new SelfCheck(
                            request.invocation().seed(),
                            CORRUPTED,
                            context.services().judge()))
                    : Optional.empty();
            RunRecord ran;
            try {
                ran = execute(request, check, turn, opening);
            } catch (RunAbortedException e) {
                completion.deliver(e.kept().with(chosen.selection().with(noted(unread(request, e.kept())))), opening);
                throw e.unwrapped();
            }
            List<Unreadable> unread = unread(request, ran);
            RunRecord record = ran.with(chosen.selection().with(noted(unread)));
            // Writing does not go with a pending interrupt; the record remembers it.
            boolean interrupted = Thread.interrupted() || record.extent().interrupted();
            ExpectationFiles.Planned planned = completion.deliver(record, opening);
            ExitCode read = complainAboutUnread(unread, record);
            ExitCode checked = check.map(one -> SelfCheckSummary.tell(
                            one.result(), record.invocation().command(), console))
                    .orElse(ExitCode.OK);
            ExitCode judged = completion.judge(record, planned, interrupted);
            return SelfCheckSummary.worst(checked, judged, read);
        });
    }

    private RunRecord execute(
            ConformanceRequest request,
            Optional<SelfCheck> check,
            MachineLease turn,
            CompletableFuture<History> opening) {
        try (Progress progress = Progress.ofMany(context.console())) {
            return service.get()
                    .run(request, new RunTurn(turn, new StoreReadiness(opening)), new OutputKeeper(progress, check));
        } catch (RunAbortedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            HistoryOpening.letGo(opening);
            throw e;
        }
    }

    /** A case that cannot be read is none that passed. Those that the record has cells of are judged with it. */
    private static List<Unreadable> unread(ConformanceRequest request, RunRecord record) {
        Set<CaseId> told = record.runs().stream().map(run -> run.caseId()).collect(Collectors.toSet());
        return request.cases().unreadable().stream()
                .filter(one -> !told.contains(one.id()))
                .toList();
    }

    /** What the run keeps of them: {@code merge} has to know. */
    private static List<Selection.Unread> noted(List<Unreadable> unread) {
        return unread.stream()
                .map(one -> new Selection.Unread(one.id(), one.failure().code(), placeless(one)))
                .toList();
    }

    /** Where the file lies on this machine is nothing that the others' parts agree on. */
    private static String placeless(Unreadable one) {
        String source = one.source().toString();
        return one.failure()
                .message()
                .replace(source + one.source().getFileSystem().getSeparator(), "")
                .replace(source, String.valueOf(one.source().getFileName()));
    }

    private ExitCode complainAboutUnread(List<Unreadable> unread, RunRecord record) {
        for (Unreadable one : unread) {
            Failure why = one.failure();
            complain(
                    new Failure(why.code(), "%s: %s".formatted(one.source(), why.message()), why.remedies()),
                    record.invocation().command());
        }
        return unread.isEmpty() || failOn == FailOn.NEVER ? ExitCode.OK : ExitCode.FAILURES;
    }

    private ExitCode complain(Failure failure, String reproduce) {
        ErrorReport.print(context.console(), failure, Optional.empty(), reproduce);
        return failure.code().exitCode();
    }
}
