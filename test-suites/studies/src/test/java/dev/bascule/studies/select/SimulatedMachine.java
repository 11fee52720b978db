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
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;

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
        private double deviation = 1e-7;
        private double again = 1;
        private int opens;
        private boolean breaksLater;
        private boolean staysAway;
        private Duration opening = Duration.ofMillis(800);
        private OptionalLong memoryAgain = OptionalLong.empty();
        private int slowProcess;
        private double slowTimes = 1;

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

        /** Its outputs lie so far off, which is right for its precision. */
        Simulated off(double share) {
            deviation = share;
            return this;
        }

        /** It takes so many times as long in every process after the first. */
        Simulated slowerAgain(double times) {
            again = times;
            return this;
        }

        /** The first block of one of its processes takes so many times as long. */
        Simulated slowTrial(int process, double times) {
            slowProcess = process;
            slowTimes = times;
            return this;
        }

        /** It is wrong in every process after the first. */
        Simulated wrongAgain() {
            breaksLater = true;
            return this;
        }

        /** Its session takes so long to open. */
        Simulated opening(Duration length) {
            opening = length;
            return this;
        }

        /** Its runner starts once and never again. */
        Simulated awayAgain() {
            staysAway = true;
            return this;
        }

        /** What its processes after the first grow by. */
        Simulated growingAgain(long bytes) {
            memoryAgain = OptionalLong.of(bytes);
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
            opened.add(candidate.browser().orElseThrow()
                    + candidate.configuration().words().stream()
                            .map(word -> " " + word)
                            .collect(Collectors.joining()));
            opens++;
            if (breaksLater && opens > 1) {
                refuses = Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, "10 of 10 outputs are wrong"));
            }
            double times = opens > 1 ? again : 1;
            if (staysAway && opens > 1) {
                return new Opening.NotStarted(Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "the browser did not start"));
            }
            if (opening.compareTo(atMost) > 0) {
                nanos += atMost.toNanos();
                return new Opening.Failed(Failure.of(ErrorCode.ATTEMPT_TIMED_OUT, "no answer in time"));
            }
            nanos += opening.toNanos();
            return refuses.<Opening>map(Opening.Failed::new).orElseGet(() -> new Opening.Open(session(times)));
        }

        private Session session(double times) {
            boolean slow = opens == slowProcess;
            boolean again = opens > 1;
            return new Session() {
                private int blocks;

                @Override
                public Optional<Samples> block(BlockRequest request) {
                    List<Double> taken = new ArrayList<>();
                    double sum = 0;
                    double now = slow && blocks == 0 ? slowTimes : 1;
                    blocks++;
                    while (taken.size() < longest
                            && (taken.isEmpty() || sum < request.atMost().toNanos() / 1e6)
                            && (taken.size() < request.iterations()
                                    || sum < request.atLeast().toNanos() / 1e6)) {
                        double time = millis
                                * now
                                * times
                                * Math.exp(noise * random.nextGaussian())
                                * (random.nextInt(12) == 0 ? tail : 1);
                        taken.add(time);
                        sum += time;
                    }
                    nanos += (long) (sum * 1e6);
                    return Optional.of(Samples.ofMillis(
                            taken.stream().mapToDouble(Double::doubleValue).toArray()));
                }

                @Override
                public Reading<Double> energy(BlockRequest request) {
                    return Reading.unknown("this machine has no counter of energy");
                }

                @Override
                public OptionalLong memory() {
                    return memoryAgain.isPresent() && again ? memoryAgain : memory;
                }

                @Override
                public OptionalDouble deviation() {
                    return OptionalDouble.of(deviation);
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
