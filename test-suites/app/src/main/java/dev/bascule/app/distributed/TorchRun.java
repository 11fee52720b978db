package dev.bascule.app.distributed;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.app.distributed.RankProcess.Said;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankEngine;
import dev.bascule.studies.distributed.RankJob;
import dev.bascule.studies.distributed.RankRun;
import dev.bascule.studies.distributed.RoundTrips;
import dev.bascule.studies.distributed.RoundTrips.RoundTrip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Ranks of PyTorch as processes of this machine. They are started one by one, as {@code torchrun} does it, so that each can lie in
 * a namespace of its own and be killed or stopped by itself; they meet in a file. Belongs to one thread.
 */
public final class TorchRun implements RankEngine {
    private static final List<String> SCRIPTS = List.of(
            "main.py", "rank.py", "comm.py", "data.py", "strategies.py", LinkRelay.SCRIPT, RoundTripProbe.SCRIPT);

    /** A machine that does something else for a moment is asked again. */
    private static final int TRIES = 3;

    private final TorchPython python;
    private final HostEnvironment host;
    private final Optional<Path> instead;

    public TorchRun(TorchPython python, HostEnvironment host) {
        this(python, host, Optional.empty());
    }

    /** @param instead a script that begins ranks in place of {@code main.py}: tests spoil something before it */
    TorchRun(TorchPython python, HostEnvironment host, Optional<Path> instead) {
        this.python = python;
        this.host = host;
        this.instead = instead;
    }

    @Override
    public Facts facts() {
        return python.facts();
    }

    @Override
    public Optional<Failure> refuses(LinkLimit link) {
        return RankNetwork.refuses(host);
    }

    @Override
    public RankRun run(RankJob job, Watcher watcher) {
        long begin = System.nanoTime();
        RankRun.Network network = RankRun.Network.SHARED_LOOPBACK;
        Failure failure;
        try {
            Path folder = RankFolder.create("ranks");
            unpack(folder);
            try (RankNetwork between = RankNetwork.open(
                    job.ranks(), job.link(), host, new RankNetwork.Scripts(python.program(), folder))) {
                network = between.kind();
                return job.link().filter(LinkLimit::late).isPresent()
                        ? late(job, watcher, folder, between, job.link().orElseThrow())
                        : run(job, watcher, folder, between);
            } finally {
                FolderTree.deleteQuietly(folder);
            }
        } catch (IOException e) {
            failure = Failure.of(ErrorCode.EXECUTION_FAILED, "the ranks cannot begin: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = Failure.of(ErrorCode.RUN_INTERRUPTED, "it was interrupted");
        }
        return new RankRun(
                job.ranks(),
                network,
                List.of(),
                List.of(),
                List.of(),
                Duration.ofNanos(System.nanoTime() - begin),
                Optional.of(failure));
    }

    /** Over links that are held to their latency before the job and measured again after it. */
    private RankRun late(RankJob job, Watcher watcher, Path folder, RankNetwork network, LinkLimit link)
            throws IOException, InterruptedException {
        List<RoundTrip> before = List.of();
        Optional<String> off = Optional.empty();
        for (int turn = 0; turn < TRIES && (turn == 0 || off.isPresent()); turn++) {
            before = network.roundTrips();
            off = RoundTrips.off(link.latency(), job.ranks(), before);
        }
        if (off.isPresent()) {
            throw new IOException("--link %s cannot be kept here: %s".formatted(link.words(), off.orElseThrow()));
        }
        RankRun run = run(job, watcher, folder, network);
        // Of a job that failed nothing is told, and its links may be down.
        return run.with(network.roundTrips(before, run.failure().isPresent() ? List.of() : network.roundTrips()));
    }

    private RankRun run(RankJob job, Watcher watcher, Path folder, RankNetwork network) throws IOException {
        long begin = System.nanoTime();
        BlockingQueue<Said> said = new LinkedBlockingQueue<>();
        List<RankProcess> ranks = new ArrayList<>();
        try {
            for (int rank = 0; rank < job.ranks(); rank++) {
                List<String> line = List.of(
                        python.program(), "-B", folder.resolve("main.py").toString());
                RankProcess process = RankProcess.start(rank, network.inside(rank, line), folder, said);
                ranks.add(process);
                process.say(request(job, rank, folder, network.device()));
            }
            return new RankHearing(job, network, ranks, said, watcher, begin).toItsEnd();
        } finally {
            ranks.forEach(RankProcess::kill);
            ranks.forEach(RankProcess::close);
        }
    }

    private void unpack(Path folder) throws IOException {
        for (String name : SCRIPTS) {
            try (var in = TorchRun.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is not in the jar");
                }
                Files.copy(in, folder.resolve(name));
            }
        }
        if (instead.isPresent()) {
            Files.copy(instead.get(), folder.resolve("main.py"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String request(RankJob job, int rank, Path folder, String device) {
        Map<String, Object> request = new LinkedHashMap<>(job.request());
        request.put("rank", rank);
        request.put("ranks", job.ranks());
        request.put("host", ProcessHandle.current().pid());
        request.put("backend", Facts.USED);
        request.put("interface", device);
        request.put("timeoutSeconds", job.patience().toMillis() / 1e3);
        request.put("meeting", folder.resolve("meeting").toString());
        try {
            return Json.MAPPER.writeValueAsString(request);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
