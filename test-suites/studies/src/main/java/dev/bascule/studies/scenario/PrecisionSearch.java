package dev.bascule.studies.scenario;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.fallback.attempt.CpuCrossCheck;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.workload.Accuracy;
import dev.bascule.models.workload.Batching;
import dev.bascule.models.workload.Conversion;
import dev.bascule.models.workload.Float16Converter;
import dev.bascule.models.workload.Int8Converter;
import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.suite.ScenarioKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks for the fastest precision within a limit of accuracy: the model's own, float16 and 8-bit models made of it, and
 * float16 asked of the engine. Each runs on the backend for real, is held against the native CPU's outputs in the model's
 * own precision, and timed in turn with the model's own. One that is not surely faster is not chosen, nor is one that strays
 * while it is timed, runs elsewhere, or that the engine's record does not show to compute in it ({@link ComputedPrecision}).
 *
 * @param pairs blocks of each side
 * @param limits of accuracy
 */
record PrecisionSearch(int pairs, SearchLimits limits) implements Scenario {
    /** Error relative to an output's greatest magnitude, where nobody said another. */
    private static final double USUAL_LIMIT = 0.01;
    /** Rows that accuracy is judged on, where the model can be batched. */
    private static final int ROWS = 16;

    private static final String INT8 = "int8";
    private static final String ENGINE = "engine-fp16";

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.PRECISION_SEARCH;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        if (context.testCase().artifact().format() != ModelFormat.ONNX) {
            return ScenarioFinding.of(ScenarioFailure.graphUnread());
        }
        try {
            Path folder = Files.createTempDirectory("bascule-precision");
            try {
                return new Search(context, folder).run();
            } finally {
                try (var files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.deleteIfExists(file);
                    }
                }
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One search under way. */
    private final class Search {
        private final ScenarioContext context;
        private final Path folder;
        private final OnnxModelFile model;
        private final PreparedCase many;
        private final double limit = limits.accuracy().orElse(USUAL_LIMIT);
        private final PrecisionLog log;

        Search(ScenarioContext context, Path folder) {
            this.context = context;
            this.folder = folder;
            this.model = OnnxModelFile.open(context.testCase().artifact().file());
            this.log = new PrecisionLog(limit, context.testCase().artifact().bytes());
            this.many = many();
        }

        /** The case with many rows, so that more than one answer is compared; as it is where its batch is fixed. */
        private PreparedCase many() {
            PreparedCase testCase = context.testCase();
            if (!(Batching.of(model.inspect(), testCase.feeds()) instanceof Batching.Found.Yes yes)) {
                log.note("accuracy is judged on the case's own inputs: its batch is fixed");
                return testCase;
            }
            return context.atBatch(yes.batching(), ROWS);
        }

        ScenarioFinding run() {
            References.Found found = context.workload().references().apply(many);
            if (!(found instanceof References.Found.Known known)) {
                return ScenarioFinding.of(
                        new ScenarioFailure(Verdict.SKIPPED, ((References.Found.Missing) found).failure()));
            }
            OutputChecker.Reference reference = known.reference();
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                Optional<ScenarioSession> own = scenarioRunner.fresh()
                        ? scenarioRunner.open(
                                context.testCase(), context.place().backend(), true)
                        : Optional.empty();
                own.ifPresent(scenarioSession -> scenarioSession.mustBeRight(context.reference()));
                own = own.filter(scenarioSession ->
                        scenarioSession.warmUp(context.workload().plan()));
                if (own.isPresent() && scenarioRunner.isSound()) {
                    ScenarioSession base = own.get();
                    // A CPU without it still computes such a model, with casts: that is measured, and asks no runner.
                    Optional<String> unread = context.place().backend().accelerator() == DeviceType.CPU
                            ? Optional.empty()
                            : HalfPrecision.lacking(
                                    context.place().target(),
                                    context.workload().devices().get());
                    if (unread.isPresent()) {
                        log.note("fp16: not tried: " + unread.get());
                    } else {
                        converted("fp16", Float16Converter.convert(model.proto()), scenarioRunner, base, reference);
                    }
                    converted(INT8, Int8Converter.convert(model.proto()), scenarioRunner, base, reference);
                    if (unread.isPresent()) {
                        log.note(ENGINE + ": not tried: " + unread.get());
                    } else {
                        asked(scenarioRunner, base, reference);
                    }
                    base.finishPlaced().ifPresent(placed -> log.placed(PrecisionLog.OWN, placed));
                    log.unstable(PrecisionLog.OWN, base);
                }
                if (scenarioRunner.isSound()) {
                    log.choose();
                } else {
                    log.chooseNothing();
                }
                log.note(
                        ("errors are greatest differences relative to an output's greatest magnitude, allowed up to %.3g;"
                                        + " ratios are to the model's own precision, in turn (ABBA), %d pairs of blocks")
                                .formatted(limit, pairs));
                return log.finding(scenarioRunner.trouble());
            }
        }

        /** The model as it is, with float16 asked of the engine. */
        private void asked(ScenarioRunner scenarioRunner, ScenarioSession base, OutputChecker.Reference reference) {
            SessionSettings settings = context.testCase().settings();
            SessionSettings asked = settings.withOptions(settings.options().withPrecision(Precision.FLOAT16));
            log.note("engine-fp16: the model as it is, with float16 asked of the engine");
            candidate(
                    ENGINE,
                    many.withSettings(asked),
                    context.testCase().withSettings(asked),
                    scenarioRunner,
                    base,
                    reference);
        }

        private void converted(
                String name,
                Conversion conversion,
                ScenarioRunner beside,
                ScenarioSession base,
                OutputChecker.Reference reference) {
            if (conversion instanceof Conversion.Refused refused) {
                log.note("%s: not made: %s".formatted(name, refused.why()));
            }
            if (conversion instanceof Conversion.Converted made) {
                made.notes().forEach(note -> log.note(name + ": " + note));
                ModelArtifact file = write(name, made.model());
                log.modelFile(name, file.bytes());
                candidate(
                        name, many.withArtifact(file), context.testCase().withArtifact(file), beside, base, reference);
            }
        }

        private ModelArtifact write(String name, ModelProto proto) {
            byte[] bytes = proto.toByteArray();
            Path file = folder.resolve(name + ".onnx");
            AtomicFile.write(file, stream -> stream.write(bytes));
            return new ModelArtifact(Sha256.of(bytes), bytes.length, file.toAbsolutePath());
        }

        /** Runs it for real: outputs first, then in turn with the model's own, which runs beside it. */
        private void candidate(
                String name,
                PreparedCase rows,
                PreparedCase timed,
                ScenarioRunner beside,
                ScenarioSession base,
                OutputChecker.Reference reference) {
            if (!beside.isSound()) {
                log.note(name + ": not tried, for the model's own precision is gone");
                return;
            }
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                if (!scenarioRunner.fresh()) {
                    log.trouble(name, scenarioRunner);
                    return;
                }
                Optional<ScenarioSession> judged =
                        scenarioRunner.open(rows, context.place().backend());
                Optional<Accuracy> accuracy =
                        judged.map(scenarioSession -> Accuracy.of(scenarioSession.first(), reference.steps()));
                judged.ifPresent(ScenarioSession::finish);
                Optional<ScenarioSession> opened =
                        scenarioRunner.open(timed, context.place().backend(), true);
                AccuracyCheck check = new AccuracyCheck(context.reference().steps(), limit);
                opened.ifPresent(scenarioSession -> {
                    check.first(scenarioSession.first());
                    scenarioSession.tell(check::more);
                });
                Optional<ScenarioSession> own = opened.filter(scenarioSession ->
                        scenarioSession.warmUp(context.workload().plan()));
                Optional<InterleavedTiming> timing = own.flatMap(scenarioSession -> InterleavedTiming.of(
                        scenarioSession, base, context.workload().plan(), pairs));
                Optional<SessionEnd> closing = own.flatMap(ScenarioSession::finish);
                if (accuracy.isEmpty() || timing.isEmpty()) {
                    if (beside.isSound()) {
                        log.trouble(name, scenarioRunner);
                    } else {
                        log.note(name + ": not timed, for the model's own precision, beside it, is gone");
                    }
                    return;
                }
                Optional<String> strayed = accuracy.get().within(limit) ? check.complaint() : Optional.empty();
                if (strayed.isPresent()) {
                    log.note("%s: rejected, its timed inferences went wrong: %s".formatted(name, strayed.get()));
                    return;
                }
                own.ifPresent(scenarioSession -> log.unstable(name, scenarioSession));
                Optional<RawEvidence> evidence = closing.flatMap(SessionEnd::evidence);
                SessionPlacement placed = own.orElseThrow().placed(evidence);
                if (placed.failure().isPresent()) {
                    log.note("%s: rejected, not timed on %s: %s"
                            .formatted(name, context.place().backend(), placed.words()));
                    return;
                }
                log.placed(name, placed);
                ComputedPrecision computed = ComputedPrecision.of(evidence.orElseThrow());
                log.compared(name, accuracy.get(), timing.get(), computed, doubt(name, computed, base, opened));
            }
        }

        /** Why it may not have computed in its precision; empty where something shows that it did. */
        private Optional<String> doubt(
                String name, ComputedPrecision computed, ScenarioSession base, Optional<ScenarioSession> own) {
            // Float16 that was asked of the engine may show in nothing.
            boolean sameBits = name.equals(ENGINE)
                    && own.filter(scenarioSession -> CpuCrossCheck.sameBits(base.first(), scenarioSession.first()))
                            .isPresent();
            return sameBits
                    ? Optional.of("its outputs are bit for bit those of the model's own precision")
                    : computed.doubt(name.equals(INT8));
        }
    }
}
