package dev.bascule.app.distributed;

import dev.bascule.app.distributed.RankProcess.Said;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.studies.distributed.RankEngine.Harm;
import dev.bascule.studies.distributed.RankEngine.Watcher;
import dev.bascule.studies.distributed.RankJob;
import dev.bascule.studies.distributed.RankLine;
import dev.bascule.studies.distributed.RankRun;
import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Listens to the ranks of one job until all have ended, or one failed and the others had time to notice. Belongs to one thread. */
final class RankHearing implements Harm {
    /** So long the others have to say what they noticed, once one failed. */
    private static final Duration NOTICE = Duration.ofSeconds(2);

    private final RankJob job;
    private final RankNetwork network;
    private final List<RankProcess> ranks;
    private final BlockingQueue<Said> said;
    private final Watcher watcher;
    private final long begin;
    private final List<Heard> lines = new ArrayList<>();
    private final List<Counter> counters = new ArrayList<>();
    private final SortedMap<Integer, Usage> usage = new TreeMap<>();
    private final boolean[] done;
    private Optional<Failure> failure = Optional.empty();
    private long deadline;

    /** @param begin by {@link System#nanoTime()} */
    RankHearing(
            RankJob job,
            RankNetwork network,
            List<RankProcess> ranks,
            BlockingQueue<Said> said,
            Watcher watcher,
            long begin) {
        this.job = job;
        this.network = network;
        this.ranks = List.copyOf(ranks);
        this.said = said;
        this.watcher = watcher;
        this.begin = begin;
        this.done = new boolean[ranks.size()];
        this.deadline = begin + job.limit().toNanos();
    }

    /** What was heard until then is kept where the thread is interrupted, which it stays. */
    RankRun toItsEnd() {
        try {
            listen();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(ErrorCode.RUN_INTERRUPTED, "it was interrupted");
        }
        return new RankRun(job.ranks(), network.kind(), lines, counters, List.copyOf(usage.values()), now(), failure);
    }

    private void listen() throws InterruptedException {
        int ended = 0;
        while (ended < ranks.size()) {
            Said next = said.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (next == null) {
                fail(
                        ErrorCode.ATTEMPT_TIMED_OUT,
                        "the ranks were not through after %d s"
                                .formatted(job.limit().toSeconds()));
                break;
            }
            if (next.line().isPresent()) {
                hear(next, next.line().get());
            } else {
                ended++;
                if (!done[next.rank()]) {
                    fail(
                            ErrorCode.RUNNER_CRASHED,
                            "rank %d: %s"
                                    .formatted(
                                            next.rank(), ranks.get(next.rank()).end()));
                }
            }
        }
    }

    private void hear(Said next, String text) {
        Optional<RankLine> parsed = RankLine.parse(text);
        if (parsed.isEmpty()) {
            fail(ErrorCode.PROTOCOL_VIOLATION, "rank %d said what nobody asked for".formatted(next.rank()));
            return;
        }
        RankLine line = parsed.get();
        Heard heard = new Heard(next.rank(), Duration.ofNanos(next.nanos() - begin), line);
        lines.add(heard);
        if (line instanceof RankLine.Mark mark) {
            count(heard, mark);
        } else if (line instanceof RankLine.Failed failed) {
            done[next.rank()] = true;
            fail(ErrorCode.EXECUTION_FAILED, "rank %d: %s".formatted(next.rank(), failed.why()));
        } else if (line instanceof RankLine.Versions versions) {
            done[next.rank()] = true;
            fail(
                    ErrorCode.LIBRARY_MISMATCH,
                    "the ranks are of different versions: " + String.join(", ", versions.versions()));
        } else if (line instanceof RankLine.Done) {
            done[next.rank()] = true;
        }
        watcher.heard(heard, this);
        if (line instanceof RankLine.Mark) {
            ranks.get(next.rank()).say("go");
        }
    }

    private void count(Heard heard, RankLine.Mark mark) {
        RankProcess rank = ranks.get(heard.rank());
        ProcFiles.bytes(rank.pid(), network.device())
                .ifPresent(bytes -> counters.add(
                        new Counter(heard.rank(), mark.name(), heard.at(), bytes.received(), bytes.sent())));
        ProcFiles.usage(heard.rank(), rank.handle()).ifPresent(seen -> usage.put(heard.rank(), seen));
    }

    /** The first is why; what follows is its consequence. */
    private void fail(ErrorCode code, String words) {
        if (failure.isEmpty()) {
            failure = Optional.of(Failure.of(code, words));
            deadline = Math.min(deadline, System.nanoTime() + NOTICE.toNanos() + noticed());
        }
    }

    /** Others that wait for the failed one may wait as long as they have patience. */
    private long noticed() {
        return job.patience().toNanos();
    }

    @Override
    public void kill(int rank) {
        ranks.get(rank).kill();
    }

    @Override
    public void stop(int rank, Optional<Duration> forTime) {
        long pid = ranks.get(rank).pid();
        signal("-STOP", pid);
        forTime.ifPresent(time -> CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> signal("-CONT", pid)));
    }

    private static void signal(String name, long pid) {
        try {
            ChildProcesses.of("kill", name, Long.toString(pid)).start();
        } catch (IOException e) {
            throw new IllegalStateException("there is no program kill", e);
        }
    }

    @Override
    public void unplug(int rank, Optional<Duration> forTime) {
        plug(rank, false);
        forTime.ifPresent(time -> CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> plug(rank, true)));
    }

    private void plug(int rank, boolean in) {
        try {
            network.plug(rank, in);
        } catch (IOException e) {
            // The job is over, and its links with it; a fault that was not done is seen by what came of it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Duration now() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
