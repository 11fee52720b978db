package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Turns a file or a text into the tensors that a model reads, and sends them. */
public final class PrepareJob extends OneShotJob {
    private final Message.Prepare prepare;

    public PrepareJob(Message.Prepare prepare, MessageSink sink, LongSupplier nanos) {
        super(prepare.job(), "prepare", sink, nanos);
        this.prepare = prepare;
    }

    @Override
    void work() throws RefusedException, IOException, CancelledException {
        phases().enter("fetch");
        Map<String, byte[]> assets = new LinkedHashMap<>();
        double fetching = 0;
        for (Map.Entry<String, Message.Asset> asset : prepare.assets().entrySet()) {
            FileFetch fetched =
                    FileFetch.of(asset.getValue().url(), asset.getValue().sha256(), nanos());
            fetching += fetched.millis();
            assets.put(asset.getKey(), Files.readAllBytes(fetched.file()));
        }
        phases().fetched(fetching);
        Pipelines.load(prepare.pipeline());
        phases().enter("preprocess");
        long start = phases().now();
        Map<String, Tensor> tensors = Pipelines.run(prepare.pipeline(), assets, prepare.text());
        phases().preprocessed(phases().millisSince(start));
        stopIfCancelled();
        tensors.forEach((name, tensor) -> sink().send(new TensorPacket(id(), "prepared", name, 0, 0, tensor)));
    }
}
