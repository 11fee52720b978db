package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the jobs of a conformance run: of each shard one for the columns in browsers, and one for each native backend. Belongs to
 * one run.
 */
public final class ConformanceJobs {
    /** Of one job: a page's engines and an archive cost as much as some hundred cases, and what is lost is done once more. */
    private static final int LEAST_CASES = 50;

    private static final int MOST_CASES = 200;
    /** So that a slow worker does not have the last one for long. */
    private static final int JOBS_EACH = 4;

    private static final Duration LEAST_LIMIT = Duration.ofMinutes(10);

    private final Requirement where;
    private final LikeWorkers workers;
    private final Path scratch;
    private final Consumer<String> talk;

    /**
     * A job, and what it is of.
     *
     * @param shard of the run's cases
     */
    public record ShardJob(PoolJob job, Chosen shard) {}

    /**
     * @param where what every job asks of a machine besides
     * @param there what the workers that are there can: the jobs go to such of them as are alike
     * @param scratch for the archives, which must be there until all is over
     * @param talk is told in a sentence where that leaves some out
     */
    public ConformanceJobs(Requirement where, List<Inventory> there, Path scratch, Consumer<String> talk) {
        this.where = where;
        this.workers = new LikeWorkers(there);
        this.talk = talk;
        this.scratch = scratch;
    }

    /** Into how many shards to divide so many cases for so many workers. */
    public static int shards(int cases, int workers) {
        int each = cases / (JOBS_EACH * Math.max(1, workers));
        int size = Math.max(LEAST_CASES, Math.min(MOST_CASES, each));
        return Math.max(1, -Math.floorDiv(-cases, size));
    }

    /** @param shards the parts of what the request has, none empty */
    public List<ShardJob> of(ConformanceRequest request, List<Chosen> shards) {
        List<List<String>> groups = groups(request.backends());
        List<LikeWorkers.Asked> wide =
                groups.stream().map(backends -> asked(request, backends)).toList();
        List<Requirement> asked = workers.narrowed(wide);
        for (int group = 0; group < groups.size(); group++) {
            if (!asked.get(group).equals(wide.get(group).where())) {
                talk.accept("workers are not alike: %s only where %s"
                        .formatted(
                                String.join(", ", groups.get(group)),
                                asked.get(group).text()));
            }
        }
        List<ShardJob> jobs = new ArrayList<>();
        for (Chosen shard : shards) {
            List<ConformanceCase> cases = shard.cases().cases();
            if (cases.isEmpty()) {
                continue;
            }
            Map.Entry<Blob, Path> archive = archive(cases, jobs.size());
            for (int group = 0; group < groups.size(); group++) {
                jobs.add(new ShardJob(
                        job(request, shard, groups.get(group), asked.get(group), archive, jobs.size() + 1), shard));
            }
        }
        return jobs;
    }

    /** A browser is started once for all of its columns. */
    private static List<List<String>> groups(List<String> backends) {
        List<String> browsers = new ArrayList<>();
        List<List<String>> groups = new ArrayList<>();
        for (String backend : backends) {
            if (isInBrowser(backend)) {
                browsers.add(backend);
            } else {
                groups.add(List.of(backend));
            }
        }
        if (!browsers.isEmpty()) {
            groups.add(0, browsers);
        }
        return groups;
    }

    private Map.Entry<Blob, Path> archive(List<ConformanceCase> cases, int number) {
        Path zip = scratch.resolve("cases-%d.zip".formatted(number));
        CaseArchive.write(cases, zip);
        try {
            return Map.entry(new Blob(Sha256.of(zip), Files.size(zip)), zip);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cases cannot be packed: " + FileErrorText.why(e));
        }
    }

    private PoolJob job(
            ConformanceRequest request,
            Chosen shard,
            List<String> backends,
            Requirement asked,
            Map.Entry<Blob, Path> archive,
            int number) {
        List<String> ids =
                shard.cases().cases().stream().map(one -> one.id().toString()).toList();
        Invocation run = request.invocation();
        ConformanceOrder order = new ConformanceOrder(
                ConformanceOrder.VERSION,
                new CasesOrder.Run(run.id(), run.suite(), shard.hash(), run.seed(), run.command()),
                archive.getKey().sha256(),
                ids,
                backends,
                request.workers(),
                request.caseLimit(),
                BrowserWish.of(request.setup()));
        Duration limit = request.caseLimit().multipliedBy((long) ids.size() * backends.size());
        JobRequest job = new JobRequest(
                JobRequest.idOf(run.id(), number),
                run.id(),
                number,
                JobKind.CONFORMANCE,
                Words.write(order),
                List.of(archive.getKey()),
                asked,
                likeness(order),
                0,
                Optional.empty(),
                Set.of(),
                false,
                limit.compareTo(LEAST_LIMIT) < 0 ? LEAST_LIMIT : limit,
                Stream.concat(Stream.of(archive.getKey().sha256()), backends.stream())
                        .collect(Collectors.toUnmodifiableSet()),
                false);
        String part = shard.selection().shard().map(String::valueOf).orElse("1/1");
        Map<String, Path> files = new LinkedHashMap<>();
        files.put(archive.getKey().sha256(), archive.getValue());
        return new PoolJob(
                job,
                files,
                Map.of(),
                "shard %s on %s".formatted(part, String.join(", ", backends)),
                ids.size() * backends.size());
    }

    /** So many cases on these backends and browsers. Other cases take somewhat longer or shorter: that is in the interval. */
    private static String likeness(ConformanceOrder order) {
        BrowserWish wish = order.browsers();
        return Stream.of(
                        Stream.of("conformance", String.valueOf(order.cases().size())),
                        order.backends().stream(),
                        order.backends().stream().noneMatch(ConformanceJobs::isInBrowser)
                                ? Stream.<String>empty()
                                : Stream.of(
                                                Stream.of("in"),
                                                wish.browsers().stream(),
                                                Stream.of("gpu", wish.gpu()),
                                                wish.webNnDevice().stream(),
                                                wish.build().stream())
                                        .flatMap(words -> words),
                        Stream.of("x" + order.workers()))
                .flatMap(words -> words)
                .collect(Collectors.joining(" "));
    }

    private static boolean isInBrowser(String backend) {
        return Backends.installed().require(backend).side() == Side.BROWSER;
    }

    private LikeWorkers.Asked asked(ConformanceRequest request, List<String> backends) {
        List<Requirement> parts = new ArrayList<>();
        backends.forEach(backend -> parts.add(new Requirement.Backend(backend)));
        boolean inBrowsers = isInBrowser(backends.get(0));
        Set<String> browsers = Set.of();
        if (inBrowsers && request.setup().choice() instanceof BrowserChoice.Named named) {
            named.ids().forEach(id -> parts.add(new Requirement.Browser(id)));
            browsers = Set.copyOf(named.ids());
        }
        parts.add(where);
        return new LikeWorkers.Asked(Requirement.all(parts), inBrowsers, browsers);
    }
}
