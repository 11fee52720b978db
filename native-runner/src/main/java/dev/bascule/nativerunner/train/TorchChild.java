package dev.bascule.nativerunner.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.ChildSurroundings;
import dev.bascule.fallback.process.LimitedChild;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.serve.Drivers;
import dev.bascule.nativerunner.torch.TorchAnswers;
import dev.bascule.nativerunner.torch.TorchRequest;
import dev.bascule.nativerunner.torch.TorchTrainMain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * PyTorch training in a process of its own, as {@code bascule install pytorch} brought it. One that was lost is not asked again: each
 * question then fails as a {@link BasculeException}. Belongs to one thread.
 */
public final class TorchChild implements AutoCloseable {
    private static final int HEAP_MIB = 1024;
    private static final int RESIDENT_MIB = 8192;
    private static final int WORDS_BYTES = 1 << 12;

    private final TorchHearing hearing;
    private final Path folder;
    private final LimitedChild child;

    private TorchChild(TorchTask task, Path folder, LimitedChild child) {
        this.hearing = new TorchHearing(task);
        this.folder = folder;
        this.child = child;
    }

    /** Whether PyTorch is here, as its files alone show. */
    public static Survey survey(HostEnvironment host) {
        return Drivers.installed()
                .find(Backends.NATIVE_CPU.id(), ModelFormat.TORCHSCRIPT)
                .orElseThrow()
                .survey(host);
    }

    /**
     * Starts a process for one run.
     *
     * @param spec what its libraries need
     */
    public static TorchChild start(ChildLaunchSpec spec, TorchTask task) {
        return start(TorchTrainMain.class, spec, task);
    }

    static TorchChild start(Class<?> main, ChildLaunchSpec spec, TorchTask task) {
        Path folder;
        try {
            folder = Files.createTempDirectory("bascule-torch-");
        } catch (IOException e) {
            throw unable(e);
        }
        try {
            write(folder.resolve(TorchRequest.MODEL), List.of(task.model().duplicate()));
            int answer = Math.toIntExact(Double.BYTES + task.bytes());
            LimitedChild child = LimitedChild.start(
                    main,
                    new ChildLimits(HEAP_MIB, RESIDENT_MIB, Math.max(WORDS_BYTES, answer), ChildLimits.USUAL_START),
                    folder,
                    surroundings(spec, folder));
            return new TorchChild(task, folder, child);
        } catch (IOException e) {
            FolderTree.deleteQuietly(folder);
            throw unable(e);
        }
    }

    private static ChildSurroundings surroundings(ChildLaunchSpec spec, Path folder) {
        List<String> options = new ArrayList<>(List.of(
                "-XX:MaxDirectMemorySize=%dm".formatted(HEAP_MIB),
                "-DOPT_OUT_TRACKING=true",
                "-Dai.djl.offline=true",
                "-DDJL_CACHE_DIR=" + folder.resolve("djl"),
                "-DENGINE_CACHE_DIR=" + folder.resolve("djl")));
        spec.properties().forEach((name, value) -> options.add("-D%s=%s".formatted(name, value)));
        return new ChildSurroundings(spec.classPath(), options, spec.environment());
    }

    /** Loads PyTorch and the model. */
    public TorchRequest.Opened open(Duration limit) {
        TorchTask task = hearing.task();
        TorchRequest request = new TorchRequest(
                folder.toString(),
                task.threads(),
                task.wide(),
                task.update(),
                task.clip(),
                task.parameters().stream()
                        .map(each -> new TorchRequest.Trained(each.name(), each.decays()))
                        .toList());
        try {
            return hearing.opened(ask(TorchRequest.OPEN + " " + Json.MAPPER.writeValueAsString(request), limit));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a request that is no JSON", e);
        }
    }

    /**
     * The gradients by the parameters as they stand, which stay so.
     *
     * @param batch the inputs that are no parameters, in the model's order
     */
    public TorchGradients gradients(List<Tensor> batch, Duration limit) {
        feed(batch);
        return hearing.gradients(ask(TorchRequest.GRADIENTS, limit));
    }

    /**
     * Forward, backward and update.
     *
     * @param batch likewise
     * @param rate of learning
     */
    public TorchAnswers.Step step(List<Tensor> batch, double rate, Duration limit) {
        feed(batch);
        long begun = System.nanoTime();
        byte[] answer = ask(TorchRequest.STEP + " " + rate, limit);
        return hearing.step(answer, Duration.ofNanos(System.nanoTime() - begun));
    }

    /** As they stand. */
    public Map<String, Tensor> parameters(Duration limit) {
        return hearing.parameters(ask(TorchRequest.PARAMETERS, limit));
    }

    private void feed(List<Tensor> batch) {
        try {
            write(
                    folder.resolve(TorchRequest.BATCH),
                    batch.stream().map(Tensor::data).toList());
        } catch (IOException e) {
            throw unable(e);
        }
    }

    private static void write(Path file, List<ByteBuffer> parts) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (ByteBuffer part : parts) {
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
        }
    }

    private byte[] ask(String request, Duration limit) {
        return child.ask(request, limit)
                .fold(
                        answer -> answer,
                        failure -> {
                            throw new BasculeException(
                                    failure.code(),
                                    failure.message(),
                                    failure.remedies().toArray(String[]::new));
                        },
                        why -> {
                            throw new BasculeException(ErrorCode.RUNNER_CRASHED, "PyTorch's process was lost: " + why);
                        });
    }

    private static BasculeException unable(IOException e) {
        return BasculeException.because(
                e,
                ErrorCode.TOOL_MISSING,
                "PyTorch's process cannot be started or fed: " + e.getMessage(),
                "free memory, processes and disk, or mend the Java at " + System.getProperty("java.home"));
    }

    /** For tests that take it away. */
    long pid() {
        return child.pid();
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        child.close();
        FolderTree.deleteQuietly(folder);
    }
}
