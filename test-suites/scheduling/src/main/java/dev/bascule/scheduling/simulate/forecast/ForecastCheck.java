package dev.bascule.scheduling.simulate.forecast;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.simulate.forecast.Forecast.OfPolicy;
import dev.bascule.scheduling.simulate.forecast.Forecast.OfWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A forecast held against records of real runs. Immutable.
 *
 * @param gains of each workload and policy that is not the baseline
 * @param orders of each pair of policies of a workload whose order was forecast
 * @param simulatedOnly what was forecast and never run, for people
 */
public record ForecastCheck(List<Gain> gains, List<Order> orders, List<String> simulatedOnly) {
    /** Gains may differ by this much, in shares of the baseline's makespan. */
    public static final double POINTS = 0.05;

    public ForecastCheck {
        gains = List.copyOf(gains);
        orders = List.copyOf(orders);
        simulatedOnly = List.copyOf(simulatedOnly);
    }

    /** By how much a policy's makespan is shorter than the baseline's. */
    public record Gain(String workload, String policy, Spread forecast, double real) {
        public boolean holds() {
            return Math.abs(forecast.mean() - real) <= POINTS;
        }
    }

    /** That one policy is done sooner than another; only where the forecast's interval says which. */
    public record Order(String workload, String sooner, String later, boolean holds) {}

    /** Whether all that was run came as it was forecast, and something was. */
    public boolean holds() {
        return !gains.isEmpty()
                && gains.stream().allMatch(Gain::holds)
                && orders.stream().allMatch(Order::holds);
    }

    /**
     * Holds it.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} where a run began before the forecast was made, or does not say when: what is
     *     known already is not forecast
     */
    public static ForecastCheck of(Forecast forecast, List<RecordedRun> runs) {
        runs.forEach(run -> refuseBefore(forecast, run));
        List<Gain> gains = new ArrayList<>();
        List<Order> orders = new ArrayList<>();
        List<String> only = new ArrayList<>();
        for (OfWorkload workload : forecast.workloads()) {
            OptionalDouble base = real(runs, workload.name(), workload.baseline());
            Optional<OfPolicy> baseline = workload.policy(workload.baseline());
            for (OfPolicy policy : workload.policies()) {
                OptionalDouble real = real(runs, workload.name(), policy.policy());
                if (real.isEmpty() || base.isEmpty() || baseline.isEmpty()) {
                    only.add("%s by %s".formatted(workload.name(), policy.policy()));
                } else if (!policy.policy().equals(workload.baseline())) {
                    gains.add(new Gain(
                            workload.name(),
                            policy.policy(),
                            policy.gainOver(baseline.get()),
                            1 - real.getAsDouble() / base.getAsDouble()));
                }
            }
            orders.addAll(orders(workload, runs));
        }
        return new ForecastCheck(gains, orders, only);
    }

    private static void refuseBefore(Forecast forecast, RecordedRun run) {
        Optional<Instant> began = run.began();
        if (began.filter(forecast.at()::isBefore).isEmpty()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "the run of %s by %s %s; the forecast was made at %s"
                            .formatted(
                                    run.workload(),
                                    run.policy(),
                                    began.map(each -> "began at " + each).orElse("does not say when it began"),
                                    forecast.at()),
                    "a forecast is held against runs that began after it: forecast first, then run, then simulate --record");
        }
    }

    private static List<Order> orders(OfWorkload workload, List<RecordedRun> runs) {
        List<Order> orders = new ArrayList<>();
        for (OfPolicy one : workload.policies()) {
            for (OfPolicy other : workload.policies()) {
                OptionalDouble mine = real(runs, workload.name(), one.policy());
                OptionalDouble theirs = real(runs, workload.name(), other.policy());
                boolean foretold = one != other
                        && one.gainOver(other)
                                .interval()
                                .filter(each -> each.low() > 0)
                                .isPresent();
                if (foretold && mine.isPresent() && theirs.isPresent()) {
                    orders.add(new Order(
                            workload.name(), one.policy(), other.policy(), mine.getAsDouble() < theirs.getAsDouble()));
                }
            }
        }
        return orders;
    }

    /** The mean makespan of the real runs, in seconds. */
    private static OptionalDouble real(List<RecordedRun> runs, String workload, String policy) {
        return runs.stream()
                .filter(run -> run.workload().equals(workload) && run.policy().equals(policy))
                .mapToDouble(run -> run.makespan().toNanos() / 1e9)
                .average();
    }
}
