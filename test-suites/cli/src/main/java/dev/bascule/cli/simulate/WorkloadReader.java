package dev.bascule.cli.simulate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.suites.yaml.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a workload, strictly: an unknown key is an error that names the nearest known. Stateless. */
final class WorkloadReader {
    private static final List<String> STREAM =
            List.of("kind", "count", "arrivals", "where", "owner", "priority", "timed", "warmth", "deadline", "after");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final long MOST = 100_000_000;

    private WorkloadReader() {}

    /** @param fleet whose machines its times are of */
    static Workload read(Path file, Fleet fleet) {
        YamlNode.Mapping top = Parameters.document(file, "workload").knowingOnly(List.of("name", "streams", "service"));
        List<Stream> streams = new ArrayList<>();
        top.require("streams").mapping().entries().forEach((name, node) -> {
            if (!NAME.matcher(name).matches()) {
                throw node.place()
                        .error("'%s' names no stream: letters, digits, dots and hyphens, at most 80".formatted(name));
            }
            streams.add(Parameters.guarded(node, () -> stream(name, node)));
        });
        if (streams.isEmpty()) {
            throw top.require("streams").wrong("one stream of jobs at least");
        }
        List<Service> services = services(top.require("service"), fleet);
        Set<String> known = services.stream().map(Service::kind).collect(Collectors.toSet());
        for (Map.Entry<String, YamlNode> each :
                top.require("streams").mapping().entries().entrySet()) {
            String kind =
                    each.getValue().mapping().find("kind").map(YamlNode::text).orElse(each.getKey());
            if (!known.contains(kind)) {
                throw each.getValue()
                        .place()
                        .error("'service' has no time of '%s' anywhere%s".formatted(kind, Nearest.hint(kind, known)));
            }
        }
        String name = top.find("name").map(YamlNode::text).orElse(String.valueOf(file.getFileName()));
        return Parameters.guarded(top.require("streams"), () -> new Workload(name, streams, services));
    }

    private static Stream stream(String name, YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(STREAM);
        Labelled<Arrivals> arrivals = Parameters.labelled(keys.require("arrivals"), WorkloadReader::arrivals);
        Optional<YamlNode> count = keys.find("count");
        long jobs = arrivals.value() instanceof Arrivals.Trace trace
                ? count.map(each -> each.integer(0)).orElse((long) trace.at().size())
                : keys.require("count").integer(0);
        if (jobs > MOST) {
            throw keys.require("count").wrong("at most %d jobs".formatted(MOST));
        }
        return new Stream(
                name,
                keys.find("kind").map(YamlNode::text).orElse(name),
                keys.find("where").map(WorkloadReader::requirement).orElse(new Requirement.Anything()),
                keys.find("owner").map(YamlNode::text).orElse("all"),
                (int) keys.find("priority")
                        .map(each -> each.integer(0))
                        .orElse(0L)
                        .longValue(),
                keys.find("timed").map(YamlNode::onOff).orElse(false),
                keys.find("warmth")
                        .map(each -> each.items().stream().map(YamlNode::text).collect(Collectors.toSet()))
                        .orElse(Set.of()),
                keys.find("deadline").map(YamlNode::duration),
                jobs,
                arrivals,
                keys.find("after")
                        .map(each -> each.items().stream().map(YamlNode::text).collect(Collectors.toSet()))
                        .orElse(Set.of()));
    }

    private static Requirement requirement(YamlNode node) {
        try {
            return Requirement.parse(node.text());
        } catch (BasculeException e) {
            throw node.place().error("'%s': %s".formatted(node.place().path(), e.getMessage()));
        }
    }

    private static Arrivals arrivals(YamlNode node) {
        if (node instanceof YamlNode.Scalar && node.text().equals("batch")) {
            return new Arrivals.Batch(Duration.ZERO);
        }
        if (!(node instanceof YamlNode.Mapping)) {
            throw node.wrong("batch, {at: DURATION}, {per-second: NUMBER} or {trace: [DURATION, …]}");
        }
        YamlNode.Mapping keys = node.mapping().knowingOnly(List.of("at", "per-second", "trace"));
        if (keys.entries().size() != 1) {
            throw node.wrong("one of at, per-second and trace");
        }
        if (keys.find("at").isPresent()) {
            return new Arrivals.Batch(keys.require("at").duration());
        }
        if (keys.find("per-second").isPresent()) {
            return new Arrivals.Poisson(keys.require("per-second").number());
        }
        return new Arrivals.Trace(
                keys.require("trace").items().stream().map(YamlNode::duration).toList());
    }

    private static List<Service> services(YamlNode node, Fleet fleet) {
        List<Service> services = new ArrayList<>();
        List<String> names = fleet.machines().stream().map(Machines::name).toList();
        Set<List<String>> seen = new HashSet<>();
        node.mapping()
                .entries()
                .forEach((kind, on) -> on.mapping().entries().forEach((machines, time) -> {
                    if (!names.contains(machines) && !machines.equals("*")) {
                        throw time.place()
                                .error("the fleet has no machines '%s'%s"
                                        .formatted(machines, Nearest.hint(machines, names)));
                    }
                    for (String name : machines.equals("*") ? names : List.of(machines)) {
                        // What is said of a machine by name goes before what is said of all.
                        if (machines.equals("*") && on.mapping().find(name).isPresent()
                                || !seen.add(List.of(kind, name))) {
                            continue;
                        }
                        services.add(service(kind, name, time));
                    }
                }));
        return services;
    }

    private static Service service(String kind, String machines, YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(List.of("work", "setup"));
        return new Service(
                kind,
                machines,
                Parameters.labelled(keys.require("work"), Parameters::distribution),
                keys.find("setup")
                        .map(each -> Parameters.labelled(each, Parameters::distribution))
                        .orElse(Labelled.assumed(Distribution.Constant.ZERO)));
    }
}
