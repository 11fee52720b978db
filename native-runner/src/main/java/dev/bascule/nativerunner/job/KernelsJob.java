package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Wire;
import dev.bascule.nativerunner.profile.CpuKernels;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Runs the kernels that show what the bare CPU can do, and sends each reading. */
public final class KernelsJob extends OneShotJob {
    private final Message.Kernels request;
    private Optional<String> shortfall = Optional.empty();

    /** @param nanos a clock in nanoseconds, from any beginning */
    public KernelsJob(Message.Kernels request, MessageSink sink, LongSupplier nanos) {
        super(request.job(), "kernels", sink, nanos);
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
                request.largestBytes(),
                this::isCancelled);
        shortfall = kernels.shortfall();
        try {
            kernels.run(this::send);
        } catch (InterruptedException e) {
            stopIfCancelled();
            throw new InterruptedIOException("interrupted");
        }
    }

    private void send(KernelReading reading) {
        sink().send(Wire.reading(id(), reading));
    }

    @Override
    Optional<Map<String, JsonNode>> facts() {
        Map<String, JsonNode> facts = new TreeMap<>();
        facts.put(
                "vm",
                JsonNodeFactory.instance.textNode(System.getProperty("java.vm.name", "") + " " + Runtime.version()));
        facts.put("kernels", JsonNodeFactory.instance.textNode("loops that the JVM's compiler vectorizes"));
        shortfall.ifPresent(reason -> facts.put(KernelRequest.LARGEST_FACT, JsonNodeFactory.instance.textNode(reason)));
        return Optional.of(facts);
    }
}
