package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.nativerunner.evidence.SessionProfile;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Executes cases of one pack, each in a session of its own. Belongs to the job thread. */
final class CaseExecution {
    private static final String CPU = "cpu";

    private final Pack pack;
    private final Message.Pack request;
    private final ServedBackend backend;
    private final Path scratch;
    private final LongSupplier nanos;
    private final Duration limit;
    private final ScheduledExecutorService watch;

    /** @param watch stops inferences that take longer than the request's limit */
    CaseExecution(
            Pack pack,
            Message.Pack request,
            ServedBackend backend,
            Path scratch,
            LongSupplier nanos,
            ScheduledExecutorService watch) {
        this.pack = pack;
        this.request = request;
        this.backend = backend;
        this.scratch = scratch;
        this.nanos = nanos;
        this.limit = Duration.ofNanos(Math.round(request.caseMs() * 1e6));
        this.watch = watch;
    }

    /** Runs a case to whatever end it comes to. */
    CaseReply of(int index) {
        return new Attempt(index).reply();
    }

    /** One case. */
    private final class Attempt {
        private final int index;
        private final List<Map<String, Value>> outputs = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private volatile boolean late;
        private String phase = "fetch";
        private Optional<Duration> create = Optional.empty();
        private Optional<Duration> first = Optional.empty();
        private List<NodePlacement> placements = List.of();

        Attempt(int index) {
            this.index = index;
        }

        CaseReply reply() {
            Optional<Fault> fault = Optional.empty();
            try {
                execute();
            } catch (RefusedException | RuntimeException | Error e) {
                // An OutOfMemoryError too: the next case may be smaller.
                fault = Optional.of(late ? new Fault.TimedOut(phase, limit) : refused(e));
            }
            return new CaseReply(index, fault, outputs, phases(), Optional.of(evidence()));
        }

        private Fault refused(Throwable thrown) {
            Message.ErrorInfo error = RawError.of(phase, thrown);
            return new Fault.Refused(
                    error.phase(),
                    error.name(),
                    error.message(),
                    error.stack(),
                    phases(),
                    Optional.empty(),
                    Optional.of(evidence()));
        }

        private void execute() throws RefusedException {
            PackedCase packed = pack.get(index);
            if (!(packed.program() instanceof Program.Model model)) {
                throw new RefusedException("UnsupportedError", "ONNX Runtime runs ONNX models, not WebNN graphs");
            }
            phase = "create";
            SessionSettings settings = request.settings();
            environment.put("threads", Integer.toString(settings.threads()));
            environment.put("graphOptimization", settings.graphOptimization().word());
            ValueRequest opening = new ValueRequest(
                    request.backend(),
                    model.onnx(),
                    settings,
                    settings.evidence() && !request.backend().equals(CPU)
                            ? Optional.of(scratch.resolve("pack-" + UUID.randomUUID()))
                            : Optional.empty());
            long start = nanos.getAsLong();
            try (ValueSession session = backend.openValues(opening)) {
                create = Optional.of(Duration.ofNanos(nanos.getAsLong() - start));
                environment.put("binding", session.binding());
                session.soleProvider().ifPresent(provider -> environment.put("executionProviders", provider));
                phase = "first";
                run(session, packed.sets());
            }
        }

        private void run(ValueSession session, List<Map<String, Value>> sets) throws RefusedException {
            Future<?> alarm = watch.schedule(
                    () -> {
                        late = true;
                        session.stop();
                    },
                    limit.toNanos(),
                    TimeUnit.NANOSECONDS);
            try {
                for (Map<String, Value> set : sets) {
                    ValueSession.Outcome outcome = session.run(set);
                    outputs.add(outcome.outputs());
                    environment.putAll(outcome.facts());
                    first = first.or(() -> Optional.of(outcome.inference()));
                }
            } finally {
                alarm.cancel(false);
                explain(session);
            }
        }

        /** Its failure does not undo the case. */
        private void explain(ValueSession session) {
            try {
                Optional<Path> profile = session.endProfiling();
                if (profile.isPresent()) {
                    placements = SessionProfile.take(profile.get());
                }
            } catch (RefusedException | IOException | RuntimeException e) {
                environment.put(
                        EvidenceJudge.RECORD_FAILED, RawError.of("evidence", e).message());
            }
        }

        private Phases phases() {
            return new Phases(Optional.empty(), create, first, Optional.empty());
        }

        private RawEvidence evidence() {
            return new RawEvidence(
                    create.map(done -> request.backend()),
                    backend.build(),
                    List.of(),
                    placements,
                    backend.adapter(),
                    List.of(),
                    environment);
        }
    }
}
