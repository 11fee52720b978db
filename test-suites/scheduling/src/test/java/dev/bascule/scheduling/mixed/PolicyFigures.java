package dev.bascule.scheduling.mixed;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.judge.Judge;
import dev.bascule.scheduling.judge.Judgement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How the policies do on made-up workloads, over seeds: the tables in docs/design/scheduling.md. Times are foretold with an error of 20 %, one cell in ten is not known,
 * and what jobs take varies by 10 %.
 */
public final class PolicyFigures {
    private static final double ERROR = 0.2;
    private static final double UNKNOWN = 0.1;
    /** As many as there are in the issue that set the bar. */
    static final List<String> SIMPLE = List.of("fifo", "random", "least-loaded", "fixed-priority");

    private final Map<String, List<Judgement>> judged = new LinkedHashMap<>();

    /** Runs each policy on the same jobs and times. */
    static PolicyFigures of(MixedWork work, int jobs, int first, int seeds) {
        PolicyFigures figures = new PolicyFigures();
        List<WorkerView> workers = MixedPool.of(2, 2, 3, 2, 3, 2);
        for (String name : Policies.names()) {
            List<Judgement> each = new ArrayList<>();
            for (int seed = first; seed < first + seeds; seed++) {
                MixedTimes times = new MixedTimes(ERROR, UNKNOWN, seed);
                List<Job> same = work.jobs(jobs, seed);
                each.add(Judge.of(
                        ListSimulation.of(Policies.of(name, seed), workers, times, same), workers, times.truth()));
            }
            figures.judged.put(name, each);
        }
        return figures;
    }

    /** The simple policy that is matched best, on the mean. */
    String bestMatched() {
        return SIMPLE.stream()
                .max(Comparator.comparingDouble(
                        name -> mean(name, PolicyFigures::matching).mean()))
                .orElseThrow();
    }

    static double matching(Judgement judgement) {
        return judgement.matching().orElseThrow();
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    Bootstrap mean(String name, ToDoubleFunction<Judgement> figure) {
        return Bootstrap.mean(judged.getOrDefault(name, List.of()).stream()
                .map(figure::applyAsDouble)
                .toList());
    }

    /** Ours beside another, seed by seed. */
    Bootstrap ratio(String other, ToDoubleFunction<Judgement> figure) {
        List<Double> ratios = new ArrayList<>();
        List<Judgement> ours = judged.getOrDefault(Policies.USUAL, List.of());
        for (int seed = 0; seed < ours.size(); seed++) {
            ratios.add(figure.applyAsDouble(ours.get(seed))
                    / figure.applyAsDouble(judged.getOrDefault(other, List.of()).get(seed)));
        }
        return Bootstrap.mean(ratios);
    }

    /** Prints the tables: from which seed, and for how many. */
    public static void main(String[] args) {
        int first = Integer.parseInt(args[0]);
        int seeds = Integer.parseInt(args[1]);
        for (MixedWork work : MixedWork.values()) {
            PolicyFigures figures = of(work, 150, first, seeds);
            for (String name : Policies.names()) {
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.0f | %.0f | %.1f | %.2f |%n",
                        work.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        name,
                        figures.mean(name, PolicyFigures::matching).mean(),
                        figures.mean(name, each -> seconds(each.idle())).mean(),
                        figures.mean(name, each -> seconds(each.makespan())).mean(),
                        figures.mean(name, each -> seconds(each.meanFlow())).mean(),
                        figures.mean(name, each -> each.fairness().orElseThrow())
                                .mean());
            }
            String best = figures.bestMatched();
            System.out.printf(
                    "%s: beside %s matching %s makespan %s flow %s; beside delay matching %s idle %s makespan %s flow %s%n",
                    work,
                    best,
                    figures.ratio(best, PolicyFigures::matching),
                    figures.ratio(best, each -> seconds(each.makespan())),
                    figures.ratio(best, each -> seconds(each.meanFlow())),
                    figures.ratio("delay", PolicyFigures::matching),
                    figures.ratio("delay", each -> seconds(each.idle())),
                    figures.ratio("delay", each -> seconds(each.makespan())),
                    figures.ratio("delay", each -> seconds(each.meanFlow())));
        }
        if (CpSat.missing().isEmpty()) {
            OptimumTest.besideOptimum(List.of("assignment", "delay", "fifo"), first, OptimumTest.ALL)
                    .forEach((name, ratios) -> System.out.printf(
                            Locale.ROOT,
                            "makespan / optimum of %d small batches: %s %s, worst %.3f%n",
                            ratios.size(),
                            name,
                            Bootstrap.mean(ratios),
                            ratios.stream()
                                    .mapToDouble(Double::doubleValue)
                                    .max()
                                    .orElseThrow()));
        }
    }
}
