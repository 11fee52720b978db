package dev.bascule.studies.distributed;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.CommReport.Group;
import dev.bascule.studies.distributed.CommReport.Row;
import dev.bascule.studies.distributed.CommReport.Traffic;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Timed;
import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Judges what ranks said of their collectives. Stateless. */
final class CommJudge {
    /** Less than all cannot be; a little less is a counter read a moment early. */
    private static final double LEAST = 0.99;
    /** Headers are 66 of 1514 bytes on a link, answers half as many again; the ranks' meetings come on top. */
    private static final double MOST = 1.15;
    /** Of a link's limit: what {@code tbf} lets through at once is small beside what is judged. */
    private static final double OVER = 1.05;
    /** Of less than so many bursts, what passes at once is too much of the whole. */
    private static final int BURSTS = 20;

    /** What a count is worth where it is of others, too. */
    static final String SHARED = " (at least, and no proof: others use this loopback too)";

    private CommJudge() {}

    private record Key(Collective collective, long bytes, int round, int rank) {}

    private record Place(Collective collective, long bytes) {}

    static Group judge(CommPlan plan, RankRun run, int processors) {
        Map<Key, Timed> told = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        findings.add(complete(plan, run, told));
        Map<Key, Long> wrong = new HashMap<>();
        told.forEach((key, timed) -> wrong.put(key, wrong(key, timed, run.ranks())));
        long bad = wrong.values().stream().filter(count -> count > 0).count();
        findings.add(
                Invariant.VALUES.of(bad == 0 && !told.isEmpty(), "%d of %d results wrong".formatted(bad, told.size())));
        List<Row> rows = rows(plan, run, told, wrong);
        List<Traffic> traffic = traffic(plan, run);
        findings.add(communication(plan, run, traffic));
        plan.link().ifPresent(link -> findings.add(limit(link, rows)));
        RoundTrips.judgeLate(plan.link(), run, soonest(rows)).ifPresent(findings::add);
        return new Group(
                run.ranks(),
                run.ranks() > processors,
                run.network(),
                rows,
                traffic,
                findings,
                run.of(0, RankLine.Ways.class).stream()
                        .filter(ways -> plan.collectives().contains(Collective.REDUCE_SCATTER))
                        .map(ways -> "reduce-scatter: " + ways.reduceScatter())
                        .toList(),
                run.failure());
    }

    /** Also gathers what was told. */
    private static Finding complete(CommPlan plan, RankRun run, Map<Key, Timed> told) {
        boolean twice = false;
        for (int rank = 0; rank < run.ranks(); rank++) {
            for (Timed timed : run.of(rank, Timed.class)) {
                twice |= told.put(new Key(timed.collective(), timed.bytes(), timed.round(), rank), timed) != null;
            }
        }
        int missing = 0;
        for (int rank = 0; rank < run.ranks(); rank++) {
            for (Place place : places(plan, run.ranks())) {
                for (int round = -1; round < plan.rounds(); round++) {
                    missing += told.containsKey(new Key(place.collective(), place.bytes(), round, rank)) ? 0 : 1;
                }
            }
        }
        int asked = places(plan, run.ranks()).size() * (plan.rounds() + 1) * run.ranks();
        boolean more = told.size() + missing > asked;
        double longest = 0;
        for (int rank = 0; rank < run.ranks(); rank++) {
            longest = Math.max(
                    longest,
                    run.of(rank, Timed.class).stream()
                            .mapToDouble(Timed::millis)
                            .sum());
        }
        boolean late = longest > run.wall().toNanos() / 1e6;
        return Invariant.COMPLETE.of(
                !twice && !more && missing == 0 && !late,
                "%d of %d results told%s%s"
                        .formatted(
                                told.size(),
                                asked,
                                twice || more ? ", some that nobody asked for" : "",
                                late ? ", in more time than passed" : ""));
    }

    private static List<Place> places(CommPlan plan, int ranks) {
        return plan.collectives().stream()
                .flatMap(each -> plan.fitted(ranks).stream().map(size -> new Place(each, size)))
                .toList();
    }

    private static long wrong(Key key, Timed timed, int ranks) {
        long expected = CommValues.checksum(key.collective(), key.rank(), ranks, key.bytes(), key.round());
        // A rank that says that nothing is wrong is not believed.
        return Math.max(Math.max(0, timed.wrong()), timed.checksum() == expected ? 0 : 1);
    }

    private static List<Row> rows(CommPlan plan, RankRun run, Map<Key, Timed> told, Map<Key, Long> wrong) {
        List<Row> rows = new ArrayList<>();
        for (Place place : places(plan, run.ranks())) {
            List<Double> slowest = new ArrayList<>();
            for (int round = 0; round < plan.rounds(); round++) {
                List<Double> millis = new ArrayList<>();
                for (int rank = 0; rank < run.ranks(); rank++) {
                    Optional.ofNullable(told.get(new Key(place.collective(), place.bytes(), round, rank)))
                            .ifPresent(timed -> millis.add(timed.millis()));
                }
                if (millis.size() == run.ranks()) {
                    slowest.add(millis.stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(0));
                }
            }
            long bad = wrong.entrySet().stream()
                    .filter(each -> each.getKey().collective() == place.collective()
                            && each.getKey().bytes() == place.bytes())
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            rows.add(new Row(
                    place.collective(),
                    run.ranks(),
                    place.bytes(),
                    bad > 0
                            ? Samples.NONE
                            : Samples.ofMillis(slowest.stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray()),
                    bad));
        }
        return rows;
    }

    private static List<Traffic> traffic(CommPlan plan, RankRun run) {
        long bytes = CommPlan.fitted(CommPlan.COUNTED, run.ranks());
        List<Traffic> all = new ArrayList<>();
        for (Collective each : plan.collectives()) {
            long sent = 0;
            boolean whole = true;
            // On a loopback all ranks share one interface, on which what one sends another receives: it is counted
            // once, as sent.
            int interfaces = run.network() == Network.LINKS ? run.ranks() : 1;
            for (int rank = 0; rank < interfaces; rank++) {
                Optional<Counter> before = run.counter(rank, each.word() + "/begin");
                Optional<Counter> after = run.counter(rank, each.word() + "/end");
                whole &= before.isPresent() && after.isPresent();
                sent += after.map(Counter::sent).orElse(0L)
                        - before.map(Counter::sent).orElse(0L);
            }
            if (whole) {
                all.add(new Traffic(
                        each,
                        bytes,
                        CommPlan.COUNTED_TIMES,
                        sent,
                        each.sentBytes(run.ranks(), bytes) * CommPlan.COUNTED_TIMES));
            }
        }
        return all;
    }

    private static Finding communication(CommPlan plan, RankRun run, List<Traffic> traffic) {
        boolean alone = run.network() != Network.SHARED_LOOPBACK;
        List<Traffic> off = traffic.stream()
                .filter(each -> each.ratio() < LEAST || alone && each.ratio() > MOST)
                .toList();
        boolean all = traffic.size() == plan.collectives().size();
        String words = traffic.stream()
                .map(each ->
                        String.format(Locale.ROOT, "%s ×%.3f", each.collective().word(), each.ratio()))
                .collect(Collectors.joining(", "));
        String seen = "counted over theory: " + (words.isEmpty() ? "nothing was counted" : words);
        return !all || !off.isEmpty()
                ? Invariant.COMMUNICATION.of(false, seen)
                : alone ? Invariant.COMMUNICATION.of(true, seen) : Invariant.COMMUNICATION.notJudged(seen + SHARED);
    }

    private static Finding limit(LinkLimit link, List<Row> rows) {
        OptionalDouble most = rows.stream()
                .filter(row -> row.bytes() * row.collective().busFactor(row.ranks()) >= BURSTS * link.burstBytes())
                .filter(row -> !row.times().isEmpty())
                .mapToDouble(CommJudge::fastest)
                .max();
        if (most.isEmpty()) {
            return Invariant.LINK_LIMIT.notJudged("no size was timed beside which a burst is small");
        }
        double seen = most.getAsDouble();
        return Invariant.LINK_LIMIT.of(
                seen <= link.bytesPerSecond() * OVER,
                String.format(
                        Locale.ROOT,
                        "bus bandwidth of the fastest round up to %.1f of %.1f Mbit/s",
                        seen * 8 / 1e6,
                        link.bytesPerSecond() * 8 / 1e6));
    }

    /** In milliseconds, of collectives in which each rank needs each other's word: whoever begins last, another one waits for it. */
    private static OptionalDouble soonest(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.collective() != Collective.BROADCAST)
                .flatMapToDouble(row -> Arrays.stream(row.times().millis()))
                .min();
    }

    /** In bytes a second; without end where it took no time at all. */
    private static double fastest(Row row) {
        double millis = Arrays.stream(row.times().millis()).min().orElseThrow();
        return row.bytes() * row.collective().busFactor(row.ranks()) / millis * 1e3;
    }
}
