package dev.bascule.fallback.usage;

import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Counters.Quota;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/**
 * Adds up what the measured blocks of one attempt took, and what was sensed in them. What lies between two blocks (the
 * other side of an interleaved comparison, checking of outputs) is in no figure. Belongs to one thread.
 */
public final class UsageAccount {
    /** Share of each logical processor that others may take before the figures are noisy: of two, 0.3 of one. */
    private static final double OTHERS = 0.15;

    private Duration span = Duration.ZERO;
    private long inferences;
    private int blocks;
    private Reading<CpuTime> machine = Reading.unknown("");
    private Reading<Duration> processes = Reading.unknown("");
    private Reading<Map<String, Quota>> quota = Reading.unknown("");
    private Duration tick = Duration.ZERO;
    private final Map<String, Duration> refresh = new TreeMap<>();
    private int counted;
    private Reading<Long> thermal = Reading.unknown("");
    private final Map<String, Reading<Double>> joules = new TreeMap<>();
    private final Map<Place, List<Reading<Double>>> sensed = new LinkedHashMap<>();
    private final Set<Throttling.Cause> slowdowns = new LinkedHashSet<>();
    private final Set<String> told = new LinkedHashSet<>();
    private final Set<String> untold = new LinkedHashSet<>();

    /** A sensor of a subject. */
    private record Place(String subject, Sensor sensor) {}

    /** A measured block ended well, in which so many inferences were timed. */
    public void block(Counters before, Counters after, long timed) {
        span = span.plusNanos(after.nanos() - before.nanos());
        inferences += timed;
        machine = sum(machine, before.machine(), after.machine(), (b, a) -> a.since(b), CpuTime::plus);
        Reading<Duration> own = ofProcesses(before.processes(), after.processes());
        processes = blocks == 0
                ? own
                : processes.flatMap(so -> own.map(now -> so.figure().plus(now)));
        quota = sum(quota, before.quota(), after.quota(), UsageAccount::since, UsageAccount::plus);
        tick = after.tick();
        counted += after.processes().optional().map(Map::size).orElse(0);
        thermal = sum(thermal, before.thermal(), after.thermal(), (b, a) -> a - b, Long::sum);
        Set<String> domains = new TreeSet<>(joules.keySet());
        domains.addAll(before.energy().keySet());
        domains.addAll(after.energy().keySet());
        domains.forEach(domain -> joules.put(domain, joules(domain, before, after)));
        after.energy()
                .forEach((domain, counter) ->
                        counter.optional().ifPresent(known -> refresh.put(domain, known.refresh())));
        blocks++;
    }

    /** Of all blocks with this one; unknown for good as soon as one lacks the counter, since time and work count all. */
    private Reading<Double> joules(String domain, Counters before, Counters after) {
        Reading<EnergyCounter> start =
                before.energy().getOrDefault(domain, Reading.unknown("no counter when a block began"));
        Reading<EnergyCounter> end =
                after.energy().getOrDefault(domain, Reading.unknown("no counter when a block ended"));
        Reading<Double> soFar = joules.getOrDefault(
                domain,
                blocks == 0
                        ? Reading.known(0.0, end.words())
                        : Reading.unknown("the counter was not there in the first block"));
        return soFar.flatMap(so -> spent(start, end).map(spent -> so.figure() + spent));
    }

    /** What was sensed within a measured block. */
    public void look(SensorSnapshot snapshot) {
        snapshot.sensed()
                .forEach(one -> sensed.computeIfAbsent(
                                new Place(one.subject(), one.sensor()), place -> new ArrayList<>())
                        .add(one.reading()));
        slowdowns.addAll(snapshot.slowdowns());
        told.addAll(snapshot.told());
        untold.addAll(snapshot.untold());
    }

    /** What a domain gave between two readings of its counter. */
    static Reading<Double> spent(Reading<EnergyCounter> start, Reading<EnergyCounter> end) {
        return end.flatMap(after -> start.flatMap(before -> {
            OptionalDouble spent = after.figure().since(before.figure());
            return spent.isPresent()
                    ? Reading.known(spent.getAsDouble(), after.source())
                    : Reading.unknown("the counter was reset meanwhile");
        }));
    }

    /** The difference of two readings, added to what there was; unknown as soon as one of them is. */
    private <T> Reading<T> sum(
            Reading<T> soFar,
            Reading<T> before,
            Reading<T> after,
            BinaryOperator<T> difference,
            BinaryOperator<T> addition) {
        Reading<T> now = after.flatMap(a -> before.map(b -> difference.apply(b, a.figure())));
        if (blocks == 0) {
            return now;
        }
        return soFar.flatMap(so -> now.map(value -> addition.apply(so.figure(), value)));
    }

    public boolean isEmpty() {
        return blocks == 0;
    }

    /**
     * What it came to.
     *
     * @param idleWatts what the domains took before, with nothing to do
     */
    public Usage usage(Map<String, Reading<Double>> idleWatts) {
        List<UsageFigure> figures = new ArrayList<>();
        double seconds = span.toNanos() / 1e9;
        Reading<Double> cores =
                Resolution.ifFine(processes.map(known -> known.toNanos() / 1e9 / seconds), tick, counted, span);
        Reading<Double> stolen = fine(machine.flatMap(UsageAccount::stolenShare));
        figures.add(new UsageFigure(
                Subjects.MACHINE, Quantity.CPU_UTILIZATION, fine(machine.flatMap(UsageAccount::utilization))));
        figures.add(new UsageFigure(Subjects.PROCESSES, Quantity.CPU_CORES, cores));
        figures.add(new UsageFigure(
                Subjects.OTHERS,
                Quantity.CPU_CORES,
                cores.flatMap(own -> machine.flatMap(all -> Reading.known(
                        Math.max(0, all.figure().busy() / 1e3 / seconds - own.figure()),
                        all.source() + ", less the runner's processes")))));
        figures.add(new UsageFigure(Subjects.MACHINE, Quantity.CPU_STEAL, stolen));
        sensed.forEach(
                (place, readings) -> figures.addAll(SensorFigures.figures(place.subject(), place.sensor(), readings)));
        if (sensed.isEmpty()) {
            figures.add(new UsageFigure(Subjects.CPU, Quantity.FREQUENCY_MEDIAN, Reading.unknown(tooShort())));
            figures.add(new UsageFigure(Subjects.CPU, Quantity.TEMPERATURE_MAX, Reading.unknown(tooShort())));
        }
        figures.addAll(EnergyFigures.of(fineJoules(), idleWatts, seconds, inferences));
        return new Usage(span, inferences, figures, throttling(cores, stolen));
    }

    /**
     * Why figures of these blocks may be noisy: what others worked while the blocks ran, less what the counters' steps may have made
     * of it ({@link Resolution}, two standard deviations). Empty where that is little, and where a counter is missing.
     */
    public Optional<String> noise() {
        if (!(machine instanceof Reading.Known<CpuTime> all) || !(processes instanceof Reading.Known<Duration> own)) {
            return Optional.empty();
        }
        double processors = (double) all.figure().all() / Math.max(1, span.toMillis());
        double others = all.figure().busy() - own.figure().toMillis();
        double error = 2 * tick.toMillis() * Math.sqrt((counted + blocks * processors) / 6);
        return others - error > OTHERS * processors * span.toMillis()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "noisy: other programs kept %.1f of %d logical processors busy while it was measured",
                        others / span.toMillis(),
                        Math.round(processors)))
                : Optional.empty();
    }

    /** Of all logical processors, each of which counts its own time. */
    private Reading<Double> fine(Reading<Double> share) {
        long all = machine.optional().map(CpuTime::all).orElse(0L);
        int processors = (int) Math.max(1, Math.round((double) all / Math.max(1, span.toMillis())));
        return Resolution.ifFine(share, tick, blocks * processors, span.multipliedBy(processors));
    }

    private Map<String, Reading<Double>> fineJoules() {
        Map<String, Reading<Double>> fine = new TreeMap<>();
        joules.forEach((domain, spent) ->
                fine.put(domain, Resolution.ifFine(spent, refresh.getOrDefault(domain, Duration.ZERO), blocks, span)));
        return fine;
    }

    /** Of the processes that were there when the block began: one that went took its count along. */
    private static Reading<Duration> ofProcesses(
            Reading<Map<Long, Duration>> before, Reading<Map<Long, Duration>> after) {
        return after.flatMap(ends -> before.flatMap(starts -> {
            Duration sum = Duration.ZERO;
            for (Map.Entry<Long, Duration> start : starts.figure().entrySet()) {
                Optional<Duration> end = Optional.ofNullable(ends.figure().get(start.getKey()));
                if (end.isEmpty()) {
                    return Reading.unknown("a process of the runner ended meanwhile and took its count along");
                }
                sum = sum.plus(end.get()).minus(start.getValue());
            }
            return Reading.known(sum, ends.source());
        }));
    }

    private static Map<String, Quota> since(Map<String, Quota> before, Map<String, Quota> after) {
        Map<String, Quota> during = new TreeMap<>();
        after.forEach((group, end) ->
                Optional.ofNullable(before.get(group)).ifPresent(start -> during.put(group, end.since(start))));
        return during;
    }

    private static Map<String, Quota> plus(Map<String, Quota> first, Map<String, Quota> second) {
        Map<String, Quota> all = new TreeMap<>(first);
        second.forEach((group, more) -> all.merge(group, more, Quota::plus));
        return all;
    }

    private String tooShort() {
        return "no look fell into the %d ms that were measured".formatted(span.toMillis());
    }

    private static Reading<Double> utilization(Reading.Known<CpuTime> known) {
        CpuTime time = known.figure();
        return time.all() > 0
                ? Reading.known((double) time.busy() / time.all(), known.source())
                : Reading.unknown("the system's clock of processor time did not tick meanwhile");
    }

    private static Reading<Double> stolenShare(Reading.Known<CpuTime> known) {
        CpuTime time = known.figure();
        if (time.stolen().isEmpty()) {
            return Reading.unknown("this system does not count time that a hypervisor gives to others");
        }
        long stolen = time.stolen().getAsLong();
        long wanted = time.busy() + stolen;
        return Reading.known(wanted > 0 ? (double) stolen / wanted : 0.0, known.source());
    }

    private Throttling throttling(Reading<Double> cores, Reading<Double> stolen) {
        Set<Throttling.Cause> causes = new LinkedHashSet<>(slowdowns);
        List<String> watched = new ArrayList<>(told);
        List<String> unwatched = new ArrayList<>(untold);
        Watch watch = new Watch(causes, watched, unwatched);
        Place clock = new Place(Subjects.CPU, Sensor.FREQUENCY);
        List<Reading<Double>> looks = sensed.getOrDefault(clock, List.of());
        List<Double> megahertz =
                looks.stream().flatMap(reading -> reading.optional().stream()).toList();
        if (megahertz.isEmpty()) {
            unwatched.add("processor frequency: "
                    + (looks.isEmpty() ? tooShort() : looks.get(0).words()));
        } else {
            OptionalDouble nominal =
                    sensed.getOrDefault(new Place(Subjects.CPU, Sensor.NOMINAL_FREQUENCY), List.of()).stream()
                            .flatMap(reading -> reading.optional().stream())
                            .mapToDouble(Double::doubleValue)
                            .findFirst();
            OptionalDouble busy =
                    cores.optional().stream().mapToDouble(Double::doubleValue).findFirst();
            watch.add("processor frequency", ThrottleJudge.frequency(megahertz, nominal, busy));
        }
        watch.add("thermal events of the processor", thermal, ThrottleJudge::thermal);
        watch.add(Throttling.QUOTA_WATCH, quota, during -> ThrottleJudge.quota(during, span));
        watch.add(Throttling.STEAL_WATCH, stolen, ThrottleJudge::steal);
        return new Throttling(List.copyOf(causes), watched, unwatched);
    }

    /** Collects what came of watching. */
    private record Watch(Set<Throttling.Cause> causes, List<String> watched, List<String> unwatched) {
        void add(String name, ThrottleJudge.Finding finding) {
            finding.cause().ifPresent(causes::add);
            finding.blind().ifPresentOrElse(why -> unwatched.add(name + ": " + why), () -> watched.add(name));
        }

        <T> void add(String name, Reading<T> reading, java.util.function.Function<T, ThrottleJudge.Finding> judged) {
            add(name, reading.optional().map(judged).orElseGet(() -> ThrottleJudge.Finding.blind(reading.words())));
        }
    }
}
