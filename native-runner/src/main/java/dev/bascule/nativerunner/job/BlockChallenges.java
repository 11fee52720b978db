package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Fresh inputs within a block: each is run as an iteration is, and is no sample. The answers are kept until the block has
 * ended, so that sending them does not disturb it. Belongs to the job thread.
 */
final class BlockChallenges {
    private final Message.Execute execute;
    private final DriverSession session;
    private final List<TensorPacket> inputs;
    private final LongSupplier nanos;
    private final List<TensorPacket> answers = new ArrayList<>();
    private final List<Message.ChallengeTimes> times = new ArrayList<>();

    /** What is run between two timed iterations, or at the block's end where that comes before. */
    interface Interlude {

        /** How many timed iterations come before it. */
        int after();

        void run() throws RefusedException;
    }

    /** @param inputs the tensors of all challenges, each with its challenge's number as iteration */
    BlockChallenges(Message.Execute execute, DriverSession session, List<TensorPacket> inputs, LongSupplier nanos) {
        this.execute = execute;
        this.session = session;
        this.inputs = inputs;
        this.nanos = nanos;
    }

    List<Interlude> interludes(List<Message.ChallengePoint> points) {
        return points.stream().<Interlude>map(Due::new).toList();
    }

    private final class Due implements Interlude {
        private final Message.ChallengePoint point;

        Due(Message.ChallengePoint point) {
            this.point = point;
        }

        @Override
        public int after() {
            return point.after();
        }

        @Override
        public void run() throws RefusedException {
            List<TensorPacket> own = inputs.stream()
                    .filter(tensor -> tensor.iteration() == point.number())
                    .toList();
            IterationFeeds steps =
                    new IterationFeeds(session, IterationFeeds.arrange(own, point.steps()), execute.carry());
            OutputTracker outputs = new OutputTracker(execute.job(), execute.outputs(), this::keep);
            Sampler sampler = new Sampler(steps, outputs, nanos);
            List<Double> millis = new ArrayList<>();
            try {
                while (millis.size() < point.steps()) {
                    millis.add(sampler.once() / 1e6);
                }
                outputs.ship();
            } finally {
                steps.releaseAll();
            }
            times.add(new Message.ChallengeTimes(point.number(), millis));
        }

        private void keep(Packet packet) {
            if (packet instanceof TensorPacket output) {
                answers.add(new TensorPacket(
                        output.job(), "challenge", output.name(), output.step(), point.number(), output.tensor()));
            }
        }
    }

    /** Sends the answers, and says how long they took. */
    List<Message.ChallengeTimes> ship(MessageSink sink) {
        answers.forEach(sink::send);
        return List.copyOf(times);
    }
}
