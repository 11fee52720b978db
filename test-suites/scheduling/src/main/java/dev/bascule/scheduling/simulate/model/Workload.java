package dev.bascule.scheduling.simulate.model;

import java.util.List;
import java.util.Optional;

/**
 * All jobs, and how long they take. Immutable.
 *
 * @param services at most one for a kind and machines; where there is none the kind cannot run
 */
public record Workload(String name, List<Stream> streams, List<Service> services) {
    public Workload {
        streams = List.copyOf(streams);
        services = List.copyOf(services);
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
