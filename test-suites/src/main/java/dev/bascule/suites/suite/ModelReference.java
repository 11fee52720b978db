package dev.bascule.suites.suite;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.runner.PipelineSpec;
import dev.bascule.suites.zoo.Zoo;
import dev.bascule.suites.zoo.ZooModel;
import java.nio.file.Path;
import java.util.Optional;

/** What the word for a model in a suite or on the command line means. */
public sealed interface ModelReference {

    /** A model of the zoo. */
    record InZoo(ZooModel model) implements ModelReference {}

    /** {@code hf:org/repo[/file]}. */
    record OnHub(String address) implements ModelReference {}

    /** A file, or a folder in the backend-test layout. */
    record OnDisk(Path path) implements ModelReference {}

    String HUB_PREFIX = "hf:";

    /** What it means; a path is taken as it stands, there or not. */
    static ModelReference of(String word) {
        Optional<ZooModel> known = Zoo.model(word);
        if (known.isPresent()) {
            return new InZoo(known.get());
        }
        return word.startsWith(HUB_PREFIX) ? new OnHub(word.substring(HUB_PREFIX.length())) : new OnDisk(Path.of(word));
    }

    /** The model's name in case ids. */
    default String caseName() {
        if (this instanceof InZoo zoo) {
            return zoo.model().id();
        }
        if (this instanceof OnHub hub) {
            return java.util.Arrays.stream(hub.address().split("/"))
                    .map(CaseId::word)
                    .collect(java.util.stream.Collectors.joining("/"));
        }
        Path path = ((OnDisk) this).path().toAbsolutePath().normalize();
        String name = stem(path);
        Path folder = path.getParent();
        // Half the world's models are called model.onnx: the folder tells them apart.
        return CaseId.word(name.equals("model") && folder != null ? stem(folder) : name);
    }

    /** The kind of the model's own pipeline in case ids, or {@code model} where it has none. */
    default String casePath() {
        return this instanceof InZoo zoo ? kind(zoo.model().pipeline()) : "model";
    }

    /** The word for a pipeline: {@code audio}, {@code vision}, {@code text}. */
    static String kind(PipelineSpec spec) {
        if (spec instanceof PipelineSpec.Audio) {
            return "audio";
        }
        return spec instanceof PipelineSpec.Vision ? "vision" : "text";
    }

    private static String stem(Path path) {
        Path last = path.getFileName();
        String name = last == null ? "model" : last.toString();
        return name.endsWith(".onnx") ? name.substring(0, name.length() - ".onnx".length()) : name;
    }
}
