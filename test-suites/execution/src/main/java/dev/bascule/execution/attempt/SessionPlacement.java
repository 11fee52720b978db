package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.runner.Capabilities;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The place in which a session ran that was timed outside of an attempt, judged as an attempt's is. Immutable.
 *
 * @param evidence as judged
 * @param failure why what was measured is not the backend's; empty where it is
 * @param elsewhere the operators that ran on another backend, as far as they are known
 */
public record SessionPlacement(Evidence evidence, Optional<Failure> failure, OperatorsElsewhere elsewhere) {
    /** Of evidence that came without the record it was judged by. */
    public SessionPlacement(Evidence evidence, Optional<Failure> failure) {
        this(evidence, failure, OperatorsElsewhere.NONE);
    }

    /**
     * Judges what a session brought at its end.
     *
     * @param told what the runner said of itself when it joined: an adapter that is a software one is told there
     * @param raw empty where the session did not come to its end, or kept no evidence
     */
    public static SessionPlacement of(Place place, Capabilities told, Optional<RawEvidence> raw) {
        Evidence evidence = raw.map(seen -> new EvidenceJudge(Backends.installed())
                        .judge(
                                place.backend(),
                                seen,
                                new EvidenceJudge.RunnerContext(
                                        place.deviceType(), Optional.empty(), software(place, told)),
                                place.source()
                                        .hostView(place.backend())
                                        .askedDevice(place.device().index())))
                .orElseGet(() -> Evidence.none(place.backend().id()));
        return judged(place, raw, evidence);
    }

    /**
     * The same held against what is known of the case and the machine as well: its graph, the threads and the build that were asked
     * for, and whether there is a GPU at all.
     *
     * @param machineHasGpu empty where the operating system could not be asked
     */
    public static SessionPlacement of(
            Place place,
            Capabilities told,
            Optional<RawEvidence> raw,
            PreparedCase testCase,
            Optional<Boolean> machineHasGpu) {
        SessionSettings asked = place.settings(testCase.settings());
        HostView host = place.source()
                .hostView(place.backend())
                .withGraph(new GraphFactsCache().of(testCase))
                .asked(asked.threads(), asked.build())
                .askedDevice(asked.options().deviceIndex());
        Evidence evidence = raw.map(seen -> new EvidenceJudge(Backends.installed())
                        .judge(
                                place.backend(),
                                seen,
                                new EvidenceJudge.RunnerContext(
                                        place.deviceType(), machineHasGpu, software(place, told)),
                                host))
                .orElseGet(() -> Evidence.none(place.backend().id()));
        return judged(place, raw, evidence);
    }

    private static SessionPlacement judged(Place place, Optional<RawEvidence> raw, Evidence evidence) {
        return new SessionPlacement(
                evidence,
                PlacementVerdict.of(evidence),
                raw.map(seen -> OperatorsElsewhere.of(place.backend(), seen, evidence))
                        .orElse(OperatorsElsewhere.NONE));
    }

    /** Why outputs of its session do not count, right or wrong; empty where they are right and the backend's. */
    public Optional<Failure> failure(Numerics numerics) {
        return EmptyResultCheck.shownBy(evidence, numerics).or(() -> PlacementVerdict.of(evidence, numerics));
    }

    /** Of a place where no session was open at the end. */
    public static SessionPlacement unknown(Place place) {
        Evidence none = Evidence.none(place.backend().id());
        return new SessionPlacement(none, PlacementVerdict.of(none));
    }

    /** WebNN does not say, the WebGPU adapter of the same browser does. */
    private static Optional<Boolean> software(Place place, Capabilities told) {
        Backend asked = place.backend().equals(Backends.WEBNN) ? Backends.WEBGPU : place.backend();
        return told.backends().stream()
                .filter(report -> report.backend().equals(asked.id()))
                .findFirst()
                .flatMap(Capabilities.BackendReport::software);
    }

    /** What the failure comes to by itself; {@code PASS} where there is none, {@code PARTIAL} where nodes ran elsewhere. */
    public Verdict verdict() {
        return failure.map(why -> Verdict.of(PlacementVerdict.outcome(why)))
                .orElse(evidence.isPartial() ? Verdict.PARTIAL : Verdict.PASS);
    }

    public boolean isPartial() {
        return verdict() == Verdict.PARTIAL;
    }

    /** For the names of figures: blank where all of it ran on the backend that they name. */
    public String label() {
        if (evidence.proof() == ProofClass.PROVEN) {
            int there = evidence.nodesOnRequested();
            return (evidence.totalNodes() == 0 && failure.isEmpty()) || (there > 0 && there == evidence.totalNodes())
                    ? ""
                    : " (%d of %d nodes)".formatted(there, evidence.totalNodes());
        }
        return failure.isEmpty() ? "" : " (not proven)";
    }

    /** For the reader, without the device's name. */
    public String words() {
        return failure.map(Failure::message)
                        .orElseGet(() -> evidence.totalNodes() == 0
                                ? "%s, %s%s".formatted(evidence.proof(), there(), whyNoRecord())
                                : "%s (%s)".formatted(there(), evidence.proof()))
                + software();
    }

    private String whyNoRecord() {
        return Optional.ofNullable(evidence.facts().get(EvidenceJudge.RECORD_FAILED))
                .map(why -> " (the session that was to show where nodes run failed: " + why + ")")
                .orElse("");
    }

    /** The same without how surely that is known, which stands beside it. */
    public String where() {
        return failure.map(Failure::message).orElseGet(this::there) + software();
    }

    private String software() {
        return evidence.software().orElse(false) ? "; a software adapter, which is no acceleration" : "";
    }

    private String there() {
        if (evidence.totalNodes() == 0) {
            return evidence.proof() == ProofClass.PROVEN ? "by exclusion: it has no other" : "by an API's word only";
        }
        return evidence.isPartial()
                ? "%d of %d nodes there, by backend: %s%s"
                        .formatted(
                                evidence.nodesOnRequested(),
                                evidence.totalNodes(),
                                new TreeMap<>(evidence.nodes()),
                                elsewhere.nodes().isEmpty() ? "" : "; elsewhere " + elsewhere.words())
                : evidence.totalNodes() == 1
                        ? "the one node there"
                        : "all %d nodes there".formatted(evidence.totalNodes());
    }
}
