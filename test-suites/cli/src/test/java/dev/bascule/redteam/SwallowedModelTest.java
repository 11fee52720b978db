package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.GraphFacts;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.GraphReader;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A runner says that a few fused nodes swallowed a real model; what the engine itself makes of that model is believed. */
@Tag("native")
@Tag("red-team")
class SwallowedModelTest {
    private static final EvidenceJudge JUDGE = new EvidenceJudge(Backends.installed());
    private static final Map<String, String> ADAPTER = Map.of("vendor", "google", "architecture", "swiftshader");

    /** Each model is written once for all. */
    @TempDir
    private static Path folder;

    static Stream<ZooModel> models() {
        return Zoo.models().stream().filter(model -> model.parameters() < 5_000_000);
    }

    /** Every third of them, and all where there is time: the engine opens each twice. */
    static Stream<ZooModel> opened() {
        List<ZooModel> all = models().toList();
        int step = TestSize.of(3, 1);
        return IntStream.range(0, (all.size() + step - 1) / step).mapToObj(i -> all.get(i * step));
    }

    private static Evidence judged(Backend backend, GraphFacts graph, String provider, List<String[]> nodes) {
        List<NodePlacement> placed = nodes.stream()
                .map(node -> new NodePlacement(node[0], node[1], provider))
                .toList();
        RawEvidence raw = new RawEvidence(
                Optional.of(backend.id()), Optional.empty(), List.of(), placed, ADAPTER, List.of(), Map.of());
        return JUDGE.judge(backend, raw, RunnerContext.UNKNOWN, HostView.NOTHING.withGraph(Optional.of(graph)));
    }

    @ParameterizedTest
    @MethodSource("models")
    void one_fused_node_for_a_whole_model_is_not_proof(ZooModel model) {
        GraphFacts graph = facts(model);
        List<String[]> one = List.<String[]>of(new String[] {"FusedX", "FusedX"});
        Evidence evidence = judged(Backends.WEBGPU, graph, "WebGpuExecutionProvider", one);
        assertThat(evidence.proof()).as(graph.toString()).isEqualTo(ProofClass.UNKNOWN);
        assertThat(evidence.contradictions())
                .extracting(Contradiction::rule)
                .containsAnyOf("graph-nodes-at-least", "graph-work");
    }

    @ParameterizedTest
    @MethodSource("models")
    void many_nodes_that_do_none_of_the_models_work_are_not_proof(ZooModel model) {
        GraphFacts graph = facts(model);
        List<String[]> idle = IntStream.range(0, graph.least() + 5)
                .mapToObj(i -> new String[] {"Fused" + i, "FusedX"})
                .toList();
        assertThat(judged(Backends.WEBGPU, graph, "WebGpuExecutionProvider", idle)
                        .contradictions())
                .as(graph.toString())
                .extracting(Contradiction::rule)
                .contains("graph-work");
    }

    @ParameterizedTest
    @Tag("sized")
    @MethodSource("opened")
    void honest_twin_what_the_engine_makes_of_the_model_is_believed(ZooModel model) throws Exception {
        Path file = new ZooStore(new CacheFolder(folder)).file(model);
        assertThat(contradictions(file)).isEmpty();
    }

    @Test
    @Tag("sized")
    @Tag("corpus")
    void honest_twin_what_the_engine_makes_of_each_model_of_the_corpora_is_believed() throws Exception {
        List<Path> files = files();
        List<String> contradicted = new ArrayList<>();
        int judged = 0;
        for (Path file : files) {
            try {
                contradictions(file).forEach(sentence -> contradicted.add(file + ": " + sentence));
                judged++;
            } catch (OrtException e) {
                // What the engine refuses has no record.
                assertThat(e).hasMessageNotContaining("Bascule");
            }
        }
        assertThat(contradicted).isEmpty();
        assertThat(judged).isGreaterThan(TestSize.of(190, 1000));
    }

    /** The published models, and every fifth of the operators' cases, which are all where there is time. */
    private static List<Path> files() throws IOException {
        List<Path> found;
        try (Stream<Path> all = Files.walk(Corpora.path("models").getParent())) {
            found = all.filter(file -> file.toString().endsWith(".onnx"))
                    .sorted()
                    .toList();
        }
        List<Path> published = found.stream()
                .filter(file -> file.startsWith(Corpora.path("models")))
                .toList();
        List<Path> cases =
                found.stream().filter(file -> !published.contains(file)).toList();
        int step = TestSize.of(5, 1);
        return Stream.concat(
                        published.stream(),
                        IntStream.range(0, (cases.size() + step - 1) / step).mapToObj(i -> cases.get(i * step)))
                .toList();
    }

    private GraphFacts facts(ZooModel model) {
        return GraphReader.read(new ZooStore(new CacheFolder(folder)).file(model))
                .orElseThrow();
    }

    /** Of the record of a session on the CPU, as its optimised graph would be listed. */
    private List<String> contradictions(Path file) throws Exception {
        GraphFacts graph = GraphReader.read(file).orElseThrow();
        List<String> sentences = new ArrayList<>();
        for (boolean fixed : new boolean[] {false, true}) {
            List<String[]> nodes = optimised(file, fixed).getNodeList().stream()
                    .map(node -> new String[] {node.getName(), node.getOpType()})
                    .toList();
            judged(Backends.WASM, graph, "CPUExecutionProvider", nodes).contradictions().stream()
                    .map(contradiction -> "%d nodes: %s".formatted(nodes.size(), contradiction.sentence()))
                    .forEach(sentences::add);
        }
        return sentences;
    }

    /** @param fixed whether each free dimension gets a size, so that shapes are constants */
    private GraphProto optimised(Path file, boolean fixed) throws Exception {
        Path optimised = folder.resolve("optimised.onnx");
        Files.deleteIfExists(optimised);
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
            options.setOptimizedModelFilePath(optimised.toString());
            if (fixed) {
                for (String name : freeDimensions(file)) {
                    options.setSymbolicDimensionValue(name, 1);
                }
            }
            OrtEnvironment.getEnvironment()
                    .createSession(file.toString(), options)
                    .close();
        }
        return ModelProto.parseFrom(Files.readAllBytes(optimised)).getGraph();
    }

    private static List<String> freeDimensions(Path file) throws Exception {
        return ModelProto.parseFrom(Files.readAllBytes(file)).getGraph().getInputList().stream()
                .map(ValueInfoProto::getType)
                .flatMap(type -> type.getTensorType().getShape().getDimList().stream())
                .map(dimension -> dimension.getDimParam())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
