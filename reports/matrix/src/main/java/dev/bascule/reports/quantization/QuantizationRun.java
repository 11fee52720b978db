package dev.bascule.reports.quantization;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
}
