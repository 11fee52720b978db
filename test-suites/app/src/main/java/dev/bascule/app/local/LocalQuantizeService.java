package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.quantizer.OnnxRuntimeQuantizer;
import dev.bascule.app.quantizer.QuantizerPython;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.ThisBuild;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.quantization.Method;
import dev.bascule.studies.quantization.CalibrationRun;
import dev.bascule.studies.quantization.FineTuning;
import dev.bascule.studies.quantization.KindTimesRun;
import dev.bascule.studies.quantization.LayerMeasurements;
import dev.bascule.studies.quantization.MethodSet;
import dev.bascule.studies.quantization.PointFile;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationService;
import dev.bascule.studies.quantization.SampleReader;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.SensitivityRun;
import dev.bascule.studies.quantization.Stage;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.TargetStudy;
import dev.bascule.studies.quantization.Variant;
import dev.bascule.studies.quantization.VariantMaker;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.training.data.DataSets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes smaller models and measures them on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalQuantizeService implements QuantizationService {
    private final RunEnvironmentFactory environments;
    private final DataSets data;
    private final MethodSet methods;

    /**
     * @param data labelled data by name
     * @param methods that there are
     */
    public LocalQuantizeService(RunEnvironmentFactory environments, DataSets data, MethodSet methods) {
        this.environments = environments;
        this.data = data;
        this.methods = methods;
    }

    @Override
    public QuantizationReport quantize(QuantizationRequest request, RunListener listener) {
        // What cannot be made is told before any browser is asked anything.
        List<Method> chosen = methods.chosen(request.methods());
        Optional<QuantizerPython> peer = request.peers().contains(QuantizationRequest.ONNX_RUNTIME)
                ? Optional.of(QuantizerPython.find(HostEnvironment.ofProcess(), new SystemCommands()))
                : Optional.empty();
        Path folder = TemporaryFolder.make("bascule-quantize");
        try {
            RunEnvironment environment = environments.open(request.run(), new TimeBreakdown(), listener);
            try {
                return new Work(request, chosen, peer, folder, environment, listener).run();
            } finally {
                if (environment.end()) {
                    Thread.currentThread().interrupt();
                }
            }
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    /** The machine, what is installed on it, and what browsers are told: times of another are not this one's. */
    static List<String> words(Machine machine, BrowserSetup setup) {
        return List.of(
                machine.fingerprint(),
                machine.os(),
                machine.parts().map(Fingerprint::stateHash).orElse(""),
                setup.gpu().toString(),
                setup.flags().toString(),
                setup.binary().toString(),
                setup.launcher().toString(),
                setup.webNnDevice().toString(),
                setup.build().toString(),
                setup.engineVersion().toString());
    }

    /** What was measured before, how answers are read, and on what both depend. */
    private record Kept(PointFile points, SampleReader reader, List<String> context) {}

    /** One invocation. */
    private final class Work {
        private final QuantizationRequest request;
        private final List<Method> chosen;
        private final Optional<QuantizerPython> peer;
        private final Path folder;
        private final RunEnvironment environment;
        private final RunListener listener;
        private final long seed;
        private final Duration timeout;

        Work(
                QuantizationRequest request,
                List<Method> chosen,
                Optional<QuantizerPython> peer,
                Path folder,
                RunEnvironment environment,
                RunListener listener) {
            this.request = request;
            this.chosen = chosen;
            this.peer = peer;
            this.folder = folder;
            this.environment = environment;
            this.listener = listener;
            this.seed = request.run().invocation().seed();
            this.timeout = request.run().cases().get(0).settings().get(CaseKeys.TIMEOUT);
        }

        QuantizationReport run() {
            SuiteCase wanted = request.run().cases().get(0);
            ResolvedModel model = environment.resolve(wanted.model().reference());
            if (model.artifact().format() != ModelFormat.ONNX) {
                throw new BasculeException(
                        ErrorCode.NOT_ONNX,
                        "'%s' is no ONNX model".formatted(model.info().name()));
            }
            EmittedVariants emitted = new EmittedVariants(model.info().name(), request.emit());
            emitted.refuseExisting(Stream.concat(
                            chosen.stream().map(Method::name),
                            peer.stream().flatMap(each -> OnnxRuntimeQuantizer.names().stream()))
                    .toList());
            PreparedCase prepared = environment.fitted(wanted, model, seed, environment.prepare(wanted, model, seed));
            prepared.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(ChosenPlaces::refuse);
            OnnxModelFile original = OnnxModelFile.open(model.artifact().file());
            listener.phase("reading samples");
            SampleSplit samples = new QuantizationSamples(data, request.data(), seed)
                    .of(
                            model.inspection(),
                            new QuantizationSamples.Maker(environment, wanted, model, original, prepared));
            SampleReader reader =
                    SampleReaders.of(request.data(), model, original.proto().getGraph(), samples);
            PreparedCase testCase = prepared.withFeeds(
                            prepared.id(), Feeds.of(samples.evaluation().get(0).inputs()))
                    .withOutputs(reader.outputs(prepared.outputs()));
            List<Absent> absent = new ArrayList<>();
            List<Place> places = ChosenPlaces.of(request.run(), request.targets(), environment, absent);
            List<String> notes = new ArrayList<>(samples.notes());
            GgufOrigin.note(wanted.model().reference()).ifPresent(notes::add);
            Kept known = kept(model, reader, testCase, samples);
            List<Variant> variants = variants(original, testCase, samples, known, notes);
            // Now, as a trial of other bits than asked for is seen when it is asked for.
            if (known.points().unreadable() > 0) {
                notes.add(
                        "%d lines of '%s' are cut off, or of another version, or changed: what they were of is measured anew"
                                .formatted(known.points().unreadable(), request.points()));
            }
            List<String> flags = SharedSamples.flags(samples, variants);
            emitted.refused(variants).ifPresent(flags::add);
            List<TargetJudge.Verdict> targets = new ArrayList<>();
            boolean made = variants.size() > 1
                    && variants.stream().skip(1).anyMatch(each -> each.made().isPresent());
            if (made) {
                measure(testCase, samples, variants, places, known, targets);
            }
            return new QuantizationReport(
                    model.info().name(),
                    model.info().sha256(),
                    seed,
                    environment.machine(),
                    request.settings(),
                    samples,
                    request.budget(),
                    variants,
                    targets,
                    absent,
                    flags,
                    notes,
                    emitted.write(variants, targets),
                    isStopped());
        }

        private List<Variant> variants(
                OnnxModelFile original, PreparedCase testCase, SampleSplit samples, Kept known, List<String> notes) {
            VariantMaker maker = new VariantMaker(original, folder, seed);
            Stage natively = stage(new Place(environment.nativeSource(), Backends.NATIVE_CPU));
            CalibrationRun ranges = new CalibrationRun(natively, testCase, original.proto(), samples, folder);
            CalibrationRun every = new CalibrationRun(natively, testCase, original.proto(), samples, folder, true);
            LayerMeasurements layers = new LayerMeasurements(
                    new SensitivityRun(
                            natively,
                            testCase,
                            original.proto(),
                            known.reader(),
                            samples,
                            known.points(),
                            known.context(),
                            folder,
                            listener::phase),
                    new KindTimesRun(
                            study(natively, testCase, samples, known),
                            maker,
                            request.budget().p50()),
                    request.budget().bytes());
            List<Variant> variants = new ArrayList<>(List.of(maker.unquantised(testCase.artifact())));
            List<Method> theirs = peer.map(python -> new OnnxRuntimeQuantizer(
                                    python,
                                    original,
                                    samples.calibration(),
                                    folder.resolve("onnxruntime-quantizer"),
                                    OnnxRuntimeQuantizer.LIMIT)
                            .methods())
                    .orElse(List.of());
            try (FineTuning tuning = new FineTuning(
                    stage(new Place(environment.nativeSource(), Backends.NATIVE_CPU)),
                    samples,
                    folder,
                    request.fineTuneSteps(),
                    chosen.stream().anyMatch(method -> method.name().equals(FineTuning.ALONE)))) {
                for (Method method :
                        Stream.concat(chosen.stream(), theirs.stream()).toList()) {
                    if (!isStopped()) {
                        listener.phase("making " + method.name());
                        variants.add(maker.of(
                                method,
                                asked -> (asked.everyRange() ? every : ranges).of(asked),
                                layers::of,
                                tuning::of));
                    }
                }
            }
            notes.addAll(layers.notes());
            return variants;
        }

        private TargetStudy study(Stage stage, PreparedCase testCase, SampleSplit samples, Kept known) {
            return new TargetStudy(
                    stage,
                    testCase,
                    samples,
                    known.reader(),
                    request.settings(),
                    known.points(),
                    known.context(),
                    listener::phase);
        }

        private Stage stage(Place place) {
            return new Stage(
                    place, environment.jobIds(), timeout, environment.usage(), Machines.hasGpu(environment.machine()));
        }

        private Kept kept(ResolvedModel model, SampleReader reader, PreparedCase testCase, SampleSplit samples) {
            PointFile points = PointFile.open(request.points());
            List<String> context = new ArrayList<>(List.of(
                    "4",
                    ThisBuild.version(),
                    model.info().sha256(),
                    samples.sha256(),
                    reader.toString(),
                    String.valueOf(seed),
                    request.settings().toString(),
                    testCase.settings().toString()));
            context.addAll(words(environment.machine(), request.run().setup()));
            return new Kept(points, reader, context);
        }

        private void measure(
                PreparedCase testCase,
                SampleSplit samples,
                List<Variant> variants,
                List<Place> places,
                Kept known,
                List<TargetJudge.Verdict> targets) {
            TargetJudge judge = new TargetJudge(samples, variants, request.budget());
            for (Place place : places) {
                if (!isStopped()) {
                    TargetStudy.Outcome outcome =
                            study(stage(place), testCase, samples, known).run(variants);
                    targets.add(judge.of(place.target().id(), outcome));
                }
            }
        }

        private boolean isStopped() {
            return Thread.currentThread().isInterrupted();
        }
    }
}
