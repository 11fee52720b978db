package dev.bascule.campaign;

import dev.bascule.benchmark.OwnClassPath;
import dev.bascule.campaign.CampaignTally.Check;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Real runs of small models, with faults done to them at random moments; after each run it is looked at what they cost.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pfault-campaign -Dfaults=1000 -DskipTests verify}; {@code -Dseed=N} repeats the draw,
 * {@code -Dkinds=FREEZE,SOCKET_CUT} keeps to some kinds, {@code -Dminutes=N} ends it early. Exit code 1 when anything was violated.
 */
public final class FaultCampaign {
    private static final List<String> MODELS = List.of("mobilenet-micro", "bert-micro");
    private static final int MOST_IN_A_RUN = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A history of hundreds of runs would only take longer to look through. */
    private static final int RUNS_IN_A_STORE = 20;

    /** Of a clock that is set, by up to a day. */
    private static final int MOST_JUMP_MS = 86_400_000;

    private final CampaignPlace place;
    private final Random random;
    private final List<FaultKind> kinds;
    private final CampaignTally tally;
    private final Consumer<String> talk;
    private final Map<String, Difference> right = new HashMap<>();
    private final Map<String, RunRecord> told = new HashMap<>();
    private long usualMs;
    private int number;

    FaultCampaign(CampaignPlace place, long seed, Set<FaultKind> kinds, Consumer<String> talk) {
        this.place = place;
        this.random = new Random(seed);
        this.kinds = List.copyOf(kinds);
        this.tally = new CampaignTally(seed);
        this.talk = talk;
    }

    public static void main(String[] arguments) throws Exception {
        OwnClassPath.tell();
        long seed = Long.getLong("seed", 20261124);
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String name : System.getProperty("kinds", "").split(",", -1)) {
            kinds.addAll(name.isBlank() ? EnumSet.allOf(FaultKind.class) : EnumSet.of(FaultKind.valueOf(name)));
        }
        Path folder = Files.createDirectories(Path.of(System.getProperty("campaign", "target/fault-campaign")));
        clear(folder);
        CampaignPlace place = CampaignPlace.in(folder, MODELS, System.getProperty("backends", "cpu,wasm,webnn"));
        FaultCampaign campaign = new FaultCampaign(place, seed, kinds, System.out::println);
        CampaignTally tally =
                campaign.run(Integer.getInteger("faults", 1000), Duration.ofMinutes(Long.getLong("minutes", 24 * 60)));
        System.out.println(tally.table());
        Files.writeString(folder.resolve("campaign.json"), tally.json());
        System.exit(tally.isClean() ? 0 : 1);
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder())
                    .filter(file -> !file.equals(folder))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    /** Until so many faults were done, or the time is up. */
    CampaignTally run(int faults, Duration limit) throws IOException, InterruptedException {
        long until = System.nanoTime() + limit.toNanos();
        withoutFaults();
        while (tally.hit() < faults && System.nanoTime() < until) {
            one(Math.min(faults - tally.hit(), MOST_IN_A_RUN));
        }
        return tally;
    }

    private void withoutFaults() throws IOException, InterruptedException {
        // The first run of all finds nothing in the system's caches, and takes longer than those that follow.
        new CampaignRun(place, number++).under(List.of(), random);
        long began = System.nanoTime();
        CampaignRun.Ended ended = new CampaignRun(place, number++).under(List.of(), random);
        usualMs = (System.nanoTime() - began) / 1_000_000;
        if (ended.exit() != 0) {
            throw new IllegalStateException("the run without faults did not end well: " + ended.said());
        }
        RunRecord run = RunDocuments.read(ended.out().resolve("run.json"));
        right.putAll(CampaignChecks.differences(run));
        told.putAll(CampaignChecks.runs(place.store()));
        talk.accept("without faults: %d cells right, %d ms".formatted(right.size(), usualMs));
    }

    private void one(int most) throws IOException, InterruptedException {
        if (number % RUNS_IN_A_STORE == 0) {
            Files.deleteIfExists(place.store());
            told.clear();
        }
        List<Fault> planned = drawn(1 + random.nextInt(most));
        Set<String> before = Set.copyOf(told.keySet());
        CampaignRun.Ended ended = new CampaignRun(place, number++).under(planned, random);
        String name = "run %d (%s)".formatted(number - 1, kindsOf(ended.faults()));
        if (ended.hung()) {
            violated(Check.HUNG, name, List.of("it did not end"));
            SystemProcesses.signal(SystemProcesses.of(place).stream(), "KILL");
        }
        violated(Check.REPORT_LOST, name, CampaignChecks.reportsMissing(ended));
        violated(Check.ROWS_LOST, name, kept(ended, before));
        if (ended.wasKilled()) {
            // Browsers of one that was killed are swept by whoever starts one next.
            new CampaignRun(place.sweeping(), number++).under(List.of(), random);
            told.putAll(CampaignChecks.runs(place.store()));
        }
        violated(Check.ORPHANS, name, CampaignChecks.orphans(place, PATIENCE));
        List<String> became = became(ended, name);
        tally.add(ended.faults(), became);
        talk.accept(
                "%s: exit %d, %s, %d of the campaign's faults done".formatted(name, ended.exit(), became, tally.hit()));
    }

    /** Told at once, for a campaign takes hours. */
    private void violated(Check check, String run, List<String> how) {
        tally.violated(check, run, how);
        how.forEach(one -> talk.accept("%s, %s: %s".formatted(check, run, one)));
    }

    /** The history has what it had, and what this run was told to be. */
    private List<String> kept(CampaignRun.Ended ended, Set<String> before) {
        List<String> lost = new ArrayList<>(CampaignChecks.lost(place.store(), told));
        Map<String, RunRecord> now = CampaignChecks.runs(place.store());
        told.putAll(now);
        boolean elsewhere = ended.had(FaultKind.STORE_FULL);
        boolean reported = ended.said().contains("reports in");
        if (reported && !elsewhere && now.size() != before.size() + 1) {
            lost.add("it was told where its reports are, and the history has %d new runs"
                    .formatted(now.size() - before.size()));
        }
        if (ended.had(FaultKind.OUT_FULL)
                && ended.said().contains("PASS")
                && !ended.wasKilled()
                && now.size() != before.size() + 1) {
            lost.add("its reports could not be written, and it is not in the history either");
        }
        return lost;
    }

    private List<String> became(CampaignRun.Ended ended, String name) {
        Path document = ended.out().resolve("run.json");
        if (!Files.exists(document)) {
            return List.of(ended.wasKilled() ? "no report, for it was killed" : "exit " + ended.exit());
        }
        try {
            RunRecord run = RunDocuments.read(document);
            violated(Check.CONTAMINATED, name, CampaignChecks.contaminated(run, right, ended.faults(), ended.births()));
            return CampaignTally.became(run);
        } catch (BasculeException e) {
            return List.of("unreadable");
        }
    }

    private static String kindsOf(List<Fault> faults) {
        return String.join(
                ", ",
                faults.stream()
                        .map(fault -> fault.kind() + (fault.done().isPresent() ? "" : " missed"))
                        .toList());
    }

    /** Kinds that end the run or need its place to themselves come once. */
    private List<Fault> drawn(int count) {
        List<Fault> drawn = new ArrayList<>();
        while (drawn.size() < count) {
            FaultKind kind = kinds.get(random.nextInt(kinds.size()));
            boolean alone = kind.endsTheRun() || kind.isOfThePlace();
            if (alone
                    && drawn.stream()
                            .anyMatch(fault ->
                                    fault.kind().endsTheRun() || fault.kind().isOfThePlace())) {
                // Another draw, unless there is nothing else.
                if (kinds.stream().allMatch(one -> one.endsTheRun() || one.isOfThePlace())) {
                    return drawn;
                }
                continue;
            }
            drawn.add(fault(kind));
        }
        return drawn;
    }

    private Fault fault(FaultKind kind) {
        long after =
                (long) (random.nextDouble() * usualMs * (kind.hits("--type=renderer") || kind.isDeadly() ? 0.6 : 1));
        return switch (kind) {
            case WRITER_KILLED -> new Fault(kind, random.nextInt(12), 0, java.util.Optional.empty());
            case CLOCK_JUMP ->
                new Fault(kind, after, random.nextInt(2 * MOST_JUMP_MS) - MOST_JUMP_MS, java.util.Optional.empty());
            default -> new Fault(kind, after, 200 + random.nextInt(5000), java.util.Optional.empty());
        };
    }
}
