package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.Verbosity;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityStatus;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The devices that doctor found: a mark, what each is and claims, and with -v who says so. Immutable. */
record DeviceText(Style style, Verbosity verbosity) {
    private static final int WIDTH = 100;
    private static final int INDENT = 8;

    void append(StringBuilder text, HardwareFindings findings) {
        text.append('\n').append(style.strong("devices")).append('\n');
        List<Device> own = findings.map().devices().stream()
                .filter(device -> !device.type().is(HardwareClasses.BROWSER))
                .toList();
        for (Device device : own) {
            append(text, device, findings.map());
            CapabilityResultText.lines(device, findings.trials()).forEach(words -> line(text, words));
        }
        if (own.isEmpty()) {
            text.append("    none was found\n");
        }
        caches(text, findings);
        if (!findings.limits().isEmpty()) {
            note(
                    text,
                    "this process: "
                            + findings.limits().entrySet().stream()
                                    .map(limit -> limit.getKey() + " " + limit.getValue())
                                    .collect(Collectors.joining(", ")));
        }
        behindBrowsers(text, findings.map());
        if (verbosity == Verbosity.VERBOSE) {
            findings.map().gaps().forEach(gap -> note(text, "not seen by " + gap.source() + ": " + gap.reason()));
        }
    }

    /** What pages see, in a line each; the pages themselves are nothing to show. */
    private void behindBrowsers(StringBuilder text, HardwareMap map) {
        List<Device> seen = map.ofClass(HardwareClasses.BROWSER).stream()
                .filter(device -> !device.type().equals(HardwareClasses.BROWSER))
                .toList();
        if (!seen.isEmpty()) {
            note(text, "seen by pages, as their browsers tell it:");
        }
        for (Device device : seen) {
            String hangs = map.relationsOf(device.id()).stream()
                    .filter(relation -> verbosity == Verbosity.VERBOSE
                            || !map.find(relation.to())
                                    .filter(other -> other.type().is(HardwareClasses.BROWSER))
                                    .isPresent())
                    .map(relation -> "; " + words(relation, device, map))
                    .collect(Collectors.joining());
            line(
                    text,
                    "%s (%s)%s%s"
                            .formatted(
                                    device.name(),
                                    device.type().title(),
                                    formats(device)
                                            .map(words -> ": " + words.replaceFirst("^nothing verified; ", ""))
                                            .orElse(""),
                                    hangs));
            if (verbosity == Verbosity.VERBOSE) {
                details(text, device);
            }
        }
    }

    private void append(StringBuilder text, Device device, HardwareMap map) {
        text.append("    ")
                .append(device.isReachable() ? style.good("[✓]") : style.warning("[!]"))
                .append(' ')
                .append(device.name())
                .append(style.faint(" (" + device.type().title() + ", " + device.id() + ")"))
                .append('\n');
        device.barrier().ifPresent(why -> line(text, "out of reach: " + why));
        line(text, facts(device));
        formats(device).ifPresent(words -> line(text, words));
        List<Relation> relations = map.relationsOf(device.id());
        if (!relations.isEmpty()) {
            line(
                    text,
                    relations.stream()
                            .map(relation -> words(relation, device, map))
                            .collect(Collectors.joining("; ")));
        }
        if (verbosity == Verbosity.VERBOSE) {
            details(text, device);
        }
    }

    private void details(StringBuilder text, Device device) {
        device.capabilities().all().forEach(capability -> line(text, words(capability)));
        device.type()
                .factors()
                .values()
                .forEach(factor -> line(
                        text,
                        "%s = %d for every %s: %s"
                                .formatted(
                                        factor.kind()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'),
                                        factor.value(),
                                        device.type().title(),
                                        factor.source())));
        device.unknown().forEach((what, why) -> line(text, what + " = unknown: " + why));
        line(text, "seen by " + String.join(", ", device.sources()));
    }

    private static String facts(Device device) {
        List<String> facts = new ArrayList<>();
        device.vendor().filter(vendor -> !device.name().contains(vendor)).ifPresent(facts::add);
        facts.add(memory(device));
        device.driver().ifPresent(driver -> facts.add("driver " + driver));
        for (Capability<?> capability : device.ownCapabilities().all()) {
            switch (capability.id().group()) {
                case UNITS, MATRIX, INTERFACE -> {
                    if (!Boolean.FALSE.equals(capability.value())
                            && !capability.id().id().endsWith("pci-id")) {
                        facts.add(
                                Boolean.TRUE.equals(capability.value())
                                        ? capability.id().title()
                                        : capability.id().title() + " " + capability.value());
                    }
                }
                case DTYPE, OPERATOR, MEMORY, SUBGROUP, ISA -> {}
            }
        }
        return String.join(", ", facts);
    }

    private static String memory(Device device) {
        String shared = device.memory().sharedWithHost().orElse(false) ? "the host's memory" : "memory";
        Optional<Long> total = device.memory().totalBytes();
        if (total.isEmpty()) {
            return device.memory().sharedWithHost().orElse(false) ? shared : "memory not told";
        }
        return shared + " " + gib(total.get())
                + device.memory()
                        .freeBytes()
                        .map(free -> " (" + gib(free) + " free)")
                        .orElse("");
    }

    private static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }

    /** Number formats and instruction sets by name: what was only claimed, and what a trial showed. */
    private static Optional<String> formats(Device device) {
        String claimed = names(device, false);
        String verified = names(device, true);
        if (claimed.isEmpty() && verified.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of((verified.isEmpty() ? "nothing verified" : "verified " + verified)
                + (claimed.isEmpty() ? "" : "; claimed " + claimed));
    }

    private static String names(Device device, boolean verified) {
        List<String> names = new ArrayList<>(names(device, CapabilityId.Group.DTYPE, verified));
        names.addAll(InstructionSets.shortly(Set.copyOf(names(device, CapabilityId.Group.ISA, verified))));
        return String.join(" ", names);
    }

    private static List<String> names(Device device, CapabilityId.Group group, boolean verified) {
        return device.capabilities().in(group).stream()
                .filter(capability -> Boolean.TRUE.equals(capability.value())
                        && capability.standing().isVerified() == verified)
                .map(capability -> capability.id().id().substring(group.prefix().length() + 1))
                .toList();
    }

    private static String words(Capability<?> capability) {
        CapabilityStatus standing = capability.standing();
        return "%s = %s, %s by %s: %s"
                .formatted(
                        capability.id(),
                        capability.value(),
                        standing.isVerified() ? "verified" : "claimed",
                        standing.by(),
                        standing.evidence());
    }

    private static String words(Relation relation, Device from, HardwareMap map) {
        String other = map.find(relation.seenFrom(from.id()))
                .map(Device::name)
                .orElse(relation.seenFrom(from.id()).value());
        return "%s %s (%s)".formatted(relation.kind().words(), other, relation.evidence());
    }

    private void caches(StringBuilder text, HardwareFindings findings) {
        if (!findings.caches().isEmpty()) {
            note(
                    text,
                    "caches as reported: "
                            + findings.caches().stream()
                                    .map(cache -> "%s %d KiB%s"
                                            .formatted(
                                                    cache.label(),
                                                    cache.bytes() >> 10,
                                                    cache.instances() > 1 ? " x" + cache.instances() : ""))
                                    .collect(Collectors.joining(", ")));
        } else if (verbosity == Verbosity.VERBOSE) {
            findings.cachesReason().ifPresent(reason -> note(text, "caches not told: " + reason));
        }
    }

    private void line(StringBuilder text, String said) {
        line(text, said, INDENT);
    }

    /** What belongs to no device. */
    private void note(StringBuilder text, String said) {
        line(text, said, INDENT / 2);
    }

    private void line(StringBuilder text, String said, int indent) {
        text.append(" ".repeat(indent))
                .append(style.faint(WrappedText.lines(said, indent, indent + 2, WIDTH)))
                .append('\n');
    }
}
