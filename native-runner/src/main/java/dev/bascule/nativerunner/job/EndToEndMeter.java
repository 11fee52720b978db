package dev.bascule.nativerunner.job;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.DriverSession.Feed;
import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.pipeline.OpenPipeline;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Goes from the file's bytes to the model's outputs again and again, and tells what each step took. The clock stands while outputs
 * are compared and freed. Belongs to the job thread.
 */
final class EndToEndMeter {
    private final Message.EndToEnd command;
    private final OpenPipeline pipeline;
    private final DriverSession session;
    private final List<TensorPacket> inputs;
    private final Map<String, String> carry;
    private final OutputTracker outputs;
    private final MessageSink sink;
    private final LongSupplier nanos;
    private int inferences;
    private Optional<Answer> answer = Optional.empty();

    /**
     * @param inputs the session's own; those that the pipeline makes take their place
     * @param outputs which the model is to give
     */
    EndToEndMeter(
            Message.EndToEnd command,
            OpenPipeline pipeline,
            DriverSession session,
            List<TensorPacket> inputs,
            Map<String, String> carry,
            List<String> outputs,
            MessageSink sink,
            LongSupplier nanos) {
        this.command = command;
        this.pipeline = pipeline;
        this.session = session;
        this.inputs = inputs;
        this.carry = carry;
        this.outputs = new OutputTracker(command.job(), outputs, sink);
        this.sink = sink;
        this.nanos = nanos;
    }

    void run(BooleanSupplier stopped) throws RefusedException {
        for (int i = 0; i < command.warmUps() && !stopped.getAsBoolean(); i++) {
            once();
        }
        List<Map<Step, Double>> times = new ArrayList<>();
        long start = nanos.getAsLong();
        double elapsed;
        do {
            times.add(once());
            elapsed = (nanos.getAsLong() - start) / 1e6;
        } while (!stopped.getAsBoolean() && times.size() < command.iterations() && elapsed < command.maxMs());
        outputs.ship();
        Map<String, List<Double>> steps = new TreeMap<>();
        times.get(0)
                .keySet()
                .forEach(step -> steps.put(
                        step.word(),
                        times.stream()
                                .map(iteration -> iteration.getOrDefault(step, 0.0))
                                .toList()));
        sink.send(new Message.EndToEndMeasured(
                command.job(), command.number(), steps, inferences, elapsed, Optional.empty(), answer));
    }

    /** One iteration: milliseconds of each step. */
    private Map<Step, Double> once() throws RefusedException {
        OpenPipeline.Made made = pipeline.run(nanos);
        long start = nanos.getAsLong();
        List<Map<String, Tensor>> fed = arranged(made.tensors());
        IterationFeeds steps = new IterationFeeds(session, fed, carry);
        long upload = nanos.getAsLong() - start;
        long inference = 0;
        List<Map<String, Tensor>> given = new ArrayList<>();
        try {
            for (int step = 0; step < steps.count(); step++) {
                Feed feed = steps.feed();
                start = nanos.getAsLong();
                Results results = feed.run();
                inference += nanos.getAsLong() - start;
                try {
                    outputs.observe(step, inferences++, results);
                    if (command.answer().isPresent()) {
                        given.add(needed(command.answer().get(), results));
                    }
                } finally {
                    steps.advance(results);
                }
            }
        } finally {
            steps.releaseAll();
        }
        Map<Step, Double> times = new EnumMap<>(Step.class);
        made.decodeNanos().ifPresent(decoding -> times.put(Step.DECODE, decoding / 1e6));
        times.put(Step.FEATURES, made.featuresNanos() / 1e6);
        times.put(Step.UPLOAD, upload / 1e6);
        times.put(Step.INFERENCE, inference / 1e6);
        if (command.answer().isPresent()) {
            start = nanos.getAsLong();
            answer = Optional.of(decoded(command.answer().get(), given, fed.get(0)));
            times.put(Step.POST_PROCESSING, (nanos.getAsLong() - start) / 1e6);
        }
        return times;
    }

    /** The outputs that say it, where they are there: what else there is may be large. */
    private static Map<String, Tensor> needed(AnswerSpec spec, Results results) throws RefusedException {
        Map<String, Tensor> needed = new LinkedHashMap<>();
        for (String output : spec.outputs()) {
            if (results.names().contains(output)) {
                needed.put(output, results.tensor(output));
            }
        }
        return needed;
    }

    private static Answer decoded(AnswerSpec spec, List<Map<String, Tensor>> given, Map<String, Tensor> fed)
            throws RefusedException {
        try {
            return AnswerDecoder.decode(spec, given, fed);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("InvalidAnswer", String.valueOf(e.getMessage()));
        }
    }

    /** The tensors of each step: those of the pipeline, and of the session's own the rest. */
    private List<Map<String, Tensor>> arranged(Map<String, Tensor> made) throws RefusedException {
        Map<String, List<Tensor>> fed = new LinkedHashMap<>();
        for (PipelineFeed feed : command.feeds()) {
            Tensor whole = Optional.ofNullable(made.get(feed.tensor()))
                    .orElseThrow(() -> new RefusedException(
                            "InputMismatch", "the pipeline made no tensor named '%s'".formatted(feed.tensor())));
            try {
                fed.put(feed.input(), feed.steps(whole));
            } catch (IllegalArgumentException e) {
                throw new RefusedException("InputMismatch", String.valueOf(e.getMessage()));
            }
        }
        List<TensorPacket> all = new ArrayList<>(
                inputs.stream().filter(input -> !fed.containsKey(input.name())).toList());
        fed.forEach((name, tensors) -> {
            for (int step = 0; step < tensors.size(); step++) {
                all.add(new TensorPacket(command.job(), "input", name, step, 0, tensors.get(step)));
            }
        });
        int count = all.stream().mapToInt(TensorPacket::step).max().orElse(0) + 1;
        return IterationFeeds.arrange(all, count);
    }
}
