package dev.bascule.cli.collect;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the threads of all workers share: the console, the making of requests, the history, and who learns kernels. No lock is held
 * while anything runs, so that no worker waits for what another's slice takes here. Thread-safe.
 */
final class CollectShare implements AutoCloseable {
    private final CliContext context;
    private final CollectedSlice history;
    private final String command;
    private final Object printing = new Object();
    private final Object preparing = new Object();
    private final Object keeping = new Object();
    private final ExecutorService learning = Executors.newSingleThreadExecutor(WorkerThreads.named("collect-kernels"));
    private volatile boolean closed;

    /** @param command as typed */
    CollectShare(CliContext context, CollectedSlice history, String command) {
        this.context = context;
        this.history = history;
        this.command = command;
    }

    void say(String what) {
        synchronized (printing) {
            context.console().say(what);
        }
    }

    void complain(Failure failure) {
        synchronized (printing) {
            ErrorReport.print(context.console(), failure, Optional.empty(), command);
        }
    }

    /** One at a time: models are made and fetched into one cache. */
    <T> T prepared(Supplier<T> request) {
        synchronized (preparing) {
            return request.get();
        }
    }

    /** Into the history; not any more where it is closed. Also where an interrupt is pending, which stays so. */
    boolean keep(RunRecord record) {
        return opened(open -> {
                    open.append(record);
                    return record;
                })
                .isPresent();
    }

    /** Begins to learn the kernels of a record's models, in the background and one record after the other; gives how many. */
    Future<Integer> learn(RunRequest request, RunRecord record) {
        return learning.submit(() -> {
            Optional<Set<String>> known = opened(CollectedSlice::known);
            if (known.isEmpty()) {
                return 0;
            }
            Console console = context.console().prefixed("kernels: ");
            List<ModelWork> works = history.works(request, record, known.orElseThrow(), console);
            return opened(open -> {
                        CollectedSlice.keep(works, open);
                        return works.size();
                    })
                    .orElse(0);
        });
    }

    private <T> Optional<T> opened(Function<History, T> use) {
        boolean interrupted = Thread.interrupted();
        try {
            synchronized (keeping) {
                if (closed) {
                    return Optional.empty();
                }
                try (History open = HistoryOpening.await(HistoryAccess.open(context, history.store()))) {
                    return Optional.of(use.apply(open));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Nothing more goes to the history; what is being written ends. */
    @Override
    public void close() {
        closed = true;
        learning.shutdownNow();
    }
}
