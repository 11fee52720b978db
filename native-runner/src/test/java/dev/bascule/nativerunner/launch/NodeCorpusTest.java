package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.runner.CaseReply;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.PackRequest;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.Settings;
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
class NodeCorpusTest {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCorpusTest.class);

    @TempDir
    Path folder;

    @Test
    void one_child_answers_every_operator_case_exactly_once() throws Exception {
        List<PackedCase> cases = NodeCorpus.read();
        ModelArtifact pack = write(cases);
        try (SocketHost host = new SocketHost();
                LaunchedRunner launched = launch(host)) {
            for (int workers : List.of(1, 1, 2)) {
                List<CaseReply> replies = run(launched, pack, cases.size(), workers);
                assertThat(replies)
                        .extracting(CaseReply::index)
                        .doesNotHaveDuplicates()
                        .hasSameSizeAs(cases);
                assertThat(replies.stream().filter(reply -> reply.fault().isEmpty()))
                        .hasSizeGreaterThan(1100);
                tell(cases, replies);
            }
        }
    }

    private static List<CaseReply> run(LaunchedRunner launched, ModelArtifact pack, int size, int workers) {
        List<CaseReply> replies = new ArrayList<>();
        PackRequest request = new PackRequest(
                "corpus-" + System.nanoTime(),
                Backends.NATIVE_CPU,
                pack,
                IntStream.range(0, size).boxed().toList(),
                false,
                workers,
                Duration.ofSeconds(10),
                Settings.defaults());
        long start = System.nanoTime();
        Reply<?> end = launched.runner().pack(request, replies::add, Duration.ofSeconds(30));
        LOG.info("{} cases, {} workers: {} ms", replies.size(), workers, (System.nanoTime() - start) / 1_000_000);
        assertThat(end).isInstanceOf(Reply.Ok.class);
        return replies;
    }

    private static LaunchedRunner launch(SocketHost host) {
        Launcher.Launch launch = new NativeLauncher(host.uri()).launch(host.hub(), Duration.ofSeconds(30));
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
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
