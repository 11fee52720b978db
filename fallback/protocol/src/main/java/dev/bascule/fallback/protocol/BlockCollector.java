package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.ChallengeAnswer;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the packets of one block, and holds them together. Belongs to its session's thread. */
final class BlockCollector {
    private final int block;
    private final Map<Integer, Challenge> challenges = new LinkedHashMap<>();
    private final Map<Integer, List<Outputs.Output>> answers = new LinkedHashMap<>();
    private final List<Outputs.Output> fresh = new ArrayList<>();
    private final List<Samples> samples = new ArrayList<>();

    BlockCollector(int block) {
        this.block = block;
    }

    /** A challenge that the block has to answer. */
    void expect(int number, Challenge challenge) {
        challenges.put(number, challenge);
        answers.put(number, new ArrayList<>());
    }

    /** Takes a packet; the message that ends the block comes out. */
    Optional<Message.Measured> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor) {
            Outputs.Output output =
                    new Outputs.Output(tensor.name(), tensor.step(), tensor.iteration(), tensor.tensor());
            if (tensor.role().equals("output")) {
                fresh.add(output);
            } else if (tensor.role().equals("challenge") && answers.containsKey(tensor.iteration())) {
                answers.get(tensor.iteration()).add(output);
            }
        }
        if (packet instanceof Packet.SamplesPacket measured && measured.block() == block) {
            samples.add(measured.samples());
        }
        return packet instanceof Message.Measured done && done.block() == block ? Optional.of(done) : Optional.empty();
    }

    Block block(Message.Measured done) {
        Map<Integer, Samples> times = new LinkedHashMap<>();
        done.challenged().orElse(List.of()).forEach(one -> times.put(one.number(), samples(one.millis())));
        List<ChallengeAnswer> challenged = new ArrayList<>();
        answers.forEach((number, outputs) ->
                challenged.add(new ChallengeAnswer(new Outputs(outputs), times.getOrDefault(number, Samples.NONE))));
        return new Block(Samples.concat(samples), new Outputs(fresh), challenged);
    }

    /** What is no time is as good as none. */
    private static Samples samples(List<Double> millis) {
        boolean times = millis.stream().allMatch(value -> value >= 0 && Double.isFinite(value));
        return times
                ? Samples.ofMillis(
                        millis.stream().mapToDouble(Double::doubleValue).toArray())
                : Samples.NONE;
    }

    /** What the block lacks of what was asked; empty where it is whole. */
    Optional<String> missing(Message.Measured done, Block measured, DeliveryCheck deliveries) {
        Optional<String> gap = deliveries.missing(
                done, measured.newOutputs(), measured.samples().size());
        List<Challenge> asked = List.copyOf(challenges.values());
        for (int i = 0; gap.isEmpty() && i < asked.size(); i++) {
            int steps = asked.get(i).feeds().steps();
            ChallengeAnswer answer = measured.challenged().get(i);
            gap = answer.inferences().size() == steps
                    ? deliveries.missing(answer.outputs(), steps)
                    : Optional.of("a challenge of %d inferences was answered with the times of %d"
                            .formatted(steps, answer.inferences().size()));
        }
        return gap;
    }
}
