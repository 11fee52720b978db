package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.inputs.SampleFiles;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.quantization.QuantizationRequest.Data;
import dev.bascule.studies.quantization.Sample;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Stretches of sounds for a model that hears frame by frame. Immutable.
 *
 * @param data what was asked for
 * @param seed of the split
 */
record SoundSamples(Data data, long seed) {
    static final String ENDING = ".wav";
    /** Of a speech detector's frames of 32 ms some two seconds: long enough for what a state gathers to show. */
    static final int STRETCH = 64;

    private static final Set<String> RATES = Set.of("sr", "sample_rate", "sampling_rate", "samplerate");
    private static final int USUAL_RATE = 16_000;

    static boolean areMeant(Data data) {
        return data.names().stream()
                .allMatch(name -> name.toLowerCase(Locale.ROOT).endsWith(ENDING));
    }

    /** @throws BasculeException where the model does not hear frame by frame, or a sound does not fit it */
    SampleSplit of(RunEnvironment environment, SuiteCase wanted, ResolvedModel model, PreparedCase first) {
        String input = heard(wanted.model(), model);
        List<Sample> samples = new ArrayList<>();
        for (String name : data.names()) {
            Path file = Path.of(name);
            requireRate(file, rate(model, first));
            samples.addAll(stretches(
                    name,
                    environment.prepare(fed(wanted, input, file), model, seed).feeds()));
        }
        String state = wanted.model().feed().carry().isEmpty()
                ? ""
                : "; what is carried (%s) begins anew in each, and each model goes on from its own"
                        .formatted(
                                String.join(", ", wanted.model().feed().carry().keySet()));
        return QuantizationSamples.with(
                SampleSplit.ofNeighbours(
                        String.join(",", data.names()),
                        "%d stretches of %d sounds, without labels"
                                .formatted(samples.size(), data.names().size()),
                        samples,
                        data.counts(),
                        seed),
                List.of(
                        "a sample is a stretch of %d frames%s; time is of one frame".formatted(STRETCH, state),
                        "intervals are over stretches, whose frames do not count as independent; stretches do, though neighbours are alike: they are of these sounds, not of all"));
    }

    /** The one input of floats that is fed frame by frame. */
    private static String heard(SuiteModel suite, ResolvedModel model) {
        List<String> inputs = suite.feed().frames().keySet().stream()
                .filter(name -> model.inspection()
                        .input(name)
                        .map(Port::type)
                        .filter(type -> type instanceof ValueType.TensorType tensor
                                && tensor.dtype().isFloat())
                        .isPresent())
                .toList();
        if (inputs.size() != 1) {
            throw usage(
                    "--data with a %s file is for a model that hears frame by frame, and of '%s' %s"
                            .formatted(
                                    ENDING,
                                    model.info().name(),
                                    inputs.isEmpty() ? "nobody says how long a frame is" : "several inputs are framed"),
                    "say so as to run: --frame INPUT=LENGTH[:CONTEXT] --carry INPUT=OUTPUT");
        }
        return inputs.get(0);
    }

    /** Samples a second that the model is known to hear, or is told; else the usual ones. */
    private static int rate(ResolvedModel model, PreparedCase first) {
        Map<String, Tensor> inputs = first.feeds().step(0);
        return model.pipeline()
                .filter(PipelineSpec.Audio.class::isInstance)
                .map(spec -> ((PipelineSpec.Audio) spec).sampleRate())
                .or(() -> inputs.entrySet().stream()
                        .filter(each -> RATES.contains(each.getKey().toLowerCase(Locale.ROOT))
                                && each.getValue().shape().elements() == 1)
                        .map(each -> (int) Elements.of(each.getValue()).at(0))
                        .findFirst())
                .orElse(USUAL_RATE);
    }

    private static void requireRate(Path file, int wanted) {
        int rate = SampleFiles.sound(file).rate();
        if (rate != wanted) {
            throw usage(
                    "'%s' has %,d samples a second, and the model hears %,d".formatted(file, rate, wanted),
                    "convert it: ffmpeg -i %s -ar %d -ac 1 -c:a pcm_s16le OUT.wav".formatted(file, wanted));
        }
    }

    /** The whole sound, by no pipeline, which would cut it. */
    private static SuiteCase fed(SuiteCase wanted, String input, Path file) {
        SuiteModel.Feed feed = wanted.model().feed();
        Map<String, InputSource> inputs = new HashMap<>(feed.inputs());
        inputs.put(input, new InputSource.File(file));
        SuiteModel model = wanted.model()
                .with(new SuiteModel.Feed(
                        inputs,
                        Optional.of(PipelineEntry.NONE.of(PipelineKind.NONE)),
                        feed.dims(),
                        feed.frames(),
                        feed.carry()));
        return new SuiteCase(wanted.id(), model, wanted.settings(), wanted.chains(), wanted.comparisons());
    }

    /** Whole ones alone: each weighs as much. */
    private static List<Sample> stretches(String name, Feeds feeds) {
        int count = feeds.steps() / STRETCH;
        if (count == 0) {
            throw usage(
                    "'%s' has %d frames, and a stretch that is judged has %d".formatted(name, feeds.steps(), STRETCH),
                    "give a longer sound");
        }
        Map<String, Tensor> begin = feeds.step(0);
        return IntStream.range(0, count)
                .mapToObj(stretch -> Sample.ofSteps(
                        IntStream.range(stretch * STRETCH, (stretch + 1) * STRETCH)
                                .mapToObj(step -> begun(feeds.step(step), begin, feeds))
                                .toList(),
                        feeds.carry()))
                .toList();
    }

    private static Map<String, Tensor> begun(Map<String, Tensor> step, Map<String, Tensor> begin, Feeds feeds) {
        Map<String, Tensor> inputs = new HashMap<>(step);
        feeds.carry()
                .keySet()
                .forEach(name -> Optional.ofNullable(begin.get(name)).ifPresent(tensor -> inputs.put(name, tensor)));
        return inputs;
    }

    private static BasculeException usage(String message, String remedy) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, remedy);
    }
}
