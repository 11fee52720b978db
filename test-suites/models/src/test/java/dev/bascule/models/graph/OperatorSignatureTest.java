package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.zoo.Zoo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorSignatureTest {
    private static final int FLOAT = 1;
    private static final int FLOAT16 = 10;

    @TempDir
    private Path folder;

    @Test
    void an_operator_has_the_opset_that_the_model_imports_and_the_dtype_of_its_first_input() {
        assertThat(read(graph().addInput(value("x", FLOAT16)).addNode(node("Relu", "x", "y"))))
                .containsExactly(of("Relu", 17, DType.FLOAT16, 1));
    }

    @Test
    void types_flow_through_nodes_that_change_them() {
        assertThat(read(graph().addInput(value("x", FLOAT))
                        .addNode(node("Shape", "x", "s"))
                        .addNode(cast("s", "c", DType.INT32))
                        .addNode(node("Equal", "c,c", "e"))
                        .addNode(node("Not", "e", "n"))
                        .addNode(node("Abs", "x", "a"))
                        .addNode(node("Abs", "c", "b"))))
                .containsExactly(
                        of("Abs", 17, DType.FLOAT32, 1),
                        of("Abs", 17, DType.INT32, 1),
                        of("Cast", 17, DType.INT64, 1),
                        of("Equal", 17, DType.INT32, 1),
                        of("Not", 17, DType.BOOL, 1),
                        of("Shape", 17, DType.FLOAT32, 1));
    }

    @Test
    void equal_uses_are_counted_together() {
        assertThat(read(graph().addInput(value("x", FLOAT))
                        .addNode(node("Relu", "x", "a"))
                        .addNode(node("Relu", "a", "b"))))
                .containsExactly(of("Relu", 17, DType.FLOAT32, 2));
    }

    @Test
    void what_the_model_does_not_tell_stays_unknown() {
        GraphProto.Builder graph = graph().addInput(value("x", FLOAT))
                .addInput(value("i", DType.INT64.onnx()))
                .addNode(node("Mystery", "x", "m").setDomain("example"))
                .addNode(node("Gather", "m,i", "g"))
                .addNode(node("Relu", "g", "y"));

        assertThat(read(graph))
                .containsExactly(
                        unknown("ai.onnx", "Gather"),
                        unknown("ai.onnx", "Relu"),
                        new OperatorSignature("example", "Mystery", 1, Optional.of(DType.FLOAT32), 1));
    }

    @Test
    void a_declared_type_is_taken_where_no_rule_tells() {
        GraphProto.Builder graph = graph().addInput(value("x", FLOAT))
                .addValueInfo(value("m", FLOAT16))
                .addNode(node("Mystery", "x", "m"))
                .addNode(node("Relu", "m", "y"));

        assertThat(read(graph)).contains(of("Relu", 17, DType.FLOAT16, 1));
    }

    @Test
    void an_operator_of_one_type_learns_it_from_any_input() {
        GraphProto.Builder graph = graph().addInitializer(
                        TensorProto.newBuilder().setName("w").setDataType(FLOAT16))
                .addNode(node("Mystery", "", "m"))
                .addNode(node("Mul", "m,w", "y"));

        assertThat(read(graph)).contains(of("Mul", 17, DType.FLOAT16, 1));
    }

    @Test
    void an_operator_without_inputs_has_the_type_of_its_output() {
        NodeProto.Builder constant = node("Constant", "", "c").clearInput();
        constant.addAttribute(AttributeProto.newBuilder()
                .setName("value_ints")
                .setType(AttributeProto.AttributeType.INTS)
                .addInts(3));

        assertThat(read(graph().addNode(constant))).containsExactly(of("Constant", 17, DType.INT64, 1));
    }

    @Test
    void a_choice_is_known_by_what_is_chosen() {
        assertThat(read(graph().addInput(value("if", DType.BOOL.onnx()))
                        .addInput(value("x", FLOAT16))
                        .addNode(node("Where", "if,x,x", "y"))))
                .containsExactly(of("Where", 17, DType.FLOAT16, 1));
    }

    @Test
    void a_sequence_counts_as_what_it_holds() {
        TypeProto sequence = TypeProto.newBuilder()
                .setSequenceType(TypeProto.Sequence.newBuilder()
                        .setElemType(value("", DType.INT64.onnx()).getType()))
                .build();

        assertThat(read(graph().addInput(
                                ValueInfoProto.newBuilder().setName("s").setType(sequence))
                        .addNode(node("SequenceAt", "s,i", "y"))))
                .containsExactly(of("SequenceAt", 17, DType.INT64, 1));
    }

    @Test
    void a_sub_graph_sees_what_is_around_it_and_decides_what_the_node_gives() {
        GraphProto.Builder branch = GraphProto.newBuilder()
                .addNode(node("Relu", "x", "inner"))
                .addOutput(ValueInfoProto.newBuilder().setName("inner"));
        NodeProto.Builder choice = node("If", "c", "y")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("then_branch")
                        .setType(AttributeProto.AttributeType.GRAPH)
                        .setG(branch));

        assertThat(read(graph().addInput(value("c", DType.BOOL.onnx()))
                        .addInput(value("x", FLOAT16))
                        .addNode(choice)
                        .addNode(node("Neg", "y", "z"))))
                .containsExactly(
                        of("If", 17, DType.BOOL, 1), of("Neg", 17, DType.FLOAT16, 1), of("Relu", 17, DType.FLOAT16, 1));
    }

    @Test
    void a_loop_hands_its_carried_values_to_its_body_and_on() {
        GraphProto.Builder body = GraphProto.newBuilder()
                .addInput(ValueInfoProto.newBuilder().setName("n"))
                .addInput(ValueInfoProto.newBuilder().setName("go"))
                .addInput(ValueInfoProto.newBuilder().setName("state"))
                .addNode(node("Identity", "go", "still"))
                .addNode(node("Relu", "state", "next"))
                .addOutput(ValueInfoProto.newBuilder().setName("still"))
                .addOutput(ValueInfoProto.newBuilder().setName("next"));
        NodeProto.Builder loop = node("Loop", "m,c,x", "y")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("body")
                        .setType(AttributeProto.AttributeType.GRAPH)
                        .setG(body));

        assertThat(read(graph().addInput(value("m", DType.INT64.onnx()))
                        .addInput(value("c", DType.BOOL.onnx()))
                        .addInput(value("x", FLOAT16))
                        .addNode(loop)
                        .addNode(node("Neg", "y", "z"))))
                .containsExactly(
                        of("Identity", 17, DType.BOOL, 1),
                        of("Loop", 17, DType.INT64, 1),
                        of("Neg", 17, DType.FLOAT16, 1),
                        of("Relu", 17, DType.FLOAT16, 1));
    }

    @Test
    void a_local_function_has_its_own_opset_and_knows_no_dtype() {
        FunctionProto function = FunctionProto.newBuilder()
                .setName("F")
                .setDomain("local")
                .addInput("a")
                .addOutput("b")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                .addNode(node("Relu", "a", "b"))
                .build();
        ModelProto model = model(graph().addInput(value("x", FLOAT))
                        .addNode(node("F", "x", "y").setDomain("local")))
                .addFunctions(function)
                .build();

        assertThat(SignatureReader.of(model))
                .contains(new OperatorSignature("ai.onnx", "Relu", 13, Optional.empty(), 1));
    }

    @Test
    void a_whole_model_of_the_zoo_is_typed_and_its_nodes_add_up() throws IOException {
        Path file = folder.resolve("bert.onnx");
        try (OutputStream out = Files.newOutputStream(file)) {
            Zoo.model("bert-micro").orElseThrow().writeTo(out);
        }
        ModelInspection model = OnnxModelFile.open(file).inspect();

        assertThat(model.signatures())
                .allSatisfy(signature ->
                        assertThat(signature.dtype()).as(signature.operator()).isPresent());
        assertThat(model.signatures().stream()
                        .mapToInt(OperatorSignature::nodes)
                        .sum())
                .isEqualTo(
                        model.operators().stream().mapToInt(OperatorUse::count).sum());
    }

    @Test
    @Tag("corpus")
    void nearly_every_published_node_case_of_onnx_tells_its_dtypes() throws IOException {
        Path corpus = Corpora.path("onnx-node");
        List<Path> models;
        try (Stream<Path> files = Files.walk(corpus)) {
            models = files.filter(file -> file.getFileName().toString().equals("model.onnx"))
                    .toList();
        }
        long all = 0;
        long typed = 0;
        for (Path file : models) {
            for (OperatorSignature signature :
                    OnnxModelFile.open(file).inspect().signatures()) {
                all += signature.nodes();
                if (signature.dtype().isPresent()) {
                    typed += signature.nodes();
                } else if (Boolean.getBoolean("bascule.show")) {
                    System.err.println(file + " " + signature);
                }
            }
        }
        assertThat(typed).as("of %d nodes in %d models", all, models.size()).isGreaterThan(all * 95 / 100);
    }

    /** Where no output is named, all are. */
    private static List<OperatorSignature> read(GraphProto.Builder graph) {
        if (graph.getOutputCount() == 0) {
            graph.getNodeList().stream()
                    .flatMap(node -> node.getOutputList().stream())
                    .forEach(name -> graph.addOutput(ValueInfoProto.newBuilder().setName(name)));
        }
        return SignatureReader.of(model(graph).build());
    }

    private static ModelProto.Builder model(GraphProto.Builder graph) {
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(graph);
    }

    private static GraphProto.Builder graph() {
        return GraphProto.newBuilder().setName("g");
    }

    private static OperatorSignature of(String operator, long opset, DType dtype, int nodes) {
        return new OperatorSignature("ai.onnx", operator, opset, Optional.of(dtype), nodes);
    }

    private static OperatorSignature unknown(String domain, String operator) {
        return new OperatorSignature(domain, operator, 17, Optional.empty(), 1);
    }

    private static NodeProto.Builder node(String type, String inputs, String output) {
        return NodeProto.newBuilder()
                .setOpType(type)
                .addAllInput(List.of(inputs.split(",")))
                .addOutput(output);
    }

    private static NodeProto.Builder cast(String input, String output, DType to) {
        return node("Cast", input, output)
                .addAttribute(AttributeProto.newBuilder()
                        .setName("to")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(to.onnx()));
    }

    private static ValueInfoProto value(String name, int type) {
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder().setElemType(type)))
                .build();
    }
}
