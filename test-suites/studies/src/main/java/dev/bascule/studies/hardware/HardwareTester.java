package dev.bascule.studies.hardware;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Place;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.studies.arithmetic.ArithmeticProbe;
import dev.bascule.studies.arithmetic.ArithmeticProbes;
import dev.bascule.studies.conformance.CaseSelection;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.SelfCheck;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the battery on every backend that the doctor found to work, by the way that conformance cases go: one pack, one session
 * for each check, and a crash is its own check's. Each call is a run of its own.
 */
public final class HardwareTester {
    private static final Duration CASE_LIMIT = Duration.ofSeconds(30);

    /** Of the right answers, so many are corrupted in the end, to see that the judge notices. */
    private static final int CONTROLS = 12;

    private static final long SEED = 42;

    private final ConformanceService service;
    private final OutputJudge judge;
    private final Clock clock;
    private final List<HardwareCheck> battery;
    private final List<ArithmeticProbe> probes;

    /** @param judge who is checked by corrupted answers */
    public HardwareTester(ConformanceService service, OutputJudge judge, Clock clock) {
        this(service, judge, clock, HardwareChecks.all(), ArithmeticProbes.all());
    }

    HardwareTester(
            ConformanceService service,
            OutputJudge judge,
            Clock clock,
            List<HardwareCheck> battery,
            List<ArithmeticProbe> probes) {
        this.probes = List.copyOf(probes);
        this.service = service;
        this.judge = judge;
        this.clock = clock;
        this.battery = List.copyOf(battery);
    }

    /**
     * Runs it. Interruptible as {@link ConformanceService#run}; the result then holds what was done so far.
     *
     * @param id of the run
     * @param command as the user typed it
     * @param found which backends work at all
     * @param turn on the machine
     */
    public HardwareTests test(
            String id,
            String command,
            DoctorReport found,
            BrowserSetup browsers,
            MachineLease turn,
            RunListener listener) {
        Instant startedAt = clock.instant();
        List<String> backends = working(found);
        SelfCheck control = new SelfCheck(SEED, CONTROLS, judge);
        if (backends.isEmpty()) {
            return new HardwareTests(startedAt, Duration.ZERO, battery.size(), false, 0, List.of(), List.of());
        }
        ConformanceCases cases = new ConformanceCases(
                Stream.concat(
                                battery.stream().map(HardwareCheck::testCase),
                                probes.stream().map(ArithmeticProbe::testCase))
                        .toList(),
                List.of());
        BatteryListener answers = new BatteryListener(listener, control, probes);
        BrowserSetup all = browsers.choice() instanceof BrowserChoice.Auto
                ? browsers.withChoice(new BrowserChoice.All())
                : browsers;
        RunRecord record = service.run(
                new ConformanceRequest(
                        new Invocation(
                                id,
                                CheckModel.SUITE,
                                new CaseSelection(List.of(), Optional.empty(), Optional.empty(), false, SEED)
                                        .from(cases)
                                        .hash(),
                                SEED,
                                command),
                        cases,
                        backends,
                        all,
                        1,
                        CASE_LIMIT),
                RunTurn.of(turn),
                answers);
        SelfCheck.Result controlled = control.result();
        return new HardwareTests(
                startedAt,
                Duration.between(startedAt, clock.instant()),
                battery.size(),
                record.extent().interrupted(),
                controlled.corrupted(),
                controlled.missed(),
                places(record, answers));
    }

    /** The native ones first. */
    private static List<String> working(DoctorReport found) {
        Set<String> working = new LinkedHashSet<>();
        found.nativeBackends().stream()
                .filter(backend -> works(backend.status()))
                .forEach(backend -> working.add(backend.backend()));
        found.browsers().stream()
                .flatMap(browser -> browser.backends().stream())
                .filter(backend -> works(backend.status()))
                .forEach(backend -> working.add(backend.backend()));
        return List.copyOf(working);
    }

    private static boolean works(BackendStatus status) {
        return status == BackendStatus.OK || status == BackendStatus.DEGRADED;
    }

    private List<Place> places(RunRecord record, BatteryListener answers) {
        Map<CaseId, HardwareCheck> byId = battery.stream()
                .collect(Collectors.toMap(check -> check.testCase().id(), Function.identity()));
        Map<String, List<CaseRun>> columns = new LinkedHashMap<>();
        record.runs()
                .forEach(run -> columns.computeIfAbsent(
                                place(run) + " " + backend(run).id(), column -> new ArrayList<>())
                        .add(run));
        return columns.values().stream().map(runs -> place(runs, byId, answers)).toList();
    }

    private Place place(List<CaseRun> runs, Map<CaseId, HardwareCheck> byId, BatteryListener answers) {
        CaseRun any = runs.get(0);
        Optional<String> absence = CheckJudge.absence(runs);
        if (absence.isPresent()) {
            return new Place(
                    place(any), backend(any).id(), Optional.empty(), Optional.empty(), List.of(), List.of(), absence);
        }
        Map<Integer, HardwareTests.Check> ordered = new TreeMap<>();
        runs.forEach(run -> Optional.ofNullable(byId.get(run.caseId()))
                .ifPresent(check -> ordered.put(battery.indexOf(check), CheckJudge.of(check, run))));
        return new Place(
                place(any),
                backend(any).id(),
                Optional.of(any.decisive().target().engine().toString()),
                seen(runs),
                List.copyOf(ordered.values()),
                answers.arithmetic(runs),
                Optional.empty());
    }

    /** What computed where it was the backend asked for. WebNN does not tell which device it used, whatever it was asked for. */
    private static Optional<Seen> seen(List<CaseRun> runs) {
        if (backend(runs.get(0)).equals(Backends.WEBNN)) {
            return Optional.empty();
        }
        return runs.stream()
                .map(run -> run.decisive().evidence())
                .filter(evidence -> evidence.where()
                        .proven()
                        .equals(Optional.of(evidence.where().requested())))
                .findFirst()
                .flatMap(evidence -> seen(evidence, runs.get(0)));
    }

    private static Optional<Seen> seen(Evidence evidence, CaseRun run) {
        Map<String, String> adapter = new TreeMap<>(run.decisive().target().adapter());
        evidence.facts().forEach((name, value) -> {
            if (name.startsWith("adapter.")) {
                adapter.put(name.substring("adapter.".length()), value);
            }
        });
        boolean software = evidence.software().orElse(false);
        return evidence.deviceType()
                .map(type -> new Seen(software ? backend(run).accelerator() : type, software, words(adapter)));
    }

    /** Only what names a device; limits and features are none of its name. */
    static String words(Map<String, String> adapter) {
        return adapter.entrySet().stream()
                .filter(fact -> Set.of(
                                "vendor", "architecture", "device", "description", "name", "deviceName", "adapter")
                        .contains(fact.getKey()))
                .map(Map.Entry::getValue)
                .filter(value -> !value.isBlank())
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static Backend backend(CaseRun run) {
        return Backends.installed().require(run.decisive().target().backend().id());
    }

    private static String place(CaseRun run) {
        return run.decisive()
                .target()
                .browser()
                .map(browser -> browser.name() + " " + browser.version())
                .orElse(CapabilityResult.NATIVE);
    }
}
