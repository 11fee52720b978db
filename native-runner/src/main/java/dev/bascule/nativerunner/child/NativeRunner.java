package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.nativerunner.job.ExecuteJob;
import dev.bascule.nativerunner.job.KernelsJob;
import dev.bascule.nativerunner.job.MessageSink;
import dev.bascule.nativerunner.job.PackJob;
import dev.bascule.nativerunner.job.PrepareJob;
import dev.bascule.nativerunner.job.RunnerJob;
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
    private final MessageSink sink;
    private final LongSupplier nanos;
    private final Path scratch;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "bascule-native-job"));
    private final Map<String, List<TensorPacket>> inputs = new ConcurrentHashMap<>();
    private final Map<String, RunnerJob> jobs = new ConcurrentHashMap<>();

    /**
     * @param sink where its packets go
     * @param nanos a clock in nanoseconds, from any beginning
     * @param scratch a folder for short-lived files
     */
    public NativeRunner(ServedBackend backend, MessageSink sink, LongSupplier nanos, Path scratch) {
        this.backend = backend;
        this.sink = sink;
        this.nanos = nanos;
        this.scratch = scratch;
    }

    /** A new session with a host began: tells it what this runner can do. */
    public void introduce() {
        sink.send(CapabilityReport.of(backend));
    }

    /** Takes a packet of the host; returns at once. */
    public void accept(Packet packet) {
        if (packet instanceof TensorPacket tensor) {
            inputs.computeIfAbsent(tensor.job(), job -> new ArrayList<>()).add(tensor);
        } else if (packet instanceof Message.Execute execute) {
            List<TensorPacket> tensors = sent(execute.job());
            enqueue(new ExecuteJob(execute, tensors, backend, scratch, sink, nanos));
        } else if (packet instanceof Message.Prepare prepare) {
            enqueue(new PrepareJob(prepare, sink, nanos));
        } else if (packet instanceof Message.Pack pack) {
            enqueue(new PackJob(pack, backend, scratch, sink, nanos));
        } else if (packet instanceof Message.Kernels kernels) {
            enqueue(new KernelsJob(kernels, sink, nanos));
        } else if (packet instanceof Message.Measure measure) {
            List<TensorPacket> tensors = sent(measure.job());
            job(measure.job(), "measure").ifPresent(job -> job.measure(measure, tensors));
        } else if (packet instanceof Message.Infer infer) {
            List<TensorPacket> tensors = sent(infer.job());
            job(infer.job(), "infer").ifPresent(job -> job.infer(infer, tensors));
        } else if (packet instanceof Message.Advance advance) {
            List<TensorPacket> tensors = sent(advance.job());
            job(advance.job(), "advance").ifPresent(job -> job.advance(advance, tensors));
        } else if (packet instanceof Message.EndToEnd command) {
            job(command.job(), "endToEnd").ifPresent(job -> job.endToEnd(command));
        } else if (packet instanceof Message.Finish finish) {
            job(finish.job(), "finish").ifPresent(RunnerJob::finish);
        } else if (packet instanceof Message.Stream stream) {
            sink.send(noAudio(stream));
        } else if (packet instanceof Message.Media media) {
            sink.send(noMedia(media));
        } else if (packet instanceof Message.MemoryRequest request) {
            sink.send(new Message.MemoryReport(
                    request.job(),
                    Optional.empty(),
                    Map.of(),
                    "none",
                    Optional.of("a native runner is no page: its process is measured from outside")));
        } else if (packet instanceof Message.Cancel cancel) {
            inputs.remove(cancel.job());
            job(cancel.job(), "cancel").ifPresent(RunnerJob::cancel);
        } else if (packet instanceof Message.Ping) {
            sink.send(new Message.Pong());
        } else if (packet instanceof Message.Bye) {
            cancelAll();
        } else {
            log("warn", "a host does not send " + packet.getClass().getSimpleName());
        }
    }

    /** The tensors that came for a job since its last command. */
    private List<TensorPacket> sent(String job) {
        return Optional.ofNullable(inputs.remove(job)).orElse(List.of());
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

    private static Message.MediaReturned noMedia(Message.Media media) {
        return new Message.MediaReturned(
                media.job(),
                media.number(),
                Map.of(),
                Map.of(),
                Optional.of(new Message.ErrorInfo(
                        "media", "UnsupportedError", "there is no media stack on the native side", Optional.empty())));
    }

    private Optional<RunnerJob> job(String id, String command) {
        Optional<RunnerJob> job = Optional.ofNullable(jobs.get(id));
        if (job.isEmpty()) {
            log("debug", "%s for job %s, which is not here".formatted(command, id));
        }
        return job;
    }

    private void enqueue(RunnerJob job) {
        jobs.put(job.id(), job);
        worker.execute(() -> {
            job.run();
            jobs.remove(job.id(), job);
        });
    }

    private void log(String level, String text) {
        sink.send(new Message.Log(level, text));
    }

    private void cancelAll() {
        jobs.values().forEach(RunnerJob::cancel);
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
