package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * A decoder as an ONNX graph over a cache of fixed size; inputs and outputs as {@link DecoderConfig} says. Used once, by one thread.
 *
 * <p>A head's halves are turned against each other (as in GPT-NeoX and Hugging Face's LLaMA), not its neighbours.
 */
public final class DecoderGraph {
    private final DecoderConfig config;
    private final OnnxGraph graph;
    private final DecoderWeights weights;
    private final DecoderLayers layers;
    private final DecoderAttention attention;

    private DecoderGraph(String name, DecoderConfig config, GraphKind kind, DecoderWeights weights) {
        this.config = config;
        this.graph = new OnnxGraph(name);
        this.weights = weights;
        this.layers = switch (kind) {
            case PLAIN -> new PlainDecoderLayers(graph, config);
            case CONTRIB -> new ContribDecoderLayers(graph, config);
        };
        this.attention = switch (kind) {
            case PLAIN -> new PlainDecoderAttention(graph, config);
            case CONTRIB -> new ContribDecoderAttention(graph, config);
        };
    }

    /** The graph of these weights. */
    public static OnnxModelDefinition define(
            String name, DecoderConfig config, GraphKind kind, DecoderWeights weights) {
        return new DecoderGraph(name, config, kind, weights).define();
    }

    private OnnxModelDefinition define() {
        String ids = graph.input(DecoderConfig.IDS, DataType.INT64, 1, DecoderConfig.SEQUENCE);
        String position = graph.input(DecoderConfig.POSITION, DataType.INT64, 1);
        Object[] cache = {1, config.kvHeads(), config.context(), config.headSize()};
        for (int layer = 0; layer < config.layers(); layer++) {
            graph.input(DecoderConfig.past(layer, "key"), DataType.FLOAT, cache);
            graph.input(DecoderConfig.past(layer, "value"), DataType.FLOAT, cache);
        }
        config.source().ifPresent(this::crossInputs);
        Positions positions = Positions.of(graph, config, ids, position);
        attention.prepare(positions);
        DecoderWeights.Matrix embedding = weights.matrix("token_embd.weight", config.vocabulary(), config.hidden());
        String x = layers.embedding("token_embd", embedding, ids);
        if (config.shape().learnsPositions()) {
            String table = graph.parameter(
                    "position_embd.weight",
                    weights.matrix("position_embd.weight", config.context(), config.hidden())
                            .values(),
                    config.context(),
                    config.hidden());
            String rows = graph.op(
                    "Gather", "position_embd", List.of(table, positions.rows()), Attributes.integer("axis", 0));
            x = graph.op("Add", "embedded", List.of(x, rows));
        }
        // The last product of each layer is added by the norm that follows: ONNX Runtime has one operator for both.
        Optional<String> branch = Optional.empty();
        for (int layer = 0; layer < config.layers(); layer++) {
            String at = "blk." + layer;
            DecoderLayers.Normed first = norm(at + ".attn_norm", x, branch);
            String attended = attention(at, layer, first.value());
            DecoderLayers.Normed second = config.source().isPresent()
                    ? crossed(at, layer, first.sum(), attended)
                    : norm(at + ".ffn_norm", first.sum(), Optional.of(attended));
            branch = Optional.of(perceptron(at, second.value()));
            x = second.sum();
        }
        String last = switch (config.shape()) {
            case LLAMA, GPT2, WHISPER -> norm("output_norm", x, branch).value();
            case T5 ->
                // Published so: its embedding is of size one.
                graph.op(
                        "Mul",
                        "output_scaled",
                        List.of(norm("output_norm", x, branch).value(), graph.scalar("output_scale", (float)
                                (1 / StrictMath.sqrt(config.hidden())))));
        };
        String logits = config.tied()
                ? layers.linear("token_embd", "output", embedding, last, config.hidden(), config.vocabulary())
                : linear("output", last, config.hidden(), config.vocabulary(), false);
        String shaped =
                graph.op("Reshape", "shaped", List.of(logits, graph.longs("logits_shape", 1, -1, config.vocabulary())));
        graph.output(DecoderConfig.LOGITS, shaped, DataType.FLOAT, 1, DecoderConfig.SEQUENCE, config.vocabulary());
        for (int layer = 0; layer < config.layers(); layer++) {
            for (String what : List.of("key", "value")) {
                String name = DecoderConfig.present(layer, what);
                graph.output(name, "blk.%d.present_%s".formatted(layer, what), DataType.FLOAT, cache);
            }
        }
        return graph.define();
    }

    private DecoderLayers.Normed norm(String name, String x, Optional<String> branch) {
        String gain =
                graph.parameter(name + ".weight", weights.vector(name + ".weight", config.hidden()), config.hidden());
        Optional<String> bias = config.shape().isRmsNormed()
                ? Optional.empty()
                : Optional.of(graph.parameter(
                        name + ".bias", weights.vector(name + ".bias", config.hidden()), config.hidden()));
        return layers.norm(name, x, branch, gain, bias);
    }

    private String attention(String at, int layer, String x) {
        int queries = config.heads() * config.headSize();
        int keys = config.kvHeads() * config.headSize();
        boolean biased = config.qkvBias();
        String query = linear(at + ".attn_q", x, config.hidden(), queries, biased);
        String key = linear(at + ".attn_k", x, config.hidden(), keys, biased && config.shape() != DecoderShape.WHISPER);
        String value = linear(at + ".attn_v", x, config.hidden(), keys, biased);
        String context = attention.apply(at, layer, query, key, value);
        return linear(
                at + ".attn_output",
                context,
                queries,
                config.hidden(),
                config.shape().learnsPositions());
    }

    private void crossInputs(int source) {
        for (int layer = 0; layer < config.layers(); layer++) {
            for (String what : List.of("key", "value")) {
                graph.input(
                        DecoderConfig.cross(layer, what), DataType.FLOAT, 1, config.heads(), source, config.headSize());
            }
        }
    }

    /** What the layer finds in the encoder's result, and the norm that follows. */
    private DecoderLayers.Normed crossed(String at, int layer, String x, String attended) {
        boolean biased = config.shape() == DecoderShape.WHISPER;
        int width = config.heads() * config.headSize();
        DecoderLayers.Normed normed = norm(at + ".cross_attn_norm", x, Optional.of(attended));
        String query = linear(at + ".cross_attn_q", normed.value(), config.hidden(), width, biased);
        String found = new CrossAttention(graph, config).apply(at + ".cross", layer, query);
        String out = linear(at + ".cross_attn_output", found, width, config.hidden(), biased);
        return norm(at + ".ffn_norm", normed.sum(), Optional.of(out));
    }

    private String perceptron(String at, String x) {
        int wide = config.feedForward();
        if (config.shape() != DecoderShape.LLAMA) {
            boolean biased = config.shape().learnsPositions();
            String up = linear(at + ".ffn_up", x, config.hidden(), wide, biased);
            String bent = switch (config.shape()) {
                case LLAMA, GPT2 -> layers.gelu(at + ".ffn_gelu", up);
                case WHISPER -> new Layers(graph).gelu(at + ".ffn_gelu", up);
                case T5 -> graph.op("Relu", at + ".ffn_relu", List.of(up));
            };
            return linear(at + ".ffn_down", bent, wide, config.hidden(), biased);
        }
        String gate = linear(at + ".ffn_gate", x, config.hidden(), wide, false);
        String sigmoid = graph.op("Sigmoid", at + ".ffn_sigmoid", List.of(gate));
        String silu = graph.op("Mul", at + ".ffn_silu", List.of(gate, sigmoid));
        String up = linear(at + ".ffn_up", x, config.hidden(), wide, false);
        String product = graph.op("Mul", at + ".ffn_product", List.of(silu, up));
        return linear(at + ".ffn_down", product, wide, config.hidden(), false);
    }

    private String linear(String name, String x, int in, int out, boolean biased) {
        DecoderWeights.Matrix matrix = weights.matrix(name + ".weight", out, in);
        String product = layers.linear(name, name, matrix, x, in, out);
        return biased
                ? graph.op(
                        "Add",
                        name + ".add",
                        List.of(product, graph.parameter(name + ".bias", weights.vector(name + ".bias", out), out)))
                : product;
    }

    /**
     * Which positions of the text a step is about.
     *
     * @param before the input: positions in the cache before
     * @param length int64 [1], how many come to it
     * @param rows int32 [sequence], each position's number
     * @param all int32 [context], 0, 1, 2 and so on
     */
    record Positions(String before, String length, String rows, String all) {
        static Positions of(OnnxGraph graph, DecoderConfig config, String ids, String position) {
            String length = graph.op(
                    "Shape", "length", List.of(ids), Attributes.integer("start", 1), Attributes.integer("end", 2));
            String all = graph.constant("all_positions", DataType.INT32, new Fill.Counting(), config.context());
            String first = graph.op(
                    "Slice", "offsets", List.of(all, graph.longs("zero", 0), length, graph.longs("axis_zero", 0)));
            String before =
                    graph.op("Cast", "before", List.of(position), Attributes.integer("to", DataType.INT32_VALUE));
            return new Positions(position, length, graph.op("Add", "positions", List.of(first, before)), all);
        }
    }
}
