package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.classify.Answer.Named;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.workload.Multiplications;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Says what kind of network a model is: by inputs and outputs, motifs and operators of its graph, then by names where the graph
 * leaves it open. Immutable and thread-safe.
 */
public final class ModelClassifier {
    /** Shapes matter and values do not. */
    private static final long SEED = 1;

    private final Calibration calibration;

    public ModelClassifier(Calibration calibration) {
        this.calibration = calibration;
    }

    /**
     * Reads the model's file again, for its graph.
     *
     * @param parameters as its publication counts them
     * @param names whether names are asked where the graph leaves a question open
     */
    public Classification classify(ModelInspection model, long parameters, boolean names) {
        Names said = names ? Names.of(model) : Names.NONE;
        if (model.artifact().format() != ModelFormat.ONNX) {
            String why = "a %s file: only an ONNX graph is read for it"
                    .formatted(model.artifact().format().id());
            return new Classification(
                    Answer.<Family>unknown(why).or(said.family()),
                    Answer.<ArchitectureKind>unknown(why).or(said.architecture()),
                    Answer.<String>unknown(why).or(said.task()),
                    new SizeFacts(parameters, Optional.empty(), false, why),
                    List.of());
        }
        OnnxModelFile file = OnnxModelFile.open(model.artifact().file());
        Findings found = Findings.of(file.proto());
        Answer<Family> family = Answer.of(Axis.FAMILY, found.family(), Family::id, calibration);
        Answer<ArchitectureKind> architecture =
                Answer.of(Axis.ARCHITECTURE, found.architecture(), ArchitectureKind::id, calibration);
        Answer<String> task = Answer.of(Axis.TASK, found.task(), Function.identity(), calibration);
        List<String> notes = new ArrayList<>();
        disagreement(family, said.family()).ifPresent(notes::add);
        disagreement(architecture, said.architecture()).ifPresent(notes::add);
        disagreement(task, said.task()).ifPresent(notes::add);
        return new Classification(
                contested(found.family()) ? family : family.or(said.family()),
                contested(found.architecture()) ? architecture : architecture.or(said.architecture()),
                contested(found.task()) ? task : task.or(said.task()),
                size(model, parameters, file),
                notes);
    }

    /**
     * What the graph alone speaks for, before it is decided whether that is enough.
     *
     * @param task as the product has it
     */
    record Findings(Finding<Family> family, Finding<ArchitectureKind> architecture, Finding<String> task) {
        static Findings of(ModelProto model) {
            Motifs motifs = Motifs.of(model);
            return new Findings(FamilyRules.find(motifs), ArchitectureRules.find(motifs), TaskRules.find(motifs));
        }
    }

    /** Whether the graph speaks for two answers: then a name, which knows no better, settles nothing. */
    private static boolean contested(Finding<?> finding) {
        return finding.leaning().isPresent() && !finding.against().isBlank();
    }

    private static <L> Optional<String> disagreement(Answer<L> answer, Optional<Named<L>> said) {
        return said.filter(each -> answer.value()
                        .filter(value -> !value.equals(each.answer()))
                        .isPresent())
                .map(each -> "%s says %s, which the graph does not bear out".formatted(each.why(), each.answer()));
    }

    private static SizeFacts size(ModelInspection model, long parameters, OnnxModelFile file) {
        try {
            var inputs = new FeedBuilder(model, Map.of(), 1, SEED, PreparedTensors.NONE)
                    .build(Map.of(), Map.of(), Map.of())
                    .feeds()
                    .step(0);
            Multiplications counted = Multiplications.of(file, inputs);
            boolean none = counted.count() == 0 && counted.unknown() > 0;
            return new SizeFacts(
                    parameters,
                    none ? Optional.empty() : Optional.of(2 * counted.count()),
                    counted.unknown() > 0,
                    counted.reason());
        } catch (BasculeException e) {
            return new SizeFacts(
                    parameters, Optional.empty(), false, "its inputs cannot be made up: " + e.getMessage());
        }
    }
}
