package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Runs steps on a state that stays in the engine's memory from one to the next, and from one command to the next. A step's clock runs from
 * the call to the outputs' data on the CPU; feeding it has a clock of its own. Nothing is sent until all steps are over. Belongs to the job
 * thread.
 */
final class Advancer {
    private final Message.Execute execute;
    private final CarriedInference inferences;
    private final MessageSink sink;
    private final LongSupplier nanos;
    private int steps;
    private long readBytes;

    /** @param inferences of its own, which keep the state */
    Advancer(Message.Execute execute, CarriedInference inferences, MessageSink sink, LongSupplier nanos) {
        this.execute = execute;
        this.inferences = inferences;
        this.sink = sink;
        this.nanos = nanos;
    }

    /** One that is stopped answers nothing. */
    void run(Message.Advance command, List<TensorPacket> tensors, BooleanSupplier stopped) throws RefusedException {
        List<Map<String, Tensor>> inputs = IterationFeeds.byStep(tensors, command.steps());
        List<TensorPacket> outputs = new ArrayList<>();
        List<Double> feedMs = new ArrayList<>();
        List<Double> stepMs = new ArrayList<>();
        long start = nanos.getAsLong();
        double elapsedMs;
        do {
            int step = stepMs.size();
            try (CarriedInference.Ran ran = inferences.step(inputs.get(step), nanos)) {
                feedMs.add(ran.feedMillis());
                stepMs.add(ran.millis());
                for (String name : execute.outputs().isEmpty() ? ran.results().names() : execute.outputs()) {
                    outputs.add(read("output", name, step, command, ran.results()));
                }
            }
            steps++;
            elapsedMs = (nanos.getAsLong() - start) / 1e6;
        } while (!stopped.getAsBoolean() && stepMs.size() < command.steps() && elapsedMs < command.maxMs());
        if (stopped.getAsBoolean()) {
            return;
        }
        long reading = nanos.getAsLong();
        for (String name : command.read()) {
            outputs.add(read("state", name, stepMs.size() - 1, command, inferences.last()));
        }
        double readBackMs = (nanos.getAsLong() - reading) / 1e6;
        outputs.forEach(sink::send);
        sink.send(new Message.Advanced(execute.job(), command.number(), feedMs, stepMs, readBackMs, elapsedMs));
    }

    private TensorPacket read(String role, String name, int step, Message.Advance command, Results results)
            throws RefusedException {
        Tensor tensor = results.tensor(name);
        readBytes += tensor.data().remaining();
        return new TensorPacket(execute.job(), role, name, step, command.number(), tensor);
    }

    /** Steps run so far. */
    int steps() {
        return steps;
    }

    /** What they brought out of the engine's memory. */
    long readBytes() {
        return readBytes;
    }

    /** Frees the state. */
    void release() {
        inferences.release();
    }
}
