package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.nativerunner.corpus.NodeCorpus;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every operator case of the corpus, in one real child. */
@Tag("native")
@Tag("corpus")
@Tag("sized")
class NodeCorpusTest {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCorpusTest.class);

    @TempDir
    Path folder;

    @Test
    void one_child_answers_every_operator_case_exactly_once() throws Exception {
        List<NodeCorpus.Entry> entries = NodeCorpus.read();
        List<PackedCase> cases = entries.stream().map(NodeCorpus.Entry::packed).toList();
        ModelArtifact pack = write(cases);
        try (SocketHost host = new SocketHost();
                LaunchedRunner launched = launch(host)) {
            for (int round = 0; round < TestSize.of(1, 3); round++) {
                List<CaseReply> replies = run(launched, pack, cases.size());
                assertThat(replies)
                        .extracting(CaseReply::index)
                        .doesNotHaveDuplicates()
                        .hasSameSizeAs(cases);
                assertThat(replies.stream().filter(reply -> reply.fault().isEmpty()))
                        .hasSizeGreaterThan(1100);
                assertThat(replies.stream().filter(reply -> isRight(reply, entries.get(reply.index()))))
                        .hasSizeGreaterThan(1100);
                tell(cases, replies);
            }
        }
    }

    private static List<CaseReply> run(LaunchedRunner launched, ModelArtifact pack, int size) {
        List<CaseReply> replies = new ArrayList<>();
        PackRequest request = new PackRequest(
                "corpus-" + System.nanoTime(),
                Backends.NATIVE_CPU,
                pack,
                IntStream.range(0, size).boxed().toList(),
                false,
                1,
                Duration.ofSeconds(10),
                SessionSettings.defaults());
        long start = System.nanoTime();
        Reply<?> end = launched.runner().pack(request, replies::add, Duration.ofMinutes(1));
        LOG.info("{} cases: {} ms", replies.size(), (System.nanoTime() - start) / 1_000_000);
        assertThat(end).isInstanceOf(Reply.Ok.class);
        return replies;
    }

    private static LaunchedRunner launch(SocketHost host) {
        Launcher.Launch launch = new NativeLauncher(host.uri()).launch(host.hub(), Duration.ofMinutes(1));
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
    }

    /** Roughly, for the judge of numerics is elsewhere: here it shows that values come and go whole. */
    private static boolean isRight(CaseReply reply, NodeCorpus.Entry entry) {
        if (reply.fault().isPresent()) {
            return false;
        }
        boolean right = true;
        for (int set = 0; set < entry.expected().size(); set++) {
            Map<String, Value> outputs = reply.outputs().get(set);
            for (Map.Entry<String, Value> expected : entry.expected().get(set).entrySet()) {
                Value got = outputs.get(expected.getKey());
                if (!isClose(got, expected.getValue())) {
                    right = false;
                    LOG.info(
                            "{} {}: {} for {}",
                            entry.packed().name(),
                            expected.getKey(),
                            Value.describe(got),
                            Value.describe(expected.getValue()));
                }
            }
        }
        return right;
    }

    private static boolean isClose(Value got, Value expected) {
        if (got instanceof Value.Many some && expected instanceof Value.Many all) {
            return some.items().size() == all.items().size()
                    && IntStream.range(0, all.items().size())
                            .allMatch(i ->
                                    isClose(some.items().get(i), all.items().get(i)));
        }
        if (!(got instanceof Value.One one && expected instanceof Value.One other)) {
            return got.equals(expected);
        }
        Tensor left = one.tensor();
        Tensor right = other.tensor();
        if (left.equals(right)) {
            return true;
        }
        if (left.dtype() != right.dtype() || !left.shape().equals(right.shape()) || left.dtype() == DType.STRING) {
            return false;
        }
        Elements.Reader a = Elements.of(left);
        Elements.Reader b = Elements.of(right);
        return IntStream.range(0, Math.toIntExact(left.shape().elements()))
                .allMatch(i -> Double.compare(a.at(i), b.at(i)) == 0
                        || Math.abs(a.at(i) - b.at(i)) <= 1e-3 + 1e-3 * Math.abs(b.at(i)));
    }

    private static void tell(List<PackedCase> cases, List<CaseReply> replies) {
        Map<String, List<String>> refusals = new TreeMap<>();
        for (CaseReply reply : replies) {
            reply.fault()
                    .ifPresent(fault -> refusals.computeIfAbsent(words(fault).orElse("?"), key -> new ArrayList<>())
                            .add(cases.get(reply.index()).name()));
        }
        refusals.forEach((words, names) -> LOG.info("{} x {}: {}", names.size(), words, names));
    }

    private static Optional<String> words(Fault fault) {
        return fault instanceof Fault.Refused refused
                ? Optional.of("%s %s: %.160s".formatted(refused.phase(), refused.name(), refused.message()))
                : Optional.empty();
    }

    private ModelArtifact write(List<PackedCase> cases) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Pack.write(cases, out);
        byte[] bytes = out.toByteArray();
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        return new ModelArtifact(sha256, bytes.length, Files.write(folder.resolve("cases.pack"), bytes));
    }
}
