package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Recipe;
import java.util.List;
import java.util.Map;

/** The last step of each method. Stateless. */
final class Variants {
    static final String MICROSOFT = "com.microsoft";

    private Variants() {}

    /** A variant whose model tells of itself. */
    static Made.Variant of(
            ModelProto from, GraphProto graph, Recipe recipe, List<LayerChange> layers, List<String> notes) {
        return new Made.Variant(told(from.toBuilder().setGraph(graph).build(), recipe), recipe, layers, notes);
    }

    /** With this recipe in its metadata alone. */
    static ModelProto told(ModelProto model, Recipe recipe) {
        return untold(model).toBuilder()
                .addMetadataProps(
                        StringStringEntryProto.newBuilder().setKey(Recipe.KEY).setValue(recipe.toString()))
                .build();
    }

    static ModelProto untold(ModelProto model) {
        return model.toBuilder()
                .clearMetadataProps()
                .addAllMetadataProps(model.getMetadataPropsList().stream()
                        .filter(entry -> !entry.getKey().equals(Recipe.KEY))
                        .toList())
                .build();
    }

    static Recipe recipe(String method, String source, Map<String, String> parameters) {
        return new Recipe(method, source, parameters);
    }

    /** With the operators of ONNX Runtime's own domain. */
    static ModelProto withMicrosoft(ModelProto model) {
        return model.getOpsetImportList().stream()
                        .anyMatch(each -> each.getDomain().equals(MICROSOFT))
                ? model
                : model.toBuilder()
                        .addOpsetImport(OperatorSetIdProto.newBuilder()
                                .setDomain(MICROSOFT)
                                .setVersion(1))
                        .build();
    }
}
