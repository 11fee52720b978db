package dev.bascule.scheduling.mixed;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Five workloads. */
public enum MixedWork {
    /** All at once, every kind as often. */
    BATCH,
    /** All at once, mostly what wants a graphics processor. */
    HEAVY_BATCH,
    /** One after the other, so that the pool is busy about 70 % of the time at its best. */
    STEADY,
    /** Ten at once, now and then. */
    BURSTS,
    /** A batch of one owner, and the single jobs of another. */
    TWO_OWNERS;

    public static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** What a job is; how it is asked for. */
    enum Kind {
        OPERATORS("anything", 2),
        SMALL_CNN("anything", 8),
        LARGE_CNN("memory>=16GB", 30),
        TRANSFORMER("memory>=8GB", 40),
        LANGUAGE_MODEL("memory>=16GB", 90),
        BROWSER_CASE("browser=chrome or browser=edge", 12),
        WEBGPU_CASE("backend=webgpu", 15),
        CUDA_CASE("backend=cuda and vram>=16GB", 10);

        final Requirement where;
        final double seconds;

        Kind(String where, double seconds) {
            this.where = Requirement.parse(where);
            this.seconds = seconds;
        }
    }

    /** So many jobs. */
    public List<Job> jobs(int count, long seed) {
        Random random = new Random(seed * 31 + List.of(values()).indexOf(this));
        List<Job> jobs = new ArrayList<>();
        double at = 0;
        for (int number = 1; number <= count; number++) {
            Kind kind = kind(random);
            String owner = this == TWO_OWNERS && number % 5 == 0 ? "second" : "first";
            double submitted = 0;
            if (this == STEADY) {
                at += -Math.log(1 - random.nextDouble()) * 1.6;
                submitted = at;
            } else if (this == BURSTS) {
                at += number % 10 == 1 ? -Math.log(1 - random.nextDouble()) * 25 : 0;
                submitted = at;
            } else if (owner.equals("second")) {
                submitted = number * 0.8;
            }
            jobs.add(new Job(
                    new JobId("run-" + number),
                    kind.where,
                    kind.name(),
                    owner,
                    0,
                    BEGIN.plus(Duration.ofMillis((long) (1000 * submitted))),
                    Optional.empty(),
                    Set.of(),
                    false,
                    Set.of()));
        }
        jobs.sort(Comparator.comparing(Job::submitted));
        return jobs;
    }

    private Kind kind(Random random) {
        Kind[] kinds = Kind.values();
        if (this == HEAVY_BATCH && random.nextDouble() < 0.6) {
            return random.nextBoolean() ? Kind.TRANSFORMER : Kind.LANGUAGE_MODEL;
        }
        return kinds[random.nextInt(kinds.length)];
    }
}
