package dev.bascule.studies.hardware;

import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.execution.service.RelayedListener;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.arithmetic.ArithmeticProbe;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.SelfCheck;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps right answers for the self-check, and what probes of arithmetic answered, told apart by where. Thread-safe. */
final class BatteryListener extends RelayedListener implements ConformanceListener {
    private final SelfCheck control;
    private final Map<CaseId, ArithmeticProbe> probes = new LinkedHashMap<>();
    private final Map<Answerer, Arithmetic.Finding> findings = new ConcurrentHashMap<>();

    private record Answerer(String target, CaseId probe) {}

    BatteryListener(RunListener next, SelfCheck control, List<ArithmeticProbe> probes) {
        super(next);
        this.control = control;
        probes.forEach(probe -> this.probes.put(probe.testCase().id(), probe));
    }

    @Override
    public void right(ConformanceCase one, List<Map<String, Value>> outputs) {
        if (!probes.containsKey(one.id())) {
            control.keep(one, outputs);
        }
    }

    @Override
    public void answered(Target target, ConformanceCase one, List<Map<String, Value>> outputs) {
        Optional.ofNullable(probes.get(one.id()))
                .flatMap(probe -> outputs.stream().findFirst().flatMap(probe::read))
                .ifPresent(finding -> findings.put(new Answerer(target.id(), one.id()), finding));
    }

    /** What the probes among one column's runs tell, in their order. */
    List<Arithmetic> arithmetic(List<CaseRun> runs) {
        return probes.entrySet().stream()
                .flatMap(probe -> runs.stream()
                        .filter(run -> run.caseId().equals(probe.getKey()))
                        .limit(1)
                        .map(run -> told(probe.getValue(), run)))
                .toList();
    }

    private Arithmetic told(ArithmeticProbe probe, CaseRun run) {
        Attempt attempt = run.decisive();
        Optional<Arithmetic.Finding> finding = Optional.ofNullable(findings.get(
                new Answerer(attempt.target().id(), probe.testCase().id())));
        if (CheckJudge.result(attempt) == Result.ELSEWHERE) {
            return Arithmetic.unknown(
                    probe.operator(),
                    probe.format(),
                    "it ran on " + CheckJudge.ranOn(attempt.evidence()).orElse("something else"));
        }
        return finding.map(found -> Arithmetic.found(probe.operator(), probe.format(), found))
                .orElseGet(() -> Arithmetic.unknown(
                        probe.operator(),
                        probe.format(),
                        attempt.failure().map(Failure::message).orElse("it gave no answer that can be read")));
    }
}
