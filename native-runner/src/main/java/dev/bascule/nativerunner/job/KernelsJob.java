package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Wire;
import dev.bascule.fallback.runner.KernelReading;
import dev.bascule.nativerunner.profile.CpuKernels;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Runs the kernels that show what the bare CPU can do, and sends each reading. */
public final class KernelsJob extends StraightJob {
    private final Message.Kernels request;

    /** @param nanos a clock in nanoseconds, from any beginning */
    public KernelsJob(Message.Kernels request, Outlet outlet, LongSupplier nanos) {
        super(request.job(), "kernels", outlet, nanos);
        this.request = request;
    }

    @Override
    void work() throws RefusedException, InterruptedIOException, CancelledException {
        phases().enter("profile");
        if (!request.device().equals("cpu")) {
            throw new UnsupportedOperationException("there are no kernels of its own for a GPU on the native side: what"
                    + " its engine makes of ordinary models is measured instead");
        }
        CpuKernels kernels = new CpuKernels(
                nanos(),
                request.threads(),
                request.quick(),
                Duration.ofNanos(Math.round(request.budgetMs() * 1e6)),
                this::isCancelled);
        try {
            kernels.run(this::send);
        } catch (InterruptedException e) {
            stopIfCancelled();
            throw new InterruptedIOException("interrupted");
        }
    }

    private void send(KernelReading reading) {
        outlet().send(Wire.reading(id(), reading));
    }

    @Override
    Optional<Map<String, JsonNode>> facts() {
        return Optional.of(Map.of(
                "vm",
                        JsonNodeFactory.instance.textNode(
                                System.getProperty("java.vm.name", "") + " " + Runtime.version()),
                "kernels", JsonNodeFactory.instance.textNode("loops that the JVM's compiler vectorizes")));
    }
}
