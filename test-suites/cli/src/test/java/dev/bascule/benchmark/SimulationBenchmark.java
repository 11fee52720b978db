package dev.bascule.benchmark;

import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.engine.Settings;
import dev.bascule.scheduling.simulate.engine.Simulation;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.worker.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How long the simulator takes for many jobs on many workers of five kinds, by each policy that is named, and how much of the heap is in
 * use at the end. Against a baseline of the same run: FIFO.
 *
 * <p>{@code mvn -q -pl test-suites/cli -am -Pbenchmark -Dbenchmark=SimulationBenchmark -DskipTests verify}, with
 * {@code -Dexec.args="WORKERS JOBS POLICY…"} for others.
 */
public final class SimulationBenchmark {
    private static final int KINDS = 5;

    private SimulationBenchmark() {}

    public static void main(String[] arguments) {
        int workers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        long jobs = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1_000_000;
        List<String> policies =
                arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : List.of("fifo");
        double fifo = 0;
        for (String policy : policies) {
            long begin = System.nanoTime();
            Outcome outcome =
                    Simulation.run(fleet(workers), workload(workers, jobs), Policies.of(policy, 1), Settings.of(1));
            double took = (System.nanoTime() - begin) / 1e9;
            fifo = policy.equals("fifo") ? took : fifo;
            Runtime runtime = Runtime.getRuntime();
            System.out.printf(
                    Locale.ROOT,
                    "%-15s %,d jobs on %,d workers: %.1f s%s, %,d rounds, heap in use %,d MiB, simulated %s, done %,d%n",
                    policy,
                    jobs,
                    workers,
                    took,
                    fifo > 0 ? ", %.1f times fifo".formatted(took / fifo) : "",
                    outcome.rounds(),
                    (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                    outcome.makespan(),
                    outcome.done());
        }
    }

    private static Fleet fleet(int workers) {
        List<Machines> machines = new ArrayList<>();
        for (int i = 0; i < KINDS; i++) {
            Inventory inventory = Inventory.of(
                    "linux",
                    "x86_64",
                    "p" + i,
                    8,
                    16L << 30,
                    i == 0 ? Map.of("cpu", "session") : Map.of("cpu", "session", "cuda", "session"),
                    Map.of(),
                    List.of(),
                    Set.of());
            machines.add(Machines.plain("kind" + i, Math.max(1, workers / KINDS), inventory)
                    .costing(
                            Labelled.assumed(new Distribution.Constant(Duration.ofMillis(50))),
                            Labelled.assumed(Distribution.Constant.ZERO)));
        }
        return new Fleet(machines, OptionalDouble.empty());
    }

    /** Half a batch, half arrivals at about nine tenths of what the fleet can do. */
    private static Workload workload(int workers, long jobs) {
        List<Stream> streams = new ArrayList<>();
        List<Service> services = new ArrayList<>();
        for (int i = 0; i < KINDS; i++) {
            String kind = "model" + i;
            streams.add(new Stream(
                    kind,
                    kind,
                    i % 2 == 0 ? new Requirement.Anything() : Requirement.parse("backend=cuda"),
                    "owner" + i % 2,
                    0,
                    false,
                    Set.of(),
                    Optional.empty(),
                    jobs / KINDS,
                    Labelled.assumed(
                            i < KINDS / 2
                                    ? new Arrivals.Batch(Duration.ZERO)
                                    : new Arrivals.Poisson(workers / 2.0 / KINDS))));
            for (int m = 0; m < KINDS; m++) {
                Duration median = Duration.ofMillis(500L + 250L * ((i + m) % KINDS));
                services.add(Service.of(
                        kind,
                        "kind" + m,
                        Labelled.assumed(
                                new Distribution.Lognormal(median, median.dividedBy(2), median.multipliedBy(2)))));
            }
        }
        return new Workload("benchmark", streams, services);
    }
}
