package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * Many small cases, each executed once in a session of its own and answered as it ends; whatever a case throws is that
 * case's failure. They run one after the other in the order asked for, however many workers the host allows: two threads
 * took more CPU time for the same cases and were no faster on two cores, and with one it is certain which case was at
 * work when native code kills the process. A case that outstays its limit is stopped where the engine looks up from its
 * work, between nodes; a kernel that never ends is the host's to kill, and the process with it.
 */
public final class PackJob extends OneShotJob {
    private final Message.Pack request;
    private final ServedBackend backend;
    private final Path scratch;

    /**
     * @param scratch a folder for short-lived files
     * @param nanos a clock in nanoseconds, from any beginning
     */
    public PackJob(Message.Pack request, ServedBackend backend, Path scratch, MessageSink sink, LongSupplier nanos) {
        super(request.job(), "pack", sink, nanos);
        this.request = request;
        this.backend = backend;
        this.scratch = scratch;
    }

    @Override
    void work() throws RefusedException, IOException, CancelledException {
        execute(fetch());
        stopIfCancelled();
    }

    @Override
    Optional<Map<String, JsonNode>> facts() {
        return Optional.of(Map.of("engines", JsonNodeFactory.instance.numberNode(1)));
    }

    private Pack fetch() throws RefusedException, IOException {
        phases().enter("fetch");
        FileFetch fetched = FileFetch.of(request.pack().url(), request.pack().sha256(), nanos());
        phases().fetched(fetched.millis());
        return Pack.read(ByteBuffer.wrap(Files.readAllBytes(fetched.file())));
    }

    private void execute(Pack pack) throws CancelledException {
        phases().enter("pack");
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "bascule-native-watch");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CaseExecution execution = new CaseExecution(pack, request, backend, scratch, nanos(), watch);
            for (int index : request.cases()) {
                stopIfCancelled();
                sink().send(new Packet.CasePacket(id(), execution.of(index)));
            }
        } finally {
            watch.shutdownNow();
        }
    }
}
