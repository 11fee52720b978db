package dev.bascule.cli.simulate;

import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fault;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Power;
import dev.bascule.scheduling.simulate.model.Thermal;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.suites.yaml.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads a fleet, strictly: an unknown key is an error that names the nearest known. Stateless. */
final class FleetReader {
    private static final List<String> TOP = List.of("machines", "power-budget");
    private static final List<String> KEYS = List.of(
            "count",
            "lanes",
            "os",
            "arch",
            "processor",
            "processors",
            "memory",
            "backends",
            "browsers",
            "gpus",
            "labels",
            "overhead",
            "turnaround",
            "interference",
            "keeps",
            "detected",
            "faults",
            "thermal",
            "power");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");
    private static final int MOST = 100_000;

    private FleetReader() {}

    static Fleet read(Path file) {
        YamlNode.Mapping top = Parameters.document(file, "fleet").knowingOnly(TOP);
        YamlNode machines = top.require("machines");
        List<Machines> all = new ArrayList<>();
        long lanes = 0;
        for (Map.Entry<String, YamlNode> each : machines.mapping().entries().entrySet()) {
            if (!NAME.matcher(each.getKey()).matches()) {
                throw each.getValue()
                        .place()
                        .error("'%s' names no machines: letters, digits, dots and hyphens, at most 40"
                                .formatted(each.getKey()));
            }
            Machines read = Parameters.guarded(each.getValue(), () -> machines(each.getKey(), each.getValue()));
            lanes += (long) read.count() * read.lanes();
            all.add(read);
        }
        if (all.isEmpty() || lanes > MOST) {
            throw machines.wrong("1 to %d machines' lanes".formatted(MOST));
        }
        Optional<Double> budget = top.find("power-budget").map(node -> Parameters.number(node, 0));
        return new Fleet(all, budget.isPresent() ? OptionalDouble.of(budget.get()) : OptionalDouble.empty());
    }

    private static Machines machines(String name, YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(KEYS);
        Labelled<Distribution> none = Labelled.assumed(Distribution.Constant.ZERO);
        return new Machines(
                name,
                count(keys, "count", 1, 1),
                count(keys, "lanes", 1, 1),
                inventory(name, keys),
                keys.find("overhead")
                        .map(each -> Parameters.labelled(each, Parameters::distribution))
                        .orElse(none),
                keys.find("turnaround")
                        .map(each -> Parameters.labelled(each, Parameters::distribution))
                        .orElse(none),
                keys.find("interference")
                        .map(each -> Parameters.labelled(each, value -> Parameters.number(value, 0)))
                        .orElse(Labelled.assumed(0.0)),
                count(keys, "keeps", 1, 0),
                keys.find("detected")
                        .map(each -> Parameters.labelled(each, YamlNode::duration))
                        .orElse(Labelled.assumed(Duration.ofSeconds(30))),
                keys.find("faults").map(FleetReader::faults).orElse(List.of()),
                keys.find("thermal").map(each -> Parameters.labelled(each, FleetReader::thermal)),
                keys.find("power").map(each -> Parameters.labelled(each, FleetReader::power)));
    }

    private static int count(YamlNode.Mapping keys, String key, int usual, int atLeast) {
        Optional<YamlNode> node = keys.find(key);
        if (node.isEmpty()) {
            return usual;
        }
        long value = node.get().integer(atLeast);
        if (value > MOST) {
            throw node.get().wrong("a whole number of at most " + MOST);
        }
        return (int) value;
    }

    private static Inventory inventory(String name, YamlNode.Mapping keys) {
        Map<String, String> backends = new TreeMap<>();
        keys.find("backends").ifPresent(node -> node.items().forEach(each -> backends.put(each.text(), "placed")));
        Map<String, String> browsers = new TreeMap<>();
        keys.find("browsers")
                .ifPresent(node -> node.mapping().entries().forEach((id, version) -> browsers.put(id, version.text())));
        Set<String> labels = new LinkedHashSet<>();
        keys.find("labels").ifPresent(node -> node.items().forEach(each -> labels.add(each.text())));
        return Inventory.of(
                keys.find("os").map(YamlNode::text).orElse("unknown"),
                keys.find("arch").map(YamlNode::text).orElse("unknown"),
                keys.find("processor").map(YamlNode::text).orElse(name),
                count(keys, "processors", 1, 1),
                keys.find("memory").map(Parameters::bytes).orElse(0L),
                backends,
                browsers,
                keys.find("gpus")
                        .map(node -> node.items().stream().map(FleetReader::gpu).toList())
                        .orElse(List.of()),
                labels);
    }

    private static Inventory.Gpu gpu(YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(List.of("name", "memory"));
        return new Inventory.Gpu(keys.require("name").text(), Parameters.bytes(keys.require("memory")));
    }

    private static List<Labelled<Fault>> faults(YamlNode node) {
        List<Labelled<Fault>> faults = new ArrayList<>();
        node.mapping()
                .knowingOnly(List.of("crash", "freeze", "cut"))
                .entries()
                .forEach((kind, each) -> faults.add(Parameters.labelled(each, value -> {
                    YamlNode.Mapping keys = value.mapping().knowingOnly(List.of("every", "lasts"));
                    return new Fault(
                            Fault.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                            keys.require("every").duration(),
                            Parameters.distribution(keys.require("lasts")));
                })));
        return faults;
    }

    private static Thermal thermal(YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(List.of("ambient", "kelvins-per-watt", "tau", "curve"));
        return new Thermal(
                keys.require("ambient").number(),
                Parameters.number(keys.require("kelvins-per-watt"), 0),
                keys.require("tau").duration(),
                keys.require("curve").items().stream()
                        .map(point -> point.mapping().knowingOnly(List.of("celsius", "speed")))
                        .map(point -> new Thermal.Point(
                                point.require("celsius").number(),
                                point.require("speed").number()))
                        .toList());
    }

    private static Power power(YamlNode node) {
        YamlNode.Mapping keys = node.mapping().knowingOnly(List.of("idle", "lane"));
        return new Power(Parameters.number(keys.require("idle"), 0), Parameters.number(keys.require("lane"), 0));
    }
}
