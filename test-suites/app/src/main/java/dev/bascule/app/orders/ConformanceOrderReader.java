package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.workers.job.BlobFolder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads an order of conformance cases by an allow-list, and the cases out of its archive. Belongs to one job. */
final class ConformanceOrderReader {
    private static final int MOST_WORKERS = 64;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final BlobFolder blobs;
    private final CaseSource source;
    private final BrowserSetup own;
    private final Supplier<List<String>> browsers;

    ConformanceOrderReader(BlobFolder blobs, CaseSource source, BrowserSetup own, Supplier<List<String>> browsers) {
        this.blobs = blobs;
        this.source = source;
        this.own = own;
        this.browsers = browsers;
    }

    /** @throws BasculeException for what is not on the list, and an archive without the cases that are named */
    ConformanceRequest read(String payload) {
        ConformanceOrder order = Words.read(payload, ConformanceOrder.class);
        boolean odd = order.version() != ConformanceOrder.VERSION
                || order.cases().isEmpty()
                || order.cases().size() > Words.MANY
                || order.backends().isEmpty()
                || order.backends().size() > Words.MANY
                || order.workers() < 1
                || order.workers() > MOST_WORKERS
                || order.caseLimit().isNegative()
                || order.caseLimit().compareTo(LONGEST) > 0;
        if (odd) {
            throw Words.refused("a figure out of its bounds");
        }
        if (order.browsers().versions().isPresent() || order.browsers().beside().isPresent()) {
            throw Words.refused("versions, which conformance cases are not run in");
        }
        order.backends().forEach(Backends.installed()::require);
        CasesOrder.Run run = order.run();
        return new ConformanceRequest(
                new Invocation(run.id(), run.suite(), Words.hash(run.suiteHash()), run.seed(), run.command()),
                cases(order),
                order.backends(),
                order.browsers().on(own, browsers).untimed(),
                order.workers(),
                order.caseLimit());
    }

    private ConformanceCases cases(ConformanceOrder order) {
        ConformanceCases read = source.read(CaseArchive.unpack(
                blobs.file(Words.hash(order.archive())), blobs.scratch().resolve("cases")));
        Map<CaseId, ConformanceCase> byId =
                read.cases().stream().collect(Collectors.toMap(ConformanceCase::id, one -> one, (one, other) -> one));
        List<ConformanceCase> wanted = order.cases().stream()
                .map(CaseId::parse)
                .map(id -> Optional.ofNullable(byId.get(id))
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.PROTOCOL_VIOLATION,
                                "the order names a case that its archive does not have",
                                "let submitter and worker be of one version of Bascule")))
                .toList();
        return new ConformanceCases(wanted, List.of());
    }
}
