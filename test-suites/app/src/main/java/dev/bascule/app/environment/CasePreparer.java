package dev.bascule.app.environment;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.PublishedSet;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.inputs.BuiltFeeds;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.inputs.VocabularyFit;
import dev.bascule.models.pretrained.LabelledSet;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.nativerunner.speech.EspeakChild;
import dev.bascule.studies.conformance.PublishedTolerance;
import dev.bascule.studies.conformance.cases.DataSet;
import dev.bascule.studies.hardware.OperationReference;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.InputsMaker;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes a case ready: its model on disk and looked into, its inputs as bytes. Stateless but for the caches on disk. */
final class CasePreparer {
    private final ModelResolver models;
    private final PipelineRequests pipelineRequests;
    private final StreamSounds sounds;

    CasePreparer(ModelResolver models, ZooStore zoo, JobIds ids) {
        this.models = models;
        this.pipelineRequests = new PipelineRequests(zoo, ids);
        this.sounds = new StreamSounds(models, pipelineRequests, zoo);
    }

    /** What a case takes of a sound in real time: its sound, in the frames of its one input that is fed frame by frame. */
    StreamInput sound(SuiteCase wanted) {
        return sounds.of(wanted);
    }

    /** One sound in each coding there is of it, by the name of its file. */
    Map<String, ModelArtifact> sounds() {
        return sounds.codings();
    }

    /** Samples of a case's model whose answers are known, or why there are none. */
    Samples samples(PreparedCase testCase, SuiteCase wanted, int count) {
        Optional<LabelledSet> data = resolve(wanted.model().reference()).usage().data();
        return testCase.feeding()
                .pipeline()
                .flatMap(pipeline -> data.map(set -> samples(set, pipeline.request(), count)))
                .orElse(Samples.NONE);
    }

    private Samples samples(LabelledSet set, PipelineRequest request, int count) {
        if (!set.isSpoken()) {
            return new Samples.Known(pipelineRequests.labelled(request, set.samples(count)));
        }
        Optional<Path> library = EspeakChild.library(HostEnvironment.ofProcess());
        if (library.isEmpty()) {
            return new Samples.Absent(EspeakChild.absent());
        }
        try (EspeakChild speech = EspeakChild.start(library.get())) {
            return new Samples.Known(pipelineRequests.labelled(request, set.samples(count, speech)));
        } catch (BasculeException e) {
            return new Samples.Absent(e.failure());
        }
    }

    /** Finds, fetches or makes a model, and looks into it. Callable from several threads at once. */
    ResolvedModel resolve(String reference) {
        return models.resolve(reference, Path.of(""));
    }

    /**
     * @param resolved the case's model
     * @param found sizes of dimensions of which nobody says anything
     * @param pipelines runs an input pipeline on the host
     */
    PreparedCase prepare(
            SuiteCase wanted,
            ResolvedModel resolved,
            long seed,
            Map<String, DimSize> found,
            Function<PipelineRequest, PipelineRuns.Result> pipelines) {
        SuiteModel model = wanted.model();
        refuseOther(model, resolved);
        Map<String, InputSource> sources = new LinkedHashMap<>(model.feed().inputs());
        Map<String, String> notes = new TreeMap<>();
        resolved.origin().forEach((key, value) -> notes.put("model." + key, value));
        List<TestDataSet> sets = data(model, resolved);
        Optional<TestDataSet> data = sets.stream().findFirst();
        Optional<PipelineRuns.Result> pipeline = data.isPresent()
                ? Optional.empty()
                : pipelineRequests.of(model, resolved, sources, notes).map(pipelines);
        PreparedTensors prepared = data.map(set -> PublishedSets.inputs(set, resolved.inspection()))
                .orElse(PreparedTensors.NONE);
        if (pipeline.isPresent() && pipeline.get() instanceof PipelineRuns.Lost lost) {
            return unfed(wanted, resolved, notes, lost.failure());
        }
        if (pipeline.isPresent() && pipeline.get() instanceof PipelineRuns.Made made) {
            notes.putAll(made.notes());
            prepared = VocabularyFit.required(
                    PreparedTensors.ofPipeline(
                            made.tensors(),
                            resolved.inspection().inputs().stream()
                                    .map(Port::name)
                                    .toList()),
                    resolved.inspection());
        }
        BuiltFeeds built = new FeedBuilder(
                        resolved.inspection(), model.feed().dims(), found, wanted.batch(), seed, prepared)
                .build(sources, model.feed().frames(), model.feed().carry());
        notes.putAll(built.notes());
        List<PublishedSet> published = PublishedSets.of(
                sets,
                resolved.inspection(),
                built.feeds(),
                tensors -> new FeedBuilder(resolved.inspection(), model.feed().dims(), wanted.batch(), seed, tensors)
                        .build(Map.of(), model.feed().frames(), model.feed().carry())
                        .feeds());
        notes.putAll(PublishedSets.notes(published, resolved.inspection().outputNames()));
        return new PreparedCase(
                wanted.id().with(sizes(built.dims())),
                resolved.info(),
                resolved.artifact(),
                resolved.inspection().outputNames(),
                resolved.inspection().lineages(),
                new PreparedCase.Feeding(
                        built.feeds(),
                        new Sizing(
                                built.dims(),
                                Optional.of(seed)
                                        .filter(any -> !built.generated().isEmpty()),
                                built.generated(),
                                built.choices(),
                                Optional.empty()),
                        built.followsBatch(),
                        pipeline.flatMap(made -> casePipeline(wanted, resolved, made, built))),
                settings(wanted),
                new PreparedCase.Answers(
                        expected(model, resolved, sets, published, built),
                        published,
                        wanted.settings().get(CaseKeys.REFERENCE)),
                notes);
    }

    /** Where a pipeline's tensors are fed as they are made, so that whoever makes them anew can feed them. */
    private static Optional<CasePipeline> casePipeline(
            SuiteCase wanted, ResolvedModel resolved, PipelineRuns.Result result, BuiltFeeds built) {
        if (!(result instanceof PipelineRuns.Made made)) {
            return Optional.empty();
        }
        List<PipelineFeed> feeds = PipelineFeeds.of(
                made.tensors(), wanted.model().feed(), resolved.inspection().inputs(), built.feeds());
        return Optional.of(new CasePipeline(
                        made.request(),
                        made.tensors(),
                        PipelineLimit.of(made.request()),
                        feeds,
                        resolved.usage().answer(),
                        wanted.settings().get(CaseKeys.INPUTS) == InputsMaker.PAGE))
                .filter(known -> !known.feeds().isEmpty());
    }

    private static SessionSettings settings(SuiteCase wanted) {
        return wanted.settings().session();
    }

    /** A case without its inputs costs the run its own cells, and no other's. */
    private static PreparedCase unfed(
            SuiteCase wanted, ResolvedModel resolved, Map<String, String> notes, Failure why) {
        return new PreparedCase(
                wanted.id(),
                resolved.info(),
                resolved.artifact(),
                resolved.inspection().outputNames(),
                resolved.inspection().lineages(),
                new PreparedCase.Feeding(
                        Feeds.of(Map.of()),
                        new Sizing(
                                List.of(),
                                Optional.empty(),
                                List.of(),
                                Map.of(),
                                Optional.of(new CaseRefusal(Outcome.FAILED, why))),
                        true,
                        Optional.empty()),
                settings(wanted),
                PreparedCase.Answers.NONE,
                notes);
    }

    /** What Bascule chose is part of what the case is; what an input has is told with the input. */
    private static Map<String, String> sizes(List<DimSize> dims) {
        return dims.stream()
                .filter(DimSize::isOurs)
                .collect(Collectors.toMap(
                        dim -> CaseId.dimension(dim.name()), dim -> Long.toString(dim.size()), (one, other) -> one));
    }

    private static Optional<OutputChecker.Reference> expected(
            SuiteModel model,
            ResolvedModel resolved,
            List<TestDataSet> sets,
            List<PublishedSet> published,
            BuiltFeeds built) {
        // The rule that a conformance run has for the same files, which goes by all sets.
        ToleranceRule rule = PublishedTolerance.of(sets.stream()
                .map(set -> new DataSet(Map.of(), set.outputValues(resolved.inspection())))
                .toList());
        return published.stream()
                .findFirst()
                .map(PublishedSet::expected)
                .filter(outputs -> !outputs.isEmpty())
                .map(outputs -> new OutputChecker.Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(outputs), rule))
                .or(() -> computed(model, built)
                        .map(outputs -> new OutputChecker.Reference(
                                Numerics.Reference.EXPECTED_OUTPUT,
                                List.of(outputs),
                                new RoundingRule(resolved.inspection().lineages(), Lineage.of(1)))));
    }

    /** What Bascule's own plain loops make of an operator's inputs, whoever gave them; empty of any other model. */
    private static Optional<Map<String, Tensor>> computed(SuiteModel model, BuiltFeeds built) {
        return ModelSource.parse(model.reference(), Path.of("")) instanceof ModelSource.FromOperation one
                ? Optional.of(
                        OperationReference.of(one.operation(), built.feeds().step(0)))
                : Optional.empty();
    }

    /** What was measured once is not compared with another file of the same name. */
    private static void refuseOther(SuiteModel model, ResolvedModel resolved) {
        model.sha256()
                .filter(wanted -> !wanted.equals(resolved.info().sha256()))
                .ifPresent(wanted -> {
                    throw new BasculeException(
                            ErrorCode.HASH_MISMATCH,
                            "the model '%s' is %s, but the suite is for %s"
                                    .formatted(
                                            model.reference(), resolved.info().sha256(), wanted),
                            "bring the file that the suite is for, or write the new SHA-256 into the suite");
                });
    }

    /** Published inputs and outputs: those named, else all of the model's, unless the user brings inputs of their own. */
    private static List<TestDataSet> data(SuiteModel model, ResolvedModel resolved) {
        return model.expected()
                .map(folder -> List.of(new TestDataSet(folder)))
                .orElseGet(() -> model.feed().inputs().isEmpty() ? resolved.dataSets() : List.of());
    }
}
