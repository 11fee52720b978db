package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the packets of one end-to-end measurement. */
final class EndToEndCollector {
    private final int number;
    private final List<Outputs.Output> outputs = new ArrayList<>();

    EndToEndCollector(int number) {
        this.number = number;
    }

    /** Takes a packet; the last one gives the reply. */
    Optional<Reply<EndToEndReply>> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("output")) {
            outputs.add(new Outputs.Output(tensor.name(), tensor.step(), tensor.iteration(), tensor.tensor()));
        }
        return packet instanceof Message.EndToEndMeasured done && done.number() == number
                ? Optional.of(done.error().map(EndToEndCollector::refused).orElseGet(() -> reply(done)))
                : Optional.empty();
    }

    private static Reply<EndToEndReply> refused(Message.ErrorInfo error) {
        return new Reply.Failed<>(
                new Fault.Refused(error.phase(), error.name(), error.message(), error.stack(), Phases.NONE));
    }

    private Reply<EndToEndReply> reply(Message.EndToEndMeasured done) {
        Map<Step, Samples> steps = new EnumMap<>(Step.class);
        try {
            for (Map.Entry<String, List<Double>> told : done.stepsMs().entrySet()) {
                Step step = Step.of(told.getKey())
                        .orElseThrow(() -> new IllegalArgumentException("there is no step '" + told.getKey() + "'"));
                steps.put(
                        step,
                        Samples.ofMillis(told.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()));
            }
            return new Reply.Ok<>(new EndToEndReply(
                    new EndToEnd(steps),
                    new Outputs(outputs),
                    done.inferences(),
                    done.answer(),
                    Wire.millis(done.elapsedMs())));
        } catch (IllegalArgumentException e) {
            return new Reply.Failed<>(
                    new Fault.Lost("endToEnd", "its end-to-end times make no sense: " + e.getMessage()));
        }
    }
}
