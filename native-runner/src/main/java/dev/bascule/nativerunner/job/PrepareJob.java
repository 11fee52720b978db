package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.pipeline.OpenPipeline;
import dev.bascule.nativerunner.pipeline.Pipelines;
import java.io.IOException;
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
        PipelineAssets assets = PipelineAssets.fetch(prepare.assets(), nanos());
        phases().fetched(assets.millis());
        phases().enter("preprocess");
        Map<String, Tensor> tensors;
        try (OpenPipeline opened = Pipelines.open(prepare.pipeline(), assets.files(), prepare.text())) {
            OpenPipeline.Made made = opened.run(nanos());
            phases().preprocessed(made.nanos() / 1e6);
            tensors = made.tensors();
        }
        stopIfCancelled();
        tensors.forEach((name, tensor) -> sink().send(new TensorPacket(id(), "prepared", name, 0, 0, tensor)));
    }
}
