package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The frames of a stream that were processed, as steps of an ordinary case. Immutable. */
final class StreamReplay {
    private final PreparedCase original;
    private final StreamInput.Sound sound;
    private final StreamReport report;

    StreamReplay(PreparedCase original, StreamInput.Sound sound, StreamReport report) {
        this.original = original;
        this.sound = sound;
        this.report = report;
    }

    /** One step for each processed frame; other inputs are those of step 0, carried ones are carried. */
    PreparedCase testCase() {
        Map<String, Tensor> first = original.feeds().step(0);
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        first.forEach((name, tensor) ->
                inputs.put(name, name.equals(sound.input()) ? frames(tensor.shape()) : List.of(tensor)));
        return original.withFeeds(
                original.id(), new Feeds(inputs, original.feeds().carry()));
    }

    private List<Tensor> frames(Shape shape) {
        List<Tensor> frames = new ArrayList<>();
        int own = sound.frameSamples() * Float.BYTES;
        int context = sound.contextSamples() * Float.BYTES;
        for (int frame : report.processedFrames()) {
            byte[] bytes = new byte[context + own];
            // The sound itself goes on, whether the frame before was processed or dropped.
            int before = frame == 0 ? 0 : context;
            byte[] played = slice(report.pcm(), frame * own - before, before + own);
            System.arraycopy(played, 0, bytes, context - before, played.length);
            frames.add(Tensor.of(DType.FLOAT32, shape, bytes));
        }
        return frames;
    }

    /** What the stream gave, as outputs of these steps. */
    Outputs streamed() {
        List<Outputs.Output> outputs = new ArrayList<>();
        report.outputs().forEach((name, stacked) -> {
            List<Long> dims = stacked.shape().dims();
            Shape shape = new Shape(dims.subList(1, dims.size()));
            int bytes = Math.toIntExact(stacked.dtype().bytes(shape.elements()));
            for (int step = 0; step < report.processed(); step++) {
                Tensor one = Tensor.of(stacked.dtype(), shape, slice(stacked, step * bytes, bytes));
                outputs.add(new Outputs.Output(name, step, step, one));
            }
        });
        return new Outputs(outputs);
    }

    private static byte[] slice(Tensor tensor, int from, int length) {
        byte[] bytes = new byte[length];
        ByteBuffer data = tensor.data().order(ByteOrder.LITTLE_ENDIAN);
        data.get(data.position() + from, bytes);
        return bytes;
    }
}
