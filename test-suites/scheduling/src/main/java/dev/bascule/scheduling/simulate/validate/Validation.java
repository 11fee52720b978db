package dev.bascule.scheduling.simulate.validate;

import dev.bascule.scheduling.policy.Fifo;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.engine.Moments;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.engine.Settings;
import dev.bascule.scheduling.simulate.engine.Simulation;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fault;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Simulates queues whose answers are known, each over independent seeds with its first tenth left out, and one whose service time is set
 * wrong on purpose. Immutable.
 *
 * @param jobs of each simulation
 * @param seeds how many, 2 at least
 * @param first the first seed
 */
public record Validation(long jobs, int seeds, long first) {
    /** What {@code simulate --validate} does. */
    public static final Validation USUAL = new Validation(200_000, 10, 1);

    private static final String KIND = "job";
    private static final String MACHINE = "machine";

    public Validation {
        if (seeds < 2 || jobs < 10) {
            throw new IllegalArgumentException("two seeds at least, and jobs");
        }
    }

    /** All checks. */
    public List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        Distribution second = new Distribution.Exponential(Duration.ofSeconds(1));
        for (double load : new double[] {0.5, 0.8}) {
            checks.add(check(
                    "M/M/1 at load %.1f: mean time in the system, 1/(µ − λ)".formatted(load),
                    ClosedForms.mm1InSystem(load, 1),
                    queue(load, second, 1),
                    Outcome::meanInSystem,
                    false));
        }
        double sigma = 0.8;
        // The median makes the mean 1 s: that of a lognormal is median × exp(σ²/2).
        double median = Math.exp(-sigma * sigma / 2);
        double width = Math.exp(1.6448536269514722 * sigma);
        Distribution lognormal =
                new Distribution.Lognormal(seconds(median), seconds(median / width), seconds(median * width));
        checks.add(check(
                "M/G/1 (lognormal, load 0.7): mean wait by Pollaczek and Khinchine",
                ClosedForms.mg1Wait(0.7, 1, Math.exp(sigma * sigma) - 1),
                queue(0.7, lognormal, 1),
                Outcome::meanWait,
                false));
        checks.add(check(
                "M/D/1 (constant, load 0.7): mean wait by Pollaczek and Khinchine",
                ClosedForms.mg1Wait(0.7, 1, 0),
                queue(0.7, new Distribution.Constant(Duration.ofSeconds(1)), 1),
                Outcome::meanWait,
                false));
        checks.add(check(
                "M/M/4 at load 0.8: mean wait by Erlang C",
                ClosedForms.mmcWait(3.2, 1, 4),
                queue(3.2, second, 4),
                Outcome::meanWait,
                false));
        checks.addAll(conservation());
        checks.add(check(
                "control: M/M/1 at load 0.8, its service time set 5 % too long",
                ClosedForms.mm1InSystem(0.8, 1),
                queue(0.8, new Distribution.Exponential(Duration.ofMillis(1050)), 1),
                Outcome::meanInSystem,
                true));
        return checks;
    }

    private record Queue(Fleet fleet, Workload workload) {}

    private Queue queue(double perSecond, Distribution service, int servers) {
        return new Queue(
                Fleet.of(Machines.plain(MACHINE, servers, machine())),
                new Workload(
                        "queue",
                        List.of(Stream.plain(KIND, jobs, new Arrivals.Poisson(perSecond))),
                        List.of(Service.of(KIND, MACHINE, Labelled.assumed(service)))));
    }

    private static Inventory machine() {
        return Inventory.of("any", "any", "any", 1, 0, Map.of(), Map.of(), List.of(), Set.of());
    }

    private Check check(String name, double expected, Queue queue, ToFigure figure, boolean control) {
        Moments moments = new Moments();
        for (int i = 0; i < seeds; i++) {
            Outcome outcome = Simulation.run(
                    queue.fleet(),
                    queue.workload(),
                    new Fifo(),
                    Settings.of(first + i).warmingUp(jobs / 10));
            moments.add(figure.of(outcome).orElseThrow());
        }
        double half = TDistribution.of(seeds - 1.0).inverseCumulativeProbability(0.995)
                * Math.sqrt(moments.variance() / seeds);
        return new Check(name, "s", expected, moments.mean(), moments.mean() - half, moments.mean() + half, control);
    }

    @FunctionalInterface
    private interface ToFigure {
        OptionalDouble of(Outcome outcome);
    }

    /** Of one simulation with workers that fail: what comes in goes out or is inside; Little's law, exact from empty to empty. */
    private List<Check> conservation() {
        Queue plain = queue(3.2, new Distribution.Exponential(Duration.ofSeconds(1)), 4);
        Machines failing = plain.fleet()
                .machines()
                .get(0)
                .failing(
                        Labelled.assumed(Duration.ofSeconds(30)),
                        List.of(fault(Fault.Kind.CRASH, 40), fault(Fault.Kind.FREEZE, 20), fault(Fault.Kind.CUT, 60)));
        Fleet fleet = Fleet.of(failing);
        Outcome whole = Simulation.run(fleet, plain.workload(), new Fifo(), Settings.of(first));
        Outcome cut = Simulation.run(
                fleet,
                plain.workload(),
                new Fifo(),
                new Settings(first, Optional.of(Duration.ofSeconds(jobs / 10)), Settings.WINDOW, 0, Knowledge.KNOWN));
        return List.of(
                exact("conservation with workers that fail: jobs in = jobs out", "jobs", jobs, whole.done()),
                conserved("conservation, ended early: jobs in = jobs out + jobs inside", cut, 0),
                conserved("control: conservation, ended early, with one job dropped", cut, 1),
                exact(
                        "Little's law with workers that fail: L = λ·W",
                        "jobs",
                        whole.done()
                                / seconds(whole.elapsed())
                                * whole.meanInSystem().orElseThrow(),
                        whole.timeAverageInside()));
    }

    private static Labelled<Fault> fault(Fault.Kind kind, long lasts) {
        return Labelled.assumed(
                new Fault(kind, Duration.ofMinutes(30), new Distribution.Exponential(Duration.ofSeconds(lasts))));
    }

    /** Inside are those that were found in lines and on lanes, less those that are dropped on purpose. */
    private static Check conserved(String name, Outcome outcome, long dropped) {
        double out = outcome.done() + (double) outcome.inside() - dropped;
        return new Check(name, "jobs", outcome.submitted(), out, out, out, dropped > 0);
    }

    private static Check exact(String name, String unit, double expected, double simulated) {
        return new Check(name, unit, expected, simulated, simulated, simulated, false);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
