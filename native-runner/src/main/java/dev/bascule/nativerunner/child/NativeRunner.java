package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.nativerunner.job.ExecuteJob;
import dev.bascule.nativerunner.job.Job;
import dev.bascule.nativerunner.job.KernelsJob;
import dev.bascule.nativerunner.job.Outlet;
import dev.bascule.nativerunner.job.PackJob;
import dev.bascule.nativerunner.job.PrepareJob;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The runner's side of the protocol, whatever carries it: takes the host's packets to the jobs, one job at a time, later
 * ones wait. Thread-safe; one thread of its own runs the jobs.
 */
public final class NativeRunner implements AutoCloseable {
    private final ServedBackend backend;
    private final Outlet outlet;
    private final LongSupplier nanos;
    private final Path scratch;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "bascule-native-job"));
    private final Map<String, List<TensorPacket>> inputs = new ConcurrentHashMap<>();
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();

    /**
     * @param outlet where its packets go
     * @param nanos a clock in nanoseconds, from any beginning
     * @param scratch a folder for short-lived files
     */
    public NativeRunner(ServedBackend backend, Outlet outlet, LongSupplier nanos, Path scratch) {
        this.backend = backend;
        this.outlet = outlet;
        this.nanos = nanos;
        this.scratch = scratch;
    }

    /** A new session with a host began: tells it what this runner can do. */
    public void introduce() {
        outlet.send(CapabilityReport.of(backend));
    }

    /** Takes a packet of the host; returns at once. */
    public void accept(Packet packet) {
        if (packet instanceof TensorPacket tensor) {
            inputs.computeIfAbsent(tensor.job(), job -> new ArrayList<>()).add(tensor);
        } else if (packet instanceof Message.Execute execute) {
            List<TensorPacket> tensors =
                    Optional.ofNullable(inputs.remove(execute.job())).orElse(List.of());
            enqueue(new ExecuteJob(execute, tensors, backend, scratch, outlet, nanos));
        } else if (packet instanceof Message.Prepare prepare) {
            enqueue(new PrepareJob(prepare, outlet, nanos));
        } else if (packet instanceof Message.Pack pack) {
            enqueue(new PackJob(pack, backend, scratch, outlet, nanos));
        } else if (packet instanceof Message.Kernels kernels) {
            enqueue(new KernelsJob(kernels, outlet, nanos));
        } else if (packet instanceof Message.Measure measure) {
            List<TensorPacket> tensors =
                    Optional.ofNullable(inputs.remove(measure.job())).orElse(List.of());
            job(measure.job(), "measure").ifPresent(job -> job.measure(measure, tensors));
        } else if (packet instanceof Message.Infer infer) {
            List<TensorPacket> tensors =
                    Optional.ofNullable(inputs.remove(infer.job())).orElse(List.of());
            job(infer.job(), "infer").ifPresent(job -> job.infer(infer, tensors));
        } else if (packet instanceof Message.Finish finish) {
            job(finish.job(), "finish").ifPresent(Job::finish);
        } else if (packet instanceof Message.Stream stream) {
            outlet.send(noAudio(stream));
        } else if (packet instanceof Message.MemoryRequest request) {
            outlet.send(new Message.MemoryReport(
                    request.job(),
                    Optional.empty(),
                    Map.of(),
                    "none",
                    Optional.of("a native runner is no page: its process is measured from outside")));
        } else if (packet instanceof Message.Cancel cancel) {
            inputs.remove(cancel.job());
            job(cancel.job(), "cancel").ifPresent(Job::cancel);
        } else if (packet instanceof Message.Ping) {
            outlet.send(new Message.Pong());
        } else if (packet instanceof Message.Bye) {
            cancelAll();
        } else {
            log("warn", "a host does not send " + packet.getClass().getSimpleName());
        }
    }

    private static Message.Streamed noAudio(Message.Stream stream) {
        return new Message.Streamed(
                stream.job(),
                stream.stream(),
                0,
                0,
                0,
                0,
                0,
                Map.of(),
                Optional.of(new Message.ErrorInfo(
                        "stream",
                        "UnsupportedError",
                        "there is no real-time audio on the native side",
                        Optional.empty())));
    }

    private Optional<Job> job(String id, String command) {
        Optional<Job> job = Optional.ofNullable(jobs.get(id));
        if (job.isEmpty()) {
            log("debug", "%s for job %s, which is not here".formatted(command, id));
        }
        return job;
    }

    private void enqueue(Job job) {
        jobs.put(job.id(), job);
        worker.execute(() -> {
            job.run();
            jobs.remove(job.id(), job);
        });
    }

    private void log(String level, String text) {
        outlet.send(new Message.Log(level, text));
    }

    private void cancelAll() {
        jobs.values().forEach(Job::cancel);
    }

    /** Cancels what runs, and waits a moment for the engine to let go. */
    @Override
    public void close() {
        cancelAll();
        worker.shutdown();
        try {
            if (!worker.awaitTermination(2, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
