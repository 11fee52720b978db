package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.Scope;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the suite of one case on one target. Stateless. */
final class SuiteText {
    /** Settings that are part of a case's id, under the names that suites have for them. */
    private static final Set<String> SETTINGS =
            CaseKeys.of(Scope.CASE).stream().map(Key::name).collect(Collectors.toSet());

    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(60);
    private static final int MOST_ITERATIONS = 100;

    private SuiteText() {}

    static String of(TestSubject subject, ProjectFiles files) {
        YamlText yaml = new YamlText();
        yaml.comment(subject.measured()
                .map(cell -> "Made of the cell '%s' on %s, %s in run %s."
                        .formatted(
                                cell.caseId(),
                                cell.decisive().target().id(),
                                cell.verdict(),
                                subject.run().map(RunRecord::id).orElse("?")))
                .orElse("Made for a target that has no data yet: nothing is known of it."
                        + subject.like()
                                .map(cell -> " Inputs and settings are those of '%s'.".formatted(cell.caseId()))
                                .orElse("")));
        yaml.entry(0, "name", subject.name());
        yaml.entry(0, "description", "%s on %s".formatted(subject.model().name(), subject.chain()));
        subject.run()
                .ifPresent(run ->
                        yaml.entry(0, "seed", Long.toString(run.invocation().seed())));
        settings(subject, yaml);
        yaml.blank().key(0, "models");
        model(subject, files, yaml);
        yaml.blank();
        String chain = String.join(
                "->",
                subject.chain().rungs().stream().map(backend -> backend.id()).toList());
        yaml.list(0, "targets", subject.chain().isStrict() ? List.of(chain) : List.of());
        yaml.list(0, "chains", subject.chain().isStrict() ? List.of() : List.of(chain));
        subject.like()
                .flatMap(CaseRun::fallBackOn)
                .filter(policy -> !subject.chain().isStrict() && !policy.equals(FallbackPolicy.DEFAULT))
                .ifPresent(policy -> yaml.list(0, "fallBackOn", policy.words()));
        yaml.entry(0, "comparisons", "on");
        return yaml.text();
    }

    /** As it was measured: as many iterations, and time enough. */
    private static void settings(TestSubject subject, YamlText yaml) {
        Optional<CaseRun> like = subject.like();
        if (like.isEmpty()) {
            return;
        }
        yaml.blank().key(0, "settings");
        like.get().caseId().settings().forEach((key, value) -> {
            if (SETTINGS.contains(key)) {
                yaml.entry(1, key, value);
            }
        });
        // Runs of an earlier Bascule have no threads in their cases' ids, and still were measured with so many.
        Reproduced.of(like.get().reproduce())
                .threads()
                .filter(number -> !like.get().caseId().settings().containsKey("threads"))
                .ifPresent(number -> yaml.entry(1, "threads", Integer.toString(number)));
        Attempt decisive = like.get().decisive();
        decisive.measured()
                .timing()
                .map(Timing::measured)
                .filter(samples -> !samples.isEmpty())
                .ifPresent(samples -> iterations(samples, yaml));
        Duration wanted = decisive.span().elapsed().multipliedBy(4);
        yaml.entry(1, "timeout", Math.max(LEAST_TIMEOUT.toSeconds(), wanted.toSeconds()) + "s");
    }

    private static void iterations(Samples samples, YamlText yaml) {
        yaml.entry(1, "minIterations", Integer.toString(Math.min(samples.size(), MOST_ITERATIONS)));
    }

    private static void model(TestSubject subject, ProjectFiles files, YamlText yaml) {
        SuiteModel model = subject.model();
        ModelSource source = ModelSource.parse(model.reference(), Path.of(""));
        Optional<String> sha = subject.like().map(cell -> cell.model().sha256());
        String note = "the model" + sha.map(hash -> " (SHA-256 " + hash + ")").orElse("");
        yaml.raw("  - model: " + YamlText.scalar(reference(model, source, files, note)));
        yaml.entry(2, "name", model.name());
        sha.ifPresent(hash -> yaml.raw("    sha256: " + YamlText.quoted(hash)));
        if (!model.feed().inputs().isEmpty()) {
            yaml.key(2, "inputs");
            model.feed()
                    .inputs()
                    .forEach((name, input) ->
                            yaml.raw("      %s: {%s}".formatted(YamlText.scalar(name), input(name, input, files))));
        }
        model.feed().pipeline().ifPresent(entry -> pipeline(entry, files, yaml));
        numbers(yaml, "dims", model.feed().dims());
        numbers(yaml, "frame", model.feed().frames());
        numbers(yaml, "carry", model.feed().carry());
        model.expected().ifPresent(folder -> yaml.entry(2, "expected", files.name(folder, "the expected outputs")));
    }

    private static String reference(SuiteModel model, ModelSource source, ProjectFiles files, String note) {
        if (source instanceof ModelSource.OnnxFile file) {
            return files.model(file.path(), note);
        }
        return source instanceof ModelSource.TestFolder folder
                ? files.modelFolder(folder.path(), note + " with its data sets")
                : model.reference();
    }

    private static String input(String name, InputSource input, ProjectFiles files) {
        if (input instanceof InputSource.File file) {
            return "file: " + YamlText.scalar(files.name(file.path(), "the input '" + name + "'"));
        }
        if (input instanceof InputSource.Text text) {
            return "text: " + YamlText.scalar(text.text());
        }
        if (input instanceof InputSource.Literal literal) {
            return "literal: " + LiteralText.yaml(literal.json());
        }
        return input instanceof InputSource.Shaped shaped
                ? "shape: " + YamlText.scalar(shaped.toString())
                : "pipeline: " + YamlText.scalar(((InputSource.FromPipeline) input).output());
    }

    private static void pipeline(PipelineEntry entry, ProjectFiles files, YamlText yaml) {
        yaml.key(2, "pipeline");
        entry.kind().ifPresent(kind -> yaml.entry(3, "kind", kind.word()));
        entry.spec().ifPresent(spec -> spec(spec, yaml));
        entry.asset().ifPresent(file -> yaml.entry(3, "asset", files.name(file, "what the pipeline is fed")));
        entry.text().ifPresent(text -> yaml.entry(3, "text", text));
        entry.tokenizer().ifPresent(file -> yaml.entry(3, "tokenizer", files.name(file, "the tokenizer")));
    }

    private static void spec(PipelineSpec spec, YamlText yaml) {
        if (spec instanceof PipelineSpec.Audio audio) {
            yaml.entry(3, "kind", "audio").entry(3, "features", audio.features());
            yaml.entry(3, "sampleRate", Integer.toString(audio.sampleRate()));
            yaml.entry(3, "frames", Integer.toString(audio.frames()));
            yaml.entry(3, "mels", Integer.toString(audio.mels()));
        } else if (spec instanceof PipelineSpec.Vision vision) {
            yaml.entry(3, "kind", "vision");
            yaml.entry(3, "width", Integer.toString(vision.width()));
            yaml.entry(3, "height", Integer.toString(vision.height()));
            yaml.raw("      mean: " + vision.mean()).raw("      std: " + vision.std());
            vision.shaping().ifPresent(shaping -> shaping(shaping, yaml));
        } else if (spec instanceof PipelineSpec.Text text) {
            yaml.entry(3, "kind", "text").entry(3, "maxLength", Integer.toString(text.maxLength()));
            text.padding().ifPresent(padding -> yaml.entry(3, "padding", word(padding)));
        }
    }

    private static void shaping(Shaping shaping, YamlText yaml) {
        yaml.entry(3, "resampling", word(shaping.resampling()));
        yaml.raw("      antialias: " + shaping.antialias());
        if (shaping.fit() instanceof Shaping.Fit.ShortestEdge shortest) {
            yaml.entry(3, "fit", "shortest-edge").entry(3, "edge", Integer.toString(shortest.edge()));
        } else if (shaping.fit() instanceof Shaping.Fit.Pad pad) {
            yaml.entry(3, "fit", "pad").raw("      padding: " + pad.value());
        }
        yaml.raw("      scale: " + shaping.scale());
        yaml.entry(3, "channels", word(shaping.channels())).entry(3, "layout", word(shaping.layout()));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void numbers(YamlText yaml, String key, Map<String, ?> values) {
        if (!values.isEmpty()) {
            yaml.key(2, key);
            values.forEach((name, value) -> yaml.entry(3, name, value.toString()));
        }
    }
}
