package dev.bascule.scheduling.simulate.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All jobs, and how long they take. Immutable.
 *
 * @param services at most one for a kind and machines; where there is none the kind cannot run
 */
public record Workload(String name, List<Stream> streams, List<Service> services) {
    /** Policies are told of each job for which a job waits. */
    private static final long MOST_WAITED_FOR = 10_000;

    public Workload {
        streams = List.copyOf(streams);
        services = List.copyOf(services);
        refuseRings(streams);
    }

    /** What waits for what is not there, or for itself, would wait for ever. */
    private static void refuseRings(List<Stream> streams) {
        Map<String, Stream> left = new LinkedHashMap<>();
        streams.forEach(each -> left.put(each.name(), each));
        for (Stream each : streams) {
            for (String before : each.after()) {
                Stream named = left.get(before);
                if (named == null) {
                    throw new IllegalArgumentException(
                            "'%s' comes after '%s', which is not there".formatted(each.name(), before));
                }
                if (named.count() > MOST_WAITED_FOR) {
                    throw new IllegalArgumentException("'%s' comes after '%s' with more than %d jobs"
                            .formatted(each.name(), before, MOST_WAITED_FOR));
                }
            }
        }
        while (left.values().removeIf(each -> each.after().stream().noneMatch(left::containsKey))) {
            // Until nothing is left, or what waits for itself.
        }
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("streams wait for each other: " + left.keySet());
        }
    }

    public Optional<Service> service(String kind, String machines) {
        return services.stream()
                .filter(each -> each.kind().equals(kind) && each.machines().equals(machines))
                .findFirst();
    }

    public long jobs() {
        return streams.stream().mapToLong(Stream::count).sum();
    }
}
