package dev.bascule.app.environment;

import java.util.LinkedHashMap;
import dev.bascule.models.pretrained.LabelledSample;
import dev.bascule.studies.scenario.LabelledCase;
import dev.bascule.execution.JobIds;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What an input pipeline is run on: a case's own picture, sound or sentence, else the sample of its kind. Stateless but for the zoo's cache. */
final class PipelineRequests {
    static final PipelineEntry DEFAULT_ENTRY =
            new PipelineEntry(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final ZooStore zoo;
    private final JobIds ids;

    PipelineRequests(ZooStore zoo, JobIds ids) {
        this.zoo = zoo;
        this.ids = ids;
    }

    /** The pipeline to run, if the model has one; a picture, sound or sentence among the sources becomes its asset. */
    Optional<PipelineRequest> of(SuiteModel model, ResolvedModel resolved, Map<String, InputSource> sources) {
        PipelineEntry entry = model.feed().pipeline().orElse(DEFAULT_ENTRY);
        Optional<PipelineSpec> spec = entry.spec().or(resolved::pipeline);
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> asset = entry.asset().or(() -> takeAsset(spec.get(), sources));
        Optional<String> text = entry.text().or(() -> takeText(spec.get(), sources));
        PipelineSpec pipeline = spec.get();
        if (pipeline instanceof PipelineSpec.Audio) {
            return Optional.of(request(pipeline, Map.of("audio", asset(asset, resolved.usage().sample().orElse(SampleAssets.SPEECH))), Optional.empty()));
        }
        if (pipeline instanceof PipelineSpec.Vision) {
            return Optional.of(
                    request(pipeline, Map.of("image", asset(asset, resolved.usage().sample().orElse(SampleAssets.PICTURE))), Optional.empty()));
        }
        return Optional.of(request(
                pipeline,
                Map.of("tokenizer", asset(entry.tokenizer().or(() -> resolved.usage().tokenizer()), SampleAssets.TOKENIZER)),
                Optional.of(text.orElse(SampleAssets.SENTENCE))));
    }

    /** A case's pipeline on samples in place of its own file or text. */
    List<LabelledCase> labelled(PipelineRequest request, List<LabelledSample> samples) {
        return samples.stream()
                .map(sample -> new LabelledCase(
                        sample.parts().stream().map(part -> on(request, part)).toList(), sample.label()))
                .toList();
    }

    private PipelineRequest on(PipelineRequest request, LabelledSample.Part part) {
        Map<String, ModelArtifact> assets = new LinkedHashMap<>(request.assets());
        part.file().ifPresent(file -> assets.put(file.role(), zoo.asset(file.name(), file.bytes())));
        return new PipelineRequest(ids.next(), request.pipeline(), assets, part.text());
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
