package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the order of a replica by an allow-list. Belongs to one job. */
final class ReplicaOrderReader {
    private static final int LONGEST_NAME = 200;
    private static final long LEAST_SILENCE = 1_000;
    private static final long MOST_SILENCE = Duration.ofHours(1).toMillis();

    private final OrderFiles files;
    private final BrowserSetup own;
    private final Supplier<List<String>> browsers;

    ReplicaOrderReader(OrderFiles files, BrowserSetup own, Supplier<List<String>> browsers) {
        this.files = files;
        this.own = own;
        this.browsers = browsers;
    }

    /** @throws dev.bascule.fallback.error.BasculeException for what is not on the list */
    ReplicaWork.Task read(String payload) {
        ReplicaOrder order = Words.read(payload, ReplicaOrder.class);
        boolean odd = order.version() != ReplicaOrder.VERSION
                || order.silenceMillis() < LEAST_SILENCE
                || order.silenceMillis() > MOST_SILENCE
                || order.outputs().isEmpty()
                || order.outputs().size() + order.carry().size() > Words.MANY;
        if (odd) {
            throw Words.refused("a figure out of its bounds");
        }
        boolean unnamed = Stream.of(
                        order.outputs().stream(), order.carry().keySet().stream(), order.carry().values().stream())
                .flatMap(names -> names)
                .anyMatch(name -> name.isEmpty() || name.length() > LONGEST_NAME);
        if (unnamed
                || order.outputs().stream().distinct().count() < order.outputs().size()) {
            throw Words.refused("names of tensors that are none");
        }
        if (order.browsers().versions().isPresent() || order.browsers().beside().isPresent()) {
            throw Words.refused("versions, which replicas are not asked for in");
        }
        Backend backend = Backends.installed().require(order.backend());
        if (backend.side() == Side.NATIVE && order.browser().isPresent()) {
            throw Words.refused("a browser for what is in none");
        }
        RunSettings settings = CasesOrderReader.settings(order.settings());
        Path file = files.lay(files.folder("model"), new CasesOrder.FileRef("replica.onnx", order.model()));
        CasesOrder.Run run = order.run();
        return new ReplicaWork.Task(
                new RunRequest(
                        new Invocation(run.id(), run.suite(), Words.hash(run.suiteHash()), run.seed(), run.command()),
                        List.of(new SuiteCase(
                                CaseId.parse(order.caseId()),
                                new SuiteModel(file.toString(), "replica", SuiteModel.Feed.NONE),
                                settings,
                                List.of(Chain.of(backend)),
                                Comparisons.OFF)),
                        order.browsers().on(own, browsers),
                        0),
                new Chosen(browser(order), backend, true),
                new ReplicaModel(new ModelArtifact(order.model(), size(file), file), order.carry(), order.outputs()),
                settings.session(),
                settings.get(CaseKeys.TIMEOUT),
                Duration.ofMillis(order.silenceMillis()));
    }

    private Optional<String> browser(ReplicaOrder order) {
        order.browser().filter(id -> !browsers.get().contains(id)).ifPresent(unknown -> {
            throw Words.refused("a browser that this worker does not have");
        });
        return order.browser();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
