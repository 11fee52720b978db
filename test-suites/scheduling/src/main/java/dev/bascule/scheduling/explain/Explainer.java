package dev.bascule.scheduling.explain;

import dev.bascule.scheduling.explain.Explanation.Line;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Because;
import dev.bascule.scheduling.policy.Plan;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells why a job waits. Stateless. */
public final class Explainer {
    private Explainer() {}

    /**
     * Of one job in a round.
     *
     * @param policy whatever places; it is asked what it plans, and places nothing
     * @return empty where the job is not in the round
     */
    public static Optional<Explanation> of(Round round, JobId id, Policy policy) {
        return of(round, id, policy.name(), policy.plan(round));
    }

    /**
     * Of one job in a round of which the plan is known already.
     *
     * @param policy its name
     * @param plan empty where it plans nothing ahead
     * @return empty where the job is not in the round
     */
    public static Optional<Explanation> of(Round round, JobId id, String policy, Optional<Plan> plan) {
        return Stream.concat(round.waiting().stream(), round.later().stream())
                .filter(job -> job.id().equals(id))
                .findFirst()
                .map(job -> explained(round, job, policy, plan));
    }

    private static Explanation explained(Round round, Job job, String policy, Optional<Plan> plan) {
        List<Line> lines = round.workers().stream()
                .map(worker -> line(round, job, worker))
                .sorted(Comparator.comparing(Line::able)
                        .reversed()
                        .thenComparing(line -> median(line).orElse(Duration.ofDays(100_000)))
                        .thenComparing(Line::worker))
                .toList();
        return new Explanation(job.id(), state(round, job, policy, plan, lines), lines);
    }

    private static Optional<Duration> median(Line line) {
        return line.time().filter(ServiceTime.Known.class::isInstance).map(time -> ((ServiceTime.Known) time).median());
    }

    private static Line line(Round round, Job job, WorkerView worker) {
        Optional<Duration> freeIn = worker.freeAt().map(free -> Duration.between(round.now(), free));
        List<String> lacking = job.where().lacking(worker.inventory());
        if (!lacking.isEmpty()) {
            return new Line(worker.id(), false, Optional.empty(), lacking, freeIn, String.join("; ", lacking));
        }
        ServiceTime time = round.times().of(job, worker);
        boolean able = !(time instanceof ServiceTime.Impossible);
        String text = able ? "%s; %s".formatted(text(time), busy(freeIn)) : text(time);
        return new Line(worker.id(), able, Optional.of(time), List.of(), freeIn, text);
    }

    private static String text(ServiceTime time) {
        if (time instanceof ServiceTime.Known known) {
            return "%s (%s)".formatted(Because.seconds(known.median()), Because.interval(known));
        }
        return time instanceof ServiceTime.Unknown unknown
                ? "time not known: " + unknown.because()
                : "cannot run: " + ((ServiceTime.Impossible) time).because();
    }

    private static String busy(Optional<Duration> freeIn) {
        return freeIn.map(in -> in.isNegative() || in.isZero()
                        ? "busy, nobody knows for how long"
                        : "busy for about %s yet".formatted(Because.seconds(in)))
                .orElse("idle");
    }

    private static String state(Round round, Job job, String policy, Optional<Plan> plan, List<Line> lines) {
        if (round.later().contains(job)) {
            return "waits until others are done: "
                    + job.after().stream().sorted().map(JobId::value).collect(Collectors.joining(", "));
        }
        if (lines.isEmpty()) {
            return "waits, for there is no worker";
        }
        if (lines.stream().noneMatch(Line::able)) {
            return "no worker can do it: " + missing(lines);
        }
        return plan.map(each -> planned(each, job))
                .orElseGet(() -> "waits until %s takes it; workers that can do it: %d, idle of these: %d"
                        .formatted(
                                policy,
                                lines.stream().filter(Line::able).count(),
                                lines.stream()
                                        .filter(line ->
                                                line.able() && line.freeIn().isEmpty())
                                        .count()));
    }

    /** Each thing that is missing, with those who miss it. */
    private static String missing(List<Line> lines) {
        Map<String, List<String>> who = new LinkedHashMap<>();
        lines.forEach(line -> who.computeIfAbsent(line.text(), text -> new ArrayList<>())
                .add(line.worker().value()));
        return who.entrySet().stream()
                .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
                .collect(Collectors.joining("; "));
    }

    private static String planned(Plan plan, Job job) {
        boolean now =
                plan.placements().stream().anyMatch(placement -> placement.job().equals(job.id()));
        return plan.turn(job.id())
                .map(turn -> now
                        ? "begins now on %s: %s".formatted(turn.worker(), turn.because())
                        : "is planned on %s%s%s: %s"
                                .formatted(
                                        turn.worker(),
                                        turn.in()
                                                .map(in -> " in about " + Because.seconds(in))
                                                .orElse(turn.ahead() == 0 ? " when that is free" : ""),
                                        turn.ahead() == 0
                                                ? ""
                                                : ", after %d other%s"
                                                        .formatted(turn.ahead(), turn.ahead() == 1 ? "" : "s"),
                                        turn.because()))
                .orElseGet(() -> "is behind the %d jobs that are planned"
                        .formatted(plan.turns().size()));
    }
}
