package dev.bascule.models.zoo;

import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * A square picture as a class token and its patches, each with its learned position: [batch, patches + 1, width].
 *
 * @param imageSize side of the picture in pixels
 * @param patchSize side of a patch in pixels; divides the image size
 * @param width model width
 * @param biased whether the patches' projection has a bias (CLIP's has none)
 */
record PatchEmbedding(int imageSize, int patchSize, int width, boolean biased) {

    String apply(OnnxGraph graph, String name, String pixels) {
        long patches = (long) (imageSize / patchSize) * (imageSize / patchSize);
        String weight = graph.parameter(
                name + ".projection.weight", Layers.lecun(3L * patchSize * patchSize), width, 3, patchSize, patchSize);
        List<String> inputs = biased
                ? List.of(pixels, weight, graph.parameter(name + ".projection.bias", Layers.bias(), width))
                : List.of(pixels, weight);
        String grid = graph.op(
                "Conv",
                name + ".projection",
                inputs,
                Attributes.ints("kernel_shape", patchSize, patchSize),
                Attributes.ints("strides", patchSize, patchSize));
        String rows =
                graph.op("Reshape", name + ".reshape", List.of(grid, graph.longs("patch_rows", 0, width, patches)));
        String tokens = graph.op("Transpose", name + ".transpose", List.of(rows), Attributes.ints("perm", 0, 2, 1));
        String all = graph.op(
                "Concat",
                name + ".concat",
                List.of(classToken(graph, name, tokens), tokens),
                Attributes.integer("axis", 1));
        String positions =
                graph.parameter(name + ".position_embeddings", new Fill.Uniform(0, 0.5f), 1, patches + 1, width);
        return graph.op("Add", name + ".add", List.of(all, positions));
    }

    /** One class token for each image of the batch, as exporters write {@code cls_token.expand(batch, -1, -1)}. */
    private String classToken(OnnxGraph graph, String name, String tokens) {
        String token = graph.parameter(name + ".cls_token", new Fill.Uniform(0, 1), 1, 1, width);
        String batch = graph.op(
                "Shape",
                name + ".batch",
                List.of(tokens),
                Attributes.integer("start", 0),
                Attributes.integer("end", 1));
        String shape = graph.op(
                "Concat",
                name + ".cls_shape",
                List.of(batch, graph.longs("cls_row", 1, width)),
                Attributes.integer("axis", 0));
        return graph.op("Expand", name + ".cls_expand", List.of(token, shape));
    }
}
