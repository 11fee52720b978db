package dev.bascule.fallback.protocol;

import static java.util.Objects.requireNonNull;

import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.BlockBounds;
import dev.bascule.fallback.measure.FabricatedSamples;
import dev.bascule.fallback.measure.HostRate;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.protocol.AdvanceCollector.Kind;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The host's end of steps that go on from a state which the runner keeps. They cannot be run again, so that a doubt of the clocks is
 * forgiven until it has come a few times in a row, and told at the end. Belongs to its session's thread.
 */
final class RemoteSteps {
    private final RemoteRunner runner;
    private final Job job;
    private final HostRate rate;
    private final int forgiven;
    private final List<Samples> brought = new ArrayList<>();
    private Map<String, Kind> wanted = Map.of();
    private long outputBytes;
    private int requests;
    private int doubts;
    private int forgivenSoFar;
    private Optional<String> forgivenFirst = Optional.empty();

    /**
     * @param rate takes note of what was found sound
     * @param forgiven how many requests in a row the clocks may disagree about
     */
    RemoteSteps(RemoteRunner runner, Job job, HostRate rate, int forgiven) {
        this.runner = runner;
        this.job = job;
        this.rate = rate;
        this.forgiven = forgiven;
    }

    /** Takes the outputs of the first inference: those of each step are of the same shapes. */
    void first(Outputs outputs) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        outputs.all().forEach(output -> kinds.putIfAbsent(output.name(), Kind.of(output.tensor())));
        wanted = kinds;
        outputBytes = outputs.all().stream()
                .mapToLong(output -> output.tensor().bytes().length)
                .sum();
    }

    /** @throws IllegalArgumentException when a later step begins anew, or an output is to be read that is neither carried nor wanted */
    Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
        requireGoingOn(request);
        Optional<String> never =
                job.outputs().stream().filter(name -> !wanted.containsKey(name)).findFirst();
        if (never.isPresent()) {
            return lost("the first inference came without '%s'".formatted(never.get()));
        }
        int number = ++requests;
        AdvanceCollector collector = new AdvanceCollector(number, request, wanted, read(request));
        long asked = System.nanoTime();
        send(number, request);
        long[] noticed = {asked};
        Reply<Message.Advanced> reply = runner.await(job.id(), timeout, packet -> {
            if (packet instanceof Message.Progress progress && progress.phase().equals("advance")) {
                noticed[0] = System.nanoTime();
            }
            return collector.take(packet);
        });
        return reply.flatMap(done -> held(
                done,
                collector,
                Duration.ofNanos(noticed[0] - asked),
                // What was answered last was not sent before the steps were over.
                Duration.ofNanos(collector.begun() - asked)));
    }

    private void requireGoingOn(AdvanceRequest request) {
        request.steps().stream().skip(1).flatMap(step -> step.keySet().stream()).forEach(name -> {
            if (job.feeds().carry().containsKey(name)) {
                throw new IllegalArgumentException("only a first step begins anew: '%s' is carried".formatted(name));
            }
        });
    }

    /** What the outputs to be read are like: a carried one is like the input that it feeds. */
    private Map<String, Kind> read(AdvanceRequest request) {
        Map<String, Kind> kinds = new LinkedHashMap<>(wanted);
        Map<String, Tensor> initial = job.feeds().step(0);
        job.feeds().carry().forEach((input, output) -> kinds.put(output, Kind.of(requireNonNull(initial.get(input)))));
        kinds.keySet().retainAll(request.read());
        request.read().stream()
                .filter(name -> !kinds.containsKey(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("'%s' is neither carried nor wanted".formatted(name));
                });
        return kinds;
    }

    private void send(int number, AdvanceRequest request) {
        for (int step = 0; step < request.steps().size(); step++) {
            for (Map.Entry<String, Tensor> input : request.steps().get(step).entrySet()) {
                runner.send(new Packet.TensorPacket(job.id(), "input", input.getKey(), step, number, input.getValue()));
            }
        }
        runner.send(Wire.advance(job.id(), number, request));
    }

    /** An answer that is not what was asked for costs the runner, and one that cannot be by the clocks is no answer. */
    private Reply<Advance> held(Message.Advanced done, AdvanceCollector collector, Duration noticed, Duration seen) {
        Optional<String> gap = collector.gap(done);
        if (gap.isPresent()) {
            return lost(gap.get());
        }
        Samples feeds = samples(done.feedMs());
        Samples steps = samples(done.stepMs());
        BlockBounds.Block block = new BlockBounds.Block(
                together(feeds, steps),
                Wire.millis(done.elapsedMs()),
                Wire.millis(done.readBackMs()),
                noticed,
                seen,
                outputBytes);
        Optional<String> impossible = impossible(block, steps);
        if (impossible.isPresent()) {
            return new Reply.Failed<>(new Fault.Implausible("advance", impossible.get()));
        }
        return new Reply.Ok<>(new Advance(
                feeds, steps, collector.outputs(steps.size()), collector.state(), Wire.millis(done.readBackMs())));
    }

    private Reply<Advance> lost(String gap) {
        Fault.Lost lost = Fault.Lost.undelivered("advance", gap);
        runner.gone(lost.end());
        return new Reply.Failed<>(lost);
    }

    private Optional<String> impossible(BlockBounds.Block block, Samples steps) {
        BlockBounds.Finding finding = BlockBounds.judge(block);
        if (finding instanceof BlockBounds.Finding.Impossible no) {
            return Optional.of(no.reason());
        }
        Optional<String> fabricated = FabricatedSamples.in(steps, brought);
        if (fabricated.isPresent()) {
            return fabricated;
        }
        brought.add(steps);
        if (finding instanceof BlockBounds.Finding.Doubtful doubtful) {
            if (++doubts >= forgiven) {
                return Optional.of(doubtful.reason() + ", %d times in a row".formatted(doubts));
            }
            forgivenSoFar++;
            forgivenFirst = forgivenFirst.or(() -> Optional.of(doubtful.reason()));
            return Optional.empty();
        }
        doubts = 0;
        rate.saw(block, 0);
        return Optional.empty();
    }

    /** What was forgiven; empty where nothing was. */
    Optional<String> doubt() {
        return forgivenFirst.map(reason -> "noisy: the clocks disagree about %d of %d requests of steps, such as %s"
                .formatted(forgivenSoFar, requests, reason));
    }

    private static Samples samples(List<Double> millis) {
        return Samples.ofMillis(millis.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static Samples together(Samples feeds, Samples steps) {
        double[] sums = steps.millis();
        double[] more = feeds.millis();
        for (int step = 0; step < sums.length; step++) {
            sums[step] += more[step];
        }
        return Samples.ofMillis(sums);
    }
}
