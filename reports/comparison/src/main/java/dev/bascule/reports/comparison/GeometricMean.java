package dev.bascule.reports.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Geometric mean of the ratios of several cases (Fleming and Wallace, CACM 29, 1986). Its interval is over repeated runs of these
 * very cases; of other models it says nothing.
 *
 * <p>Where the same runs measured all cases, each run gives its own mean over them, and these are what is compared: so what
 * a run does to all of its cases at once is counted. Elsewhere the cases' errors are taken to be wholly correlated, which makes
 * the interval as wide as it can be: quantiles of such errors add up (Dhaene et al., Insurance: Mathematics and Economics 31,
 * 2002), so that its half-width is the mean of theirs. Stateless.
 */
final class GeometricMean {
    private static final int BISECTIONS = 40;

    /** Of degrees of freedom; no width differs by as much. */
    private static final double PRECISION = 1e-4;

    private GeometricMean() {}

    static Optional<Estimate> of(List<CaseComparison> cases) {
        List<CaseComparison> measured =
                cases.stream().filter(one -> one.estimate().isPresent()).toList();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        if (measured.size() == 1) {
            return measured.get(0).estimate();
        }
        return Optional.of(ofRuns(measured).orElseGet(() -> ofCases(measured)));
    }

    private static Optional<Estimate> ofRuns(List<CaseComparison> cases) {
        CaseComparison first = cases.get(0);
        boolean alike = cases.stream()
                .allMatch(one -> one.estimate().orElseThrow().basis() == Estimate.Basis.SEPARATE_RUNS
                        && ids(one.baselineRuns()).equals(ids(first.baselineRuns()))
                        && ids(one.candidateRuns()).equals(ids(first.candidateRuns())));
        if (!alike) {
            return Optional.empty();
        }
        double[] from = means(cases.stream().map(CaseComparison::baselineRuns).toList());
        double[] to = means(cases.stream().map(CaseComparison::candidateRuns).toList());
        List<Coarseness> clock = cases.stream()
                .map(one -> Coarseness.of(one.baselineRuns(), one.candidateRuns()))
                .toList();
        double va = (Medians.squares(from) / (from.length - 1) + rounding(clock, Coarseness::baseline)) / from.length;
        double vb = (Medians.squares(to) / (to.length - 1) + rounding(clock, Coarseness::candidate)) / to.length;
        double known = va + vb == 0
                ? from.length + to.length - 2
                : (va + vb) * (va + vb) / (va * va / (from.length - 1) + vb * vb / (to.length - 1));
        return Optional.of(Estimator.ofRuns(
                Medians.mean(to) - Medians.mean(from),
                va + vb,
                known,
                Estimate.Basis.SEPARATE_RUNS,
                from.length,
                to.length,
                cases.stream()
                        .map(one -> SessionEffects.between(one.baselineRuns(), one.candidateRuns()))
                        // Times are alike in all of them; the machine may have been busy in some.
                        .max(Comparator.comparingDouble(SessionEffects.Assumed::variance))
                        .orElseThrow()));
    }

    /** Of the mean of a run over its cases, whose clock is one: their errors of rounding are taken to be wholly correlated. */
    private static double rounding(List<Coarseness> clock, ToDoubleFunction<Coarseness> side) {
        double error = clock.stream()
                .mapToDouble(one -> Math.sqrt(side.applyAsDouble(one)))
                .average()
                .orElseThrow();
        return error * error;
    }

    private static List<String> ids(List<RunSamples> runs) {
        return runs.stream().map(RunSamples::runId).toList();
    }

    private static double[] means(List<List<RunSamples>> byCase) {
        double[] means = new double[byCase.get(0).size()];
        for (List<RunSamples> runs : byCase) {
            for (int i = 0; i < means.length; i++) {
                means[i] += runs.get(i).logMedian() / byCase.size();
            }
        }
        return means;
    }

    private static Estimate ofCases(List<CaseComparison> cases) {
        List<Estimate> estimates = new ArrayList<>();
        cases.forEach(one -> estimates.add(one.estimate().orElseThrow()));
        Estimate worst = estimates.stream()
                .max(Comparator.comparingDouble(GeometricMean::halfWidth))
                .orElseThrow();
        double error = mean(estimates, Estimate::standardError);
        return new Estimate(
                mean(estimates, Estimate::logRatio),
                error,
                error > 0
                        ? degreesOfFreedom(estimates, mean(estimates, GeometricMean::halfWidth) / error)
                        : worst.degreesOfFreedom(),
                basis(estimates, worst),
                worst.baselineRuns(),
                worst.candidateRuns(),
                worst.noise(),
                estimates.stream()
                        .flatMap(one -> one.assumedSessions().stream())
                        .max(Double::compare));
    }

    /** What holds in a session only makes no mean over runs of what it is in company with, and is not made one by it. */
    private static Estimate.Basis basis(List<Estimate> estimates, Estimate worst) {
        long single = estimates.stream().filter(Estimate::ofSessionOnly).count();
        return single > 0 && single < estimates.size() ? Estimate.Basis.INTERLEAVED_MIXED : worst.basis();
    }

    private static double mean(List<Estimate> estimates, ToDoubleFunction<Estimate> figure) {
        return estimates.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** At the level of a claim, of the logarithm. */
    private static double halfWidth(Estimate estimate) {
        return estimate.standardError() * quantile(estimate.degreesOfFreedom());
    }

    private static double quantile(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(RunNoise.CLAIM / 2);
    }

    /**
     * With which an error is so many times as wide at the level of a claim, by bisection; between the least and the most of the
     * estimates', since the width is between theirs.
     */
    private static double degreesOfFreedom(List<Estimate> estimates, double wanted) {
        double low =
                estimates.stream().mapToDouble(Estimate::degreesOfFreedom).min().orElseThrow();
        double high =
                estimates.stream().mapToDouble(Estimate::degreesOfFreedom).max().orElseThrow();
        for (int i = 0; i < BISECTIONS && high - low > PRECISION * low; i++) {
            double middle = Math.sqrt(low * high);
            if (quantile(middle) > wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        // The wider side.
        return low;
    }
}
