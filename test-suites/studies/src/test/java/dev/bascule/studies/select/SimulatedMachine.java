package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Candidates whose true times are known, on a clock that only their work moves. */
final class SimulatedMachine {
    private final Random random;
    private final double noise;
    private long nanos;
    final List<String> opened = new ArrayList<>();
    final List<String> ended = new ArrayList<>();

    /** @param noise of each sample, as a share */
    SimulatedMachine(long seed, double noise) {
        this.random = new Random(seed);
        this.noise = noise;
    }

    long nanos() {
        return nanos;
    }

    static Candidate candidate(String browser, int threads) {
        return new Candidate(
                Optional.of(browser),
                new Target(
                        Backends.WASM,
                        Optional.empty(),
                        new Engine("onnxruntime-web", "1.29.0", Optional.of("ort.wasm")),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                threads,
                1);
    }

    Simulated with(String name, double millis) {
        return new Simulated(candidate(name, 1), millis);
    }

    /** One of them; what ends it badly can be said. */
    final class Simulated implements Entrant {
        private final Candidate candidate;
        private final double millis;
        private Optional<Failure> refuses = Optional.empty();
        private Optional<Failure> turnsOut = Optional.empty();
        private OptionalLong memory = OptionalLong.of(50_000_000);
        private double tail = 1;
        private int longest = Integer.MAX_VALUE;

        Simulated(Candidate candidate, double millis) {
            this.candidate = candidate;
            this.millis = millis;
        }

        double millis() {
            return millis;
        }

        Simulated wrong() {
            refuses = Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, "10 of 10 outputs are wrong"));
            return this;
        }

        Simulated elsewhere() {
            turnsOut = Optional.of(Failure.of(ErrorCode.OPERATOR_UNSUPPORTED, "none of the 3 nodes ran there"));
            return this;
        }

        Simulated growing(long bytes) {
            memory = OptionalLong.of(bytes);
            return this;
        }

        /** Its processes are out of reach. */
        Simulated unseen() {
            memory = OptionalLong.empty();
            return this;
        }

        /** Its blocks end after so many inferences. */
        Simulated cut(int most) {
            longest = most;
            return this;
        }

        /** One sample of twelve takes so many times as long. */
        Simulated withTail(double times) {
            tail = times;
            return this;
        }

        @Override
        public Candidate candidate() {
            return candidate;
        }

        @Override
        public Opening open(Duration warmUp, Duration atMost) {
            opened.add(candidate.browser().orElseThrow());
            nanos += Duration.ofMillis(800).toNanos();
            return refuses.<Opening>map(Opening.Failed::new).orElseGet(() -> new Opening.Open(session()));
        }

        private Session session() {
            return new Session() {
                @Override
                public Optional<Samples> block(BlockRequest request) {
                    List<Double> times = new ArrayList<>();
                    double sum = 0;
                    while (times.size() < longest
                            && (times.size() < request.iterations()
                                    || sum < request.atLeast().toNanos() / 1e6)) {
                        double time =
                                millis * Math.exp(noise * random.nextGaussian()) * (random.nextInt(12) == 0 ? tail : 1);
                        times.add(time);
                        sum += time;
                    }
                    nanos += (long) (sum * 1e6);
                    return Optional.of(Samples.ofMillis(
                            times.stream().mapToDouble(Double::doubleValue).toArray()));
                }

                @Override
                public Reading<Double> energy(BlockRequest request) {
                    return Reading.unknown("this machine has no counter of energy");
                }

                @Override
                public OptionalLong memory() {
                    return memory;
                }

                @Override
                public Ending end() {
                    ended.add(candidate.browser().orElseThrow());
                    return new Ending(turnsOut, "all 3 nodes there (PROVEN)");
                }
            };
        }
    }
}
