package dev.bascule.studies.distribute;

import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.Pipeline.Fell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Parts of a model that work at the same time, a thread for each: while one has an item, the one before it has the next. Between
 * two of them no more than {@value #WAITING} item waits. The first failure ends all. One use.
 */
final class OverlappedPipeline {
    /** Enough to hide that stages are not equally long each time; each item more is memory, and time until it is out. */
    static final int WAITING = 1;

    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final List<Stage> stages;
    private final List<Set<String>> kept = new ArrayList<>();
    private final List<String> outputs;
    private final List<Handover<Item>> handovers = new ArrayList<>();
    private final List<Account> accounts = new ArrayList<>();
    private final Duration timeout;
    private final LongSupplier clock;
    private Optional<Fell> fell = Optional.empty();
    private Optional<Throwable> bug = Optional.empty();

    /**
     * @param name of the part and its device
     * @param inputs what it is fed, by name: the model's inputs, and what stages before it made
     */
    record Stage(String name, Replica device, List<String> inputs) {
        Stage {
            inputs = List.copyOf(inputs);
        }
    }

    /** One item on its way, with what later stages and the reader still need of it. */
    private record Item(int number, Map<String, Tensor> values) {}

    /** What a stage's thread notes down; read once it has ended. */
    private static final class Account {
        private long began = -1;
        private long ended;
        private long busy;
        private long starved;
        private long blocked;
    }

    /**
     * What a stage did, in nanoseconds.
     *
     * @param began its first item, since the start
     * @param ended its last
     * @param busy asking its device: ways and computing
     * @param starved waiting for an item
     * @param blocked waiting for room behind it
     */
    record StageTimes(long began, long ended, long busy, long starved, long blocked) {}

    /**
     * What came of it.
     *
     * @param outputs of each item that came through, in the order in which they went in
     * @param outAt when each of them was out, in nanoseconds since the start
     * @param stages in order
     * @param mostWaiting the most items that ever waited between two stages
     * @param fell where it ended, if it did
     */
    record Flow(
            List<Map<String, Tensor>> outputs,
            List<Long> outAt,
            List<StageTimes> stages,
            int mostWaiting,
            Optional<Fell> fell) {
        Flow {
            outputs = List.copyOf(outputs);
            outAt = List.copyOf(outAt);
            stages = List.copyOf(stages);
        }

        /** From the start to the last output. */
        long wallNanos() {
            return outAt.get(outAt.size() - 1);
        }

        /** Until the last stage had its first item. */
        long fillNanos() {
            return stages.get(stages.size() - 1).began();
        }

        /** From when the first stage was through with its last item. */
        long drainNanos() {
            return wallNanos() - stages.get(0).ended();
        }
    }

    /**
     * @param outputs of the model, by name
     * @param timeout for each answer of a device
     * @param clock nanoseconds, from any beginning
     */
    OverlappedPipeline(List<Stage> stages, List<String> outputs, Duration timeout, LongSupplier clock) {
        this.stages = List.copyOf(stages);
        this.outputs = List.copyOf(outputs);
        this.timeout = timeout;
        this.clock = clock;
        for (int i = 0; i < stages.size(); i++) {
            Set<String> later = new LinkedHashSet<>(outputs);
            stages.subList(i + 1, stages.size()).forEach(stage -> later.addAll(stage.inputs()));
            kept.add(later);
            handovers.add(new Handover<>(WAITING));
            accounts.add(new Account());
        }
    }

    /**
     * Returns when every item is through, or one fell, or this thread was interrupted, whose flag then stands. What a stage's thread
     * throws, an {@link Error} too, ends all of it and is thrown here.
     */
    Flow run(int items, IntFunction<Map<String, Tensor>> inputs) {
        long start = clock.getAsLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            int own = i;
            Thread thread = new Thread(() -> work(own, items, inputs, start), "bascule-stage-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        List<Map<String, Tensor>> out = new ArrayList<>();
        List<Long> outAt = new ArrayList<>();
        boolean interrupted = false;
        try {
            Handover<Item> last = handovers.get(handovers.size() - 1);
            for (Optional<Item> item = last.take(); item.isPresent(); item = last.take()) {
                outAt.add(clock.getAsLong() - start);
                if (item.get().number() != out.size()) {
                    throw new IllegalStateException("item %d came out in place of %d"
                            .formatted(item.get().number(), out.size()));
                }
                out.add(Pipeline.pick(outputs, item.get().values()));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            handovers.forEach(Handover::end);
        }
        if (interrupted) {
            stages.forEach(stage -> stage.device().kill());
        }
        interrupted |= farewell(threads);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return flow(out, outAt);
    }

    private synchronized Flow flow(List<Map<String, Tensor>> out, List<Long> outAt) {
        bug.ifPresent(thrown -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        });
        return new Flow(
                out,
                outAt,
                accounts.stream()
                        .map(one -> new StageTimes(one.began, one.ended, one.busy, one.starved, one.blocked))
                        .toList(),
                handovers.stream().mapToInt(Handover::most).max().orElse(0),
                fell);
    }

    /** Waits for the stages, each of which is at one inference at most; whether interrupted meanwhile. */
    private boolean farewell(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join(timeout.plus(FAREWELL).toMillis());
            }
            return false;
        } catch (InterruptedException e) {
            stages.forEach(stage -> stage.device().kill());
            return true;
        }
    }

    private void work(int stage, int items, IntFunction<Map<String, Tensor>> inputs, long start) {
        Handover<Item> ahead = handovers.get(stage);
        try {
            for (int number = 0; number < items; number++) {
                Optional<Item> next =
                        stage == 0 ? Optional.of(new Item(number, inputs.apply(number))) : taken(stage, start);
                if (next.isEmpty() || !pass(stage, next.get(), start)) {
                    return;
                }
            }
            ahead.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            handovers.forEach(Handover::end);
        } catch (RuntimeException | Error e) {
            // No memory is an Error: whoever waits would wait for ever.
            handovers.forEach(Handover::end);
            synchronized (this) {
                bug = bug.or(() -> Optional.of(e));
            }
        }
    }

    private Optional<Item> taken(int stage, long start) throws InterruptedException {
        long since = clock.getAsLong();
        Optional<Item> next = handovers.get(stage - 1).take();
        // Before its first item it is the filling that it waits for, not the stage before it.
        if (accounts.get(stage).began >= 0) {
            accounts.get(stage).starved += clock.getAsLong() - since;
        }
        return next;
    }

    /** One item through one stage; whether there is to be another. */
    private boolean pass(int stage, Item item, long start) throws InterruptedException {
        Account account = accounts.get(stage);
        Stage own = stages.get(stage);
        long began = clock.getAsLong();
        if (account.began < 0) {
            account.began = began - start;
        }
        Reply<Inference> reply = own.device().infer(Pipeline.pick(own.inputs(), item.values()), timeout);
        long done = clock.getAsLong();
        account.busy += done - began;
        account.ended = done - start;
        if (reply instanceof Reply.Failed<Inference> failed) {
            synchronized (this) {
                fell = fell.or(() -> Optional.of(new Fell(own.name(), failed.fault())));
            }
            handovers.forEach(Handover::end);
            return false;
        }
        Map<String, Tensor> made = reply.result().orElseThrow().outputs();
        Map<String, Tensor> known = Pipeline.pick(kept.get(stage), item.values());
        Pipeline.pick(kept.get(stage), made).forEach(known::put);
        boolean on = handovers.get(stage).put(new Item(item.number(), known));
        account.blocked += clock.getAsLong() - done;
        return on;
    }
}
