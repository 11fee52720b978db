package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.step.TrainingGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Holds a model that was made of a trained state against the evaluation of that state, on native CPU: each held-out sample has the same greatest class, and its
 * logits lie within what rounding of as many nodes explains ({@link Tolerance#of}).
 */
public final class ModelProof {
    private ModelProof() {}

    /** What came of it. */
    public sealed interface Result {}

    /**
     * It answers as the state does.
     *
     * @param right answers on held-out data
     * @param of samples
     * @param off the greatest absolute difference of a logit
     */
    public record Proven(int right, int of, double off) implements Result {}

    /** It does not, and why. */
    public record Refuted(String why) implements Result {}

    /**
     * Runs both.
     *
     * @param model takes one sample
     * @param folder for its file
     */
    static Result of(Evaluator evaluator, TrainingModels models, TrainingStart state, ModelProto model, Path folder) {
        Optional<List<Tensor>> expected = evaluator.logits(models, state);
        if (expected.isEmpty()) {
            return new Refuted("native CPU did not answer for held-out data by the trained state");
        }
        byte[] bytes = model.toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve("emitted-" + sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        Optional<List<Tensor>> got = evaluator.logits(new ModelArtifact(sha256, bytes.length, file));
        return got.map(answers -> compared(evaluator.held(), answers, rows(expected.orElseThrow()), nodes(model)))
                .orElseGet(() -> new Refuted("native CPU did not open the model, or did not answer for every sample"));
    }

    /** @param got and expected [1, classes] of each held-out sample, or of more */
    static Result compared(Labelled held, List<Tensor> got, List<Tensor> expected, int nodes) {
        Tolerance tolerance = Tolerance.of(DType.FLOAT32, nodes);
        int right = 0;
        double off = 0;
        for (int i = 0; i < held.count(); i++) {
            Difference difference =
                    TensorComparer.compare(TrainingGraph.LOGITS, got.get(i), expected.get(i), tolerance);
            if (difference.outside() > 0) {
                return new Refuted(
                        "sample %d of the held-out data lies %.3g off the trained state's answer, which %s does not explain"
                                .formatted(i, difference.maxAbs(), tolerance.basis()));
            }
            int said = greatest(got.get(i));
            if (said != greatest(expected.get(i))) {
                return new Refuted("sample %d of the held-out data is class %d to it, and %d to the trained state"
                        .formatted(i, said, greatest(expected.get(i))));
            }
            right += said == held.label(i) ? 1 : 0;
            off = Math.max(off, difference.maxAbs());
        }
        return new Proven(right, held.count(), off);
    }

    private static int greatest(Tensor logits) {
        Elements.Reader numbers = Elements.of(logits);
        int best = 0;
        for (int i = 1; i < logits.shape().elements(); i++) {
            best = numbers.at(i) > numbers.at(best) ? i : best;
        }
        return best;
    }

    private static int nodes(ModelProto model) {
        return model.getGraph().getNodeCount();
    }

    private static List<Tensor> rows(List<Tensor> batches) {
        return batches.stream()
                .flatMap(batch -> {
                    int count = Math.toIntExact(batch.shape().dims().get(0));
                    int classes = Math.toIntExact(batch.shape().elements() / count);
                    Elements.Reader numbers = Elements.of(batch);
                    return IntStream.range(0, count).mapToObj(row -> {
                        float[] own = new float[classes];
                        for (int i = 0; i < classes; i++) {
                            own[i] = (float) numbers.at(row * classes + i);
                        }
                        return Tensor.floats(Shape.of(1, classes), own);
                    });
                })
                .toList();
    }
}
