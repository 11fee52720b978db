package dev.bascule.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.record.RecordedAttempt.Asked;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the ledger has of one job's request. Stateless. */
final class LedgerJob {
    private LedgerJob() {}

    /**
     * Workers of a run, with what they said of themselves last. Remembers who meets what; for one thread.
     *
     * @param met by what is asked
     */
    record Machines(Set<String> workers, Map<String, Inventory> inventories, Map<Requirement, SortedSet<String>> met) {
        static Machines of(List<LedgerRows.Member> members, Set<String> workers) {
            Map<String, Inventory> inventories = new HashMap<>();
            members.stream()
                    .filter(member -> workers.contains(member.id()))
                    .forEach(member -> member.inventory()
                            .ifPresent(json -> inventories.put(member.id(), Wire.read(json, Inventory.class))));
            return new Machines(workers, inventories, new HashMap<>());
        }

        /**
         * Empty where all have it. Of one that never said what it has nothing is known, and it counts as able; so does who did the job,
         * which had it then, whatever it said since.
         */
        SortedSet<String> able(Requirement where, String did) {
            SortedSet<String> able = new TreeSet<>(met.computeIfAbsent(
                    where,
                    asked -> workers.stream()
                            .filter(worker -> !inventories.containsKey(worker)
                                    || asked.metBy(inventories.getOrDefault(worker, NOTHING)))
                            .collect(Collectors.toCollection(TreeSet::new))));
            able.add(did);
            return able.containsAll(workers) ? new TreeSet<>() : able;
        }

        private static final Inventory NOTHING =
                Inventory.of("", "", "", 1, 0, Map.of(), Map.of(), List.of(), Set.of());
    }

    /**
     * What it asks, as far as a policy sees it. What cannot be read as a request, as of tests, asks for nothing.
     *
     * @param did the worker that did it
     */
    static Asked asked(LedgerRows.Job job, String did, Machines machines) {
        if (json(job).path("where").isMissingNode()) {
            return Asked.NOTHING;
        }
        JobRequest request = Wire.read(job.request(), JobRequest.class);
        return new Asked(
                machines.able(request.where(), did),
                request.timed(),
                request.within(),
                new TreeSet<>(request.warmth()),
                request.after().stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Jobs of one likeness take as long on one class of hardware. */
    static String likeness(LedgerRows.Job job) {
        String likeness = json(job).path("likeness").asText();
        return likeness.isEmpty() ? job.kind() : likeness;
    }

    private static JsonNode json(LedgerRows.Job job) {
        try {
            return Json.MAPPER.readTree(job.request());
        } catch (JsonProcessingException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.STORE_INVALID,
                    "the ledger's job %s has no request that can be read".formatted(job.id()));
        }
    }
}
