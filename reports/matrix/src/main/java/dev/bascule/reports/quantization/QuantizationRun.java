package dev.bascule.reports.quantization;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one command made of a model, and measured. It is of no run of cases: no cell, score or baseline is made of it. Immutable.
 *
 * @param command its id
 * @param at when it began
 * @param product version of Bascule
 * @param machine fingerprint
 * @param model that was made smaller
 * @param data that judged
 * @param budget that was asked for, in words
 * @param seed of the split and of whatever methods draw
 * @param variants the model as it is first
 * @param targets in the order measured
 * @param flags what speaks against all of it
 * @param notes for the reader
 * @param interrupted whether somebody stopped it
 * @param imported whether it was read from another history: nobody here vouches for it
 */
public record QuantizationRun(
        String command,
        Instant at,
        String product,
        String machine,
        Model model,
        Data data,
        String budget,
        long seed,
        List<SmallerModel> variants,
        List<MeasuredTarget> targets,
        List<String> flags,
        List<String> notes,
        boolean interrupted,
        boolean imported) {
    /** By name and hash. */
    public record Model(String name, String sha256) {}

    /**
     * @param name as on the command line
     * @param sha256 of samples, labels and split
     * @param judging how many samples judge
     * @param calibrating how many others calibrate
     * @param chance share of the commonest label; empty without labels
     */
    public record Data(String name, String sha256, int judging, int calibrating, Optional<Double> chance) {}

    public QuantizationRun {
        variants = List.copyOf(variants);
        targets = List.copyOf(targets);
        flags = List.copyOf(flags);
        notes = List.copyOf(notes);
        if (command.isBlank()) {
            throw new IllegalArgumentException("a command without an id");
        }
    }

    /** As another history takes it in. */
    public QuantizationRun asImported() {
        return new QuantizationRun(
                command,
                at,
                product,
                machine,
                model,
                data,
                budget,
                seed,
                variants,
                targets,
                flags,
                notes,
                interrupted,
                true);
    }

    /** What of it cannot be so together, a sentence; empty where it hangs together. */
    public Optional<String> contradiction() {
        Map<String, SmallerModel> made =
                variants.stream().collect(Collectors.toMap(SmallerModel::name, each -> each, (one, other) -> one));
        if (made.size() < variants.size()) {
            return Optional.of("a variant is there twice");
        }
        return targets.stream()
                .flatMap(target ->
                        contradiction(target, made).or(() -> new DerivedFigures(target).contradiction(made)).stream())
                .findFirst();
    }

    private static Optional<String> contradiction(MeasuredTarget target, Map<String, SmallerModel> made) {
        Set<String> measured =
                target.points().stream().map(MeasuredVariant::variant).collect(Collectors.toSet());
        if (measured.size() < target.points().size()) {
            return Optional.of("on %s a variant was measured twice".formatted(target.target()));
        }
        for (MeasuredVariant point : target.points()) {
            if (point.role() == MeasuredVariant.Role.SMALLER && bytes(made, point) != point.bytes()) {
                return Optional.of("'%s' was measured on %s with %d bytes, and made with %d"
                        .formatted(point.variant(), target.target(), point.bytes(), bytes(made, point)));
            }
            if (!measured.containsAll(point.dominatedBy())) {
                return Optional.of(
                        "'%s' is worse than what was not measured on %s".formatted(point.variant(), target.target()));
            }
        }
        return target.advice()
                .variant()
                .filter(advised -> !measured.contains(advised))
                .map(advised -> "'%s' is advised and was not measured on %s".formatted(advised, target.target()));
    }

    /** 0 where no file was made. */
    private static long bytes(Map<String, SmallerModel> made, MeasuredVariant point) {
        return Optional.ofNullable(made.get(point.variant()))
                .flatMap(SmallerModel::file)
                .map(SmallerModel.File::bytes)
                .orElse(0L);
    }
}
