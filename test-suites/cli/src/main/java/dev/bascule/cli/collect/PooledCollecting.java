package dev.bascule.cli.collect;

import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.workers.join.JoinAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Collects on all workers of a pool at the same time.
 *
 * @param here what would be collected on this machine
 * @param on the pool, and what is asked of a worker
 */
record PooledCollecting(Collecting here, OnOptions on) {
    private static final Duration FAREWELL = Duration.ofSeconds(60);

    /**
     * What one worker came to.
     *
     * @param broken why it ended early
     */
    private record Came(PooledPlan.Planned planned, CollectLoop.Result result, Optional<BasculeException> broken) {
        Came(PooledPlan.Planned planned, CollectLoop.Result result) {
            this(planned, result, Optional.empty());
        }

        boolean isAt(CollectLoop.End end) {
            return result.end() == end;
        }
    }

    /** @param json whether stdout gets a document */
    ExitCode run(boolean json) {
        CliContext context = here.context();
        Instant deadline = context.clock().instant().plus(here.ask().limit());
        JoinAddress address = JoinText.read(on.on().orElseThrow(), context.folder(), here.config());
        Map<String, SuiteModel> chosen = here.chosen();
        List<PooledPlan.Planned> planned = new PooledPlan(here, on).of(address, List.copyOf(chosen.keySet()));
        planned.forEach(this::tell);
        List<Came> came = here.ask().dryRun()
                ? planned.stream().map(PooledCollecting::nothing).toList()
                : honest(context.interrupts().during(() -> collect(address, planned, chosen, deadline)));
        came.forEach(one -> one.broken()
                .ifPresent(
                        why -> ErrorReport.print(context.console(), why.failure(), Optional.of(why), here.command())));
        if (json) {
            JsonText.print(context.console(), document(came));
        } else {
            came.forEach(one -> context.console().print(text(one)));
        }
        return exit(came);
    }

    private static ExitCode exit(List<Came> came) {
        if (came.stream().anyMatch(one -> one.isAt(CollectLoop.End.INTERRUPTED))) {
            return ExitCode.INTERRUPTED;
        }
        return came.stream()
                .flatMap(one -> one.broken().stream())
                .findFirst()
                .map(why -> why.code().exitCode())
                .orElse(
                        came.stream().anyMatch(one -> one.isAt(CollectLoop.End.INCOMPLETE))
                                ? ExitCode.FAILURES
                                : ExitCode.OK);
    }

    private void tell(PooledPlan.Planned planned) {
        here.context()
                .console()
                .say("%s (%s): %s"
                        .formatted(
                                planned.worker().id(),
                                planned.worker().inventory().processor(),
                                planned.slices().isEmpty()
                                        ? Collecting.nothing(planned.wish())
                                        : Collecting.left(planned.slices())));
    }

    private static Came nothing(PooledPlan.Planned planned) {
        return new Came(planned, new CollectLoop.Result(CollectLoop.End.ALL_MEASURED, List.of(), 0, 0, 0));
    }

    private List<Came> collect(
            JoinAddress address, List<PooledPlan.Planned> planned, Map<String, SuiteModel> chosen, Instant deadline) {
        CliContext context = here.context();
        Map<String, SuiteModel> known =
                new LinkedHashMap<>(CollectScope.anchors(here.ask().anchors()));
        known.putAll(chosen);
        CollectRequests requests = new CollectRequests(
                context,
                here.config(),
                known,
                new RunPlan(here.config())
                        .setup(() -> context.services().browsers().ids()),
                here.command());
        CollectedSlice history = new CollectedSlice(context, here.config().get(Keys.STORE));
        try (CollectShare share = new CollectShare(context, history, here.command())) {
            List<PooledSlices> slices = planned.stream()
                    .map(one ->
                            new PooledSlices(context, one.worker(), requests, models(), on.where(), share, deadline))
                    .toList();
            List<Callable<Came>> works = new ArrayList<>();
            for (int i = 0; i < slices.size(); i++) {
                PooledPlan.Planned one = planned.get(i);
                PooledSlices own = slices.get(i);
                works.add(() -> came(address, one, own));
            }
            // Who is not back in time after an interrupt was interrupted as well; what it kept by then counts.
            return WorkerThreads.all(
                    works,
                    FAREWELL,
                    index -> new Came(planned.get(index), slices.get(index).soFar(CollectLoop.End.INTERRUPTED)));
        }
    }

    private ModelResolver models() {
        CliContext context = here.context();
        return new ModelResolver(
                CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()));
    }

    private Came came(JoinAddress address, PooledPlan.Planned planned, PooledSlices slices) {
        CliContext context = here.context();
        try (JobPool pool = context.services().pool(address, context.console()::say)) {
            return new Came(
                    planned,
                    slices.run(
                            new PooledJobs(pool, on.patience(), on.shown()),
                            planned.order(),
                            planned.wish().seed()));
        } catch (RuntimeException | Error e) {
            if (context.interrupts().requested()
                    || e instanceof BasculeException known && known.code() == ErrorCode.RUN_INTERRUPTED) {
                return new Came(planned, slices.soFar(CollectLoop.End.INTERRUPTED));
            }
            // The others go on, and what is in the history of this one is told.
            return new Came(planned, slices.soFar(CollectLoop.End.BROKEN), Optional.of(known(planned.worker(), e)));
        }
    }

    /** What ended it, in words for its user. */
    static BasculeException known(CollectingWorker worker, Throwable cause) {
        return cause instanceof BasculeException known
                ? known
                : BasculeException.because(
                        cause, ErrorCode.INTERNAL_ERROR, "collecting on %s ended: %s".formatted(worker.id(), cause));
    }

    /** All is measured only where all is that workers shared. */
    private static List<Came> honest(List<Came> came) {
        return came.stream()
                .map(one -> one.isAt(CollectLoop.End.ALL_MEASURED)
                                && came.stream()
                                        .anyMatch(other -> other.planned().order()
                                                        == one.planned().order()
                                                && !other.isAt(CollectLoop.End.ALL_MEASURED))
                        ? new Came(one.planned(), one.result().with(CollectLoop.End.INCOMPLETE))
                        : one)
                .toList();
    }

    private String text(Came one) {
        return "%s (%s): %s"
                .formatted(
                        one.planned().worker().id(),
                        one.planned().worker().inventory().processor(),
                        CollectDocument.text(
                                one.planned().slices(), one.result(), here.ask().dryRun()));
    }

    private Map<String, Object> document(List<Came> came) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", CollectDocument.SCHEMA_VERSION);
        document.put(
                "workers",
                came.stream()
                        .map(one -> CollectDocument.of(
                                one.planned().worker(),
                                one.planned().wish(),
                                one.planned().slices(),
                                one.result(),
                                one.broken().map(BasculeException::failure),
                                here.ask().dryRun()))
                        .toList());
        return document;
    }
}
