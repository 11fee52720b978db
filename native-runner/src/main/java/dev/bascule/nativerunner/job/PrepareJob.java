package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.engine.RefusedException;
import dev.bascule.nativerunner.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Turns a file or a text into the tensors that a model reads, and sends them. */
public final class PrepareJob implements Job {
    private final Message.Prepare prepare;
    private final Outlet outlet;
    private final LongSupplier nanos;
    private final PhaseClock phases;
    private volatile boolean cancelled;

    public PrepareJob(Message.Prepare prepare, Outlet outlet, LongSupplier nanos) {
        this.prepare = prepare;
        this.outlet = outlet;
        this.nanos = nanos;
        this.phases = new PhaseClock(prepare.job(), outlet, nanos);
    }

    @Override
    public String id() {
        return prepare.job();
    }

    @Override
    public void measure(Message.Measure command) {
        outlet.send(new Message.Log("warn", "measure means nothing to the prepare job " + id()));
    }

    @Override
    public void finish() {
        outlet.send(new Message.Log("warn", "finish means nothing to the prepare job " + id()));
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public void run() {
        String status = "ok";
        Optional<Message.ErrorInfo> error = Optional.empty();
        try {
            attempt();
        } catch (CancelledException e) {
            status = "cancelled";
        } catch (RefusedException | IOException | RuntimeException | Error e) {
            status = "failed";
            error = Optional.of(RawError.of(phases.phase(), e));
        }
        outlet.send(new Message.Result(id(), status, phases.times(), Optional.empty(), error, Optional.empty()));
    }

    private void attempt() throws RefusedException, IOException, CancelledException {
        phases.enter("fetch");
        Map<String, byte[]> assets = new LinkedHashMap<>();
        double fetching = 0;
        for (Map.Entry<String, Message.Asset> asset : prepare.assets().entrySet()) {
            FileFetch fetched =
                    FileFetch.of(asset.getValue().url(), asset.getValue().sha256(), nanos);
            fetching += fetched.millis();
            assets.put(asset.getKey(), Files.readAllBytes(fetched.file()));
        }
        phases.fetched(fetching);
        Pipelines.load(prepare.pipeline());
        phases.enter("preprocess");
        long start = phases.now();
        Map<String, Tensor> tensors = Pipelines.run(prepare.pipeline(), assets, prepare.text());
        phases.preprocessed(phases.millisSince(start));
        if (cancelled) {
            throw new CancelledException();
        }
        tensors.forEach((name, tensor) -> outlet.send(new TensorPacket(id(), "prepared", name, 0, 0, tensor)));
    }
}
