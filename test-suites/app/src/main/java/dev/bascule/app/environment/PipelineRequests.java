package dev.bascule.app.environment;

import dev.bascule.execution.JobIds;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.FoundPipeline;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.models.preprocessing.Preprocessing;
import dev.bascule.models.pretrained.LabelledSample;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.studies.scenario.LabelledCase;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What an input pipeline is run on: a case's own picture, sound or sentence, else the sample of its kind. Stateless but for the zoo's cache. */
final class PipelineRequests {
    static final PipelineEntry DEFAULT_ENTRY = PipelineEntry.NONE;

    /** Of a pipeline's frames. */
    private static final Duration HOP = Duration.ofMillis(10);

    private final ZooStore zoo;
    private final JobIds ids;

    PipelineRequests(ZooStore zoo, JobIds ids) {
        this.zoo = zoo;
        this.ids = ids;
    }

    /**
     * The pipeline to run, if the model has one; a picture, sound or sentence among the sources becomes its asset.
     *
     * @param notes is told where the settings are from, where they were looked for
     */
    Optional<PipelineRequest> of(
            SuiteModel model, ResolvedModel resolved, Map<String, InputSource> sources, Map<String, String> notes) {
        PipelineEntry said = model.feed().pipeline().orElse(DEFAULT_ENTRY);
        if (said.kind().filter(kind -> kind == PipelineKind.NONE).isPresent()) {
            notes.put("pipeline.settings", "none, as was asked for");
            return Optional.empty();
        }
        Optional<FoundPipeline> found = said.kind().map(kind -> found(kind, said, resolved, sources));
        found.ifPresent(some -> notes.put("pipeline.settings", some.settings()));
        PipelineEntry entry = new PipelineEntry(
                Optional.empty(),
                said.spec().or(() -> found.map(FoundPipeline::spec)),
                said.asset(),
                said.text(),
                said.tokenizer().or(() -> found.flatMap(FoundPipeline::tokenizer)));
        Optional<PipelineSpec> spec = entry.spec().or(resolved::pipeline);
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> asset = entry.asset().or(() -> takeAsset(spec.get(), sources));
        Optional<String> text = entry.text().or(() -> takeText(spec.get(), sources));
        PipelineSpec pipeline = spec.get();
        if (pipeline instanceof PipelineSpec.Audio) {
            return Optional.of(request(
                    pipeline,
                    Map.of("audio", asset(asset, resolved.usage().sample().orElse(SampleAssets.SPEECH))),
                    Optional.empty()));
        }
        if (pipeline instanceof PipelineSpec.Vision) {
            return Optional.of(request(
                    pipeline,
                    Map.of("image", asset(asset, resolved.usage().sample().orElse(SampleAssets.PICTURE))),
                    Optional.empty()));
        }
        return Optional.of(request(
                pipeline,
                Map.of(
                        "tokenizer",
                        asset(entry.tokenizer().or(() -> resolved.usage().tokenizer()), SampleAssets.TOKENIZER)),
                Optional.of(unicode(text.orElse(SampleAssets.SENTENCE)))));
    }

    /** A model of ours has its own; of any other the files beside it say how. */
    private static FoundPipeline found(
            PipelineKind kind, PipelineEntry said, ResolvedModel resolved, Map<String, InputSource> sources) {
        Optional<PipelineSpec> own = resolved.pipeline().filter(spec -> kindOf(spec) == kind);
        if (own.isPresent()) {
            return new FoundPipeline(own.get(), Optional.empty(), "the model's own");
        }
        Optional<Path> sound = said.asset()
                .or(() -> kind == PipelineKind.AUDIO
                        ? takeAsset(new PipelineSpec.Audio("pcm", 1, 1, 1), new LinkedHashMap<>(sources))
                        : Optional.empty());
        return Preprocessing.of(kind, resolved.inspection(), resolved.artifact().file(), sound);
    }

    private static PipelineKind kindOf(PipelineSpec spec) {
        if (spec instanceof PipelineSpec.Audio) {
            return PipelineKind.AUDIO;
        }
        return spec instanceof PipelineSpec.Vision ? PipelineKind.IMAGE : PipelineKind.TEXT;
    }

    /** A case's pipeline on samples in place of its own file or text. */
    List<LabelledCase> labelled(PipelineRequest request, List<LabelledSample> samples) {
        return samples.stream()
                .map(sample -> new LabelledCase(
                        sample.parts().stream().map(part -> on(request, part)).toList(),
                        sample.label(),
                        sample.boxes(),
                        sample.spoken()))
                .toList();
    }

    private PipelineRequest on(PipelineRequest request, LabelledSample.Part part) {
        Map<String, ModelArtifact> assets = new LinkedHashMap<>(request.assets());
        part.file().ifPresent(file -> assets.put(file.role(), zoo.asset(file.name(), file.bytes())));
        return new PipelineRequest(ids.next(), heardWhole(request.pipeline(), part.lasts()), assets, part.text());
    }

    /** Plain samples are as many as the sound has, in the pipeline's hundredths of a second; features keep their number of frames. */
    private static PipelineSpec heardWhole(PipelineSpec pipeline, Optional<Duration> lasts) {
        if (lasts.isEmpty()
                || !(pipeline instanceof PipelineSpec.Audio audio)
                || !audio.features().equals("pcm")) {
            return pipeline;
        }
        int frames = (int) ((lasts.get().toMillis() + HOP.toMillis() - 1) / HOP.toMillis());
        return new PipelineSpec.Audio(audio.features(), audio.sampleRate(), frames, audio.mels());
    }

    private PipelineRequest request(PipelineSpec spec, Map<String, ModelArtifact> assets, Optional<String> text) {
        return new PipelineRequest(ids.next(), spec, assets, text);
    }

    static Optional<Path> takeAsset(PipelineSpec spec, Map<String, InputSource> sources) {
        List<String> endings = spec instanceof PipelineSpec.Audio
                ? List.of(".wav")
                : spec instanceof PipelineSpec.Vision ? List.of(".png", ".jpg", ".jpeg") : List.of();
        for (Map.Entry<String, InputSource> entry : Map.copyOf(sources).entrySet()) {
            if (entry.getValue() instanceof InputSource.File file
                    && endings.stream().anyMatch(file.path().toString().toLowerCase(Locale.ROOT)::endsWith)) {
                sources.remove(entry.getKey());
                return Optional.of(file.path());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> takeText(PipelineSpec spec, Map<String, InputSource> sources) {
        for (Map.Entry<String, InputSource> entry : Map.copyOf(sources).entrySet()) {
            if (spec instanceof PipelineSpec.Text && entry.getValue() instanceof InputSource.Text text) {
                sources.remove(entry.getKey());
                return Optional.of(text.text());
            }
        }
        return Optional.empty();
    }

    /** Half of a surrogate pair cannot be written down on its way to a runner: it would get another text. */
    private static String unicode(String text) {
        if (text.codePoints().anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "the text is no Unicode: it has half of a surrogate pair",
                    "write the whole character");
        }
        return text;
    }

    /** The file that was named, else the sample. */
    ModelArtifact asset(Optional<Path> named, SampleAssets sample) {
        if (named.isEmpty()) {
            return zoo.asset(sample);
        }
        Path file = named.get();
        try {
            return new ModelArtifact(Sha256.of(file), Files.size(file), file.toAbsolutePath());
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.INPUT_MISMATCH,
                    "cannot read '%s': %s".formatted(file, FileErrorText.why(e)),
                    "check the path and its permissions");
        }
    }
}
