package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.inputs.SampleFiles;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.quantization.ModelFeed;
import dev.bascule.studies.quantization.QuantizationRequest.Data;
import dev.bascule.studies.quantization.Sample;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Samples of which some calibrate and the others judge, from wherever somebody named. Immutable.
 *
 * @param sets labelled data by name
 * @param data what was asked for
 * @param seed of the split, and of what is made
 */
record QuantizationSamples(DataSets sets, Data data, long seed) {
    private static final String ARRAY = ".npy";
    /** What is made is kept in memory. */
    private static final long MOST_BYTES = 64 << 20;

    /** How a model's inputs are made. */
    record Maker(
            RunEnvironment environment, SuiteCase wanted, ResolvedModel model, OnnxModelFile file, PreparedCase first) {
        Map<String, Tensor> inputs(long seed) {
            PreparedCase made = environment.prepare(wanted, model, seed);
            if (!shapes(made.feeds().step(0)).equals(shapes(first.feeds().step(0)))) {
                made = environment.fitted(wanted, model, seed, made);
            }
            return made.feeds().step(0);
        }

        private static Map<String, Shape> shapes(Map<String, Tensor> tensors) {
            Map<String, Shape> shapes = new HashMap<>();
            tensors.forEach((name, tensor) -> shapes.put(name, tensor.shape()));
            return shapes;
        }
    }

    SampleSplit of(ModelInspection model, Maker maker) {
        if (data.names().equals(List.of(Data.GENERATED))) {
            return made(maker);
        }
        if (data.names().stream().allMatch(name -> name.endsWith(ARRAY))) {
            return arrays(model);
        }
        if (SoundSamples.areMeant(data)) {
            return new SoundSamples(data, seed).of(maker.environment(), maker.wanted(), maker.model(), maker.first());
        }
        if (TextSamples.isMeant(data)) {
            return new TextSamples(data, seed).of(maker.environment(), maker.wanted(), maker.model(), maker.file());
        }
        if (data.names().size() > 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--data takes one name or folder, or several %s files, not %s".formatted(ARRAY, data.names()));
        }
        String name = data.names().get(0);
        Optional<List<TestDataSet>> published =
                folder(name).map(TestDataSet::in).filter(found -> !found.isEmpty());
        return published.isPresent() ? published(name, published.get(), model) : labelled(sets.of(name), model);
    }

    private static Optional<Path> folder(String name) {
        try {
            return Optional.of(Path.of(name)).filter(Files::isDirectory);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** What somebody learned from calibrates, what was held back judges. */
    SampleSplit labelled(LabelledData labelled, ModelInspection model) {
        // Kept as train feeds it, unless the source's own numbers are wanted.
        ModelFeed.Linear linear = data.source()
                ? new ModelFeed.Linear(
                        labelled.normalisation().deviation() * data.linear().scale(),
                        labelled.normalisation().mean() * data.linear().scale()
                                + data.linear().offset())
                : ModelFeed.Linear.SAME;
        ModelFeed feed = ModelFeed.of(model, labelled.dtype(), labelled.sample(), linear);
        SampleSplit split = SampleSplit.ofParts(
                labelled.name(),
                labelled.origin(),
                labelled.classes(),
                samples(labelled.train(), feed),
                samples(labelled.test(), feed),
                data.counts(),
                seed);
        List<String> notes = new ArrayList<>(split.notes());
        if (!data.source()) {
            unscaled(notes, "; --feed source feeds the source's own numbers so");
        }
        notes.add(
                data.source()
                        ? "samples are fed as their source has them, times %s plus %s"
                                .formatted(data.linear().scale(), data.linear().offset())
                        : "samples are fed " + labelled.normalisation());
        notes.addAll(feed.notes());
        return with(split, notes);
    }

    private static List<Sample> samples(Labelled part, ModelFeed feed) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < part.count(); i++) {
            samples.add(Sample.of(feed.inputs(row(part.samples(), i)), OptionalInt.of(part.label(i))));
        }
        return samples;
    }

    /** The i-th along the first axis. */
    private static Tensor row(Tensor all, int i) {
        List<Long> dims = all.shape().dims();
        Shape shape = new Shape(dims.subList(1, dims.size()));
        int width = Math.toIntExact(all.dtype().bytes(shape.elements()));
        byte[] bytes = new byte[width];
        all.data().get(Math.multiplyExact(i, width), bytes);
        return Tensor.of(all.dtype(), shape, bytes);
    }

    private SampleSplit arrays(ModelInspection model) {
        List<Sample> samples = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (String name : data.names()) {
            Tensor array = SampleFiles.array(Path.of(name));
            if (array.shape().rank() < 2 || array.shape().elements() == 0) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "'%s' has the shape %s; samples stand along the first dimension".formatted(name, array.shape()),
                        "save it as [count, …]: np.save(file, x[None]) for one sample");
            }
            List<Long> dims = array.shape().dims();
            ModelFeed feed = ModelFeed.of(model, array.dtype(), new Shape(dims.subList(1, dims.size())), data.linear());
            for (int i = 0; i < dims.get(0); i++) {
                samples.add(Sample.of(feed.inputs(row(array, i)), OptionalInt.empty()));
            }
            feed.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        }
        return with(
                SampleSplit.of(
                        String.join(",", data.names()),
                        "%d samples of %d files, without labels"
                                .formatted(samples.size(), data.names().size()),
                        samples,
                        data.counts(),
                        seed),
                notes);
    }

    /** What is asked for and not done is said. */
    private void unscaled(List<String> notes, String instead) {
        if (!data.linear().equals(ModelFeed.Linear.SAME)) {
            notes.add("--scale and --offset change nothing of these samples" + instead);
        }
    }

    private SampleSplit published(String name, List<TestDataSet> sets, ModelInspection model) {
        List<Sample> samples = new ArrayList<>();
        for (TestDataSet set : sets) {
            Map<String, Tensor> inputs = set.inputs(model);
            if (inputs.size() != model.inputs().size()) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "'%s' has %d inputs; %s".formatted(set.folder(), inputs.size(), model.describeInputs()),
                        "take the data sets of this model");
            }
            samples.add(Sample.of(inputs, OptionalInt.empty()));
        }
        List<String> notes = new ArrayList<>();
        unscaled(notes, "");
        return with(
                SampleSplit.of(
                        name,
                        "%d published data sets, without labels".formatted(samples.size()),
                        samples,
                        data.counts(),
                        seed),
                notes);
    }

    private SampleSplit made(Maker maker) {
        Map<String, Tensor> first = maker.first().feeds().step(0);
        long bytes = first.values().stream()
                .mapToLong(tensor -> Math.max(1, tensor.data().remaining()))
                .sum();
        int wanted = data.counts().calibration() + data.counts().evaluation();
        int count = (int) Math.min(wanted, Math.max(2, MOST_BYTES / Math.max(1, bytes)));
        Sample one = Sample.of(first, OptionalInt.empty());
        List<Sample> samples = new ArrayList<>(List.of(one));
        // A pipeline makes the same of its own picture or text, whatever the seed.
        boolean fixed = count > 1
                && Sample.of(maker.inputs(seed + 1), OptionalInt.empty())
                        .sha256()
                        .equals(one.sha256());
        DrawnInputs drawn =
                new DrawnInputs(first, maker.model().inspection().indexBounds().keySet());
        for (int i = 1; i < count; i++) {
            samples.add(Sample.of(fixed ? drawn.by(seed + i) : maker.inputs(seed + i), OptionalInt.empty()));
        }
        List<String> notes = new ArrayList<>();
        if (fixed) {
            notes.add(
                    "the model's own input is the same for every seed: other samples have its values, drawn anew for each"
                            + " place");
        }
        unscaled(notes, "");
        if (maker.first().feeds().steps() > 1) {
            notes.add("the model is fed frame by frame; samples are first frames");
        }
        return with(
                SampleSplit.of(
                        Data.GENERATED,
                        "%d inputs made by the seeds from %d on: what real data would show is not known"
                                .formatted(count, seed),
                        samples,
                        data.counts(),
                        seed),
                notes);
    }

    static SampleSplit with(SampleSplit split, List<String> more) {
        List<String> notes = new ArrayList<>(split.notes());
        more.stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        return new SampleSplit(
                split.name(),
                split.origin(),
                split.classes(),
                split.calibration(),
                split.evaluation(),
                notes,
                split.learning());
    }
}
