package dev.bascule.studies.profile;

import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One thing measured in one place: a rate and the samples behind it, or the reason why there is none.
 *
 * @param subject what was measured
 * @param name the kernel or the operator: {@code triad}, {@code matmul}, {@code launch}
 * @param dtype the number format, where it has one
 * @param size bytes of the working set or the tensor, or the edge of a matrix; 0 where it has no size
 * @param threads that worked at once
 * @param unit what work is counted in
 * @param work units of work in each sample
 * @param samples milliseconds, in the order measured
 * @param rate work a second
 * @param reason why there is no rate
 * @param placement where an engine computed it; empty for kernels of Bascule's own, between which and the device there is no
 *     engine
 * @param notes what a reader should know
 */
public record ProfileFigure(
        Subject subject,
        String name,
        Optional<String> dtype,
        long size,
        int threads,
        Unit unit,
        double work,
        Samples samples,
        Optional<Rate> rate,
        Optional<String> reason,
        Optional<Placement> placement,
        List<String> notes) {

    /**
     * Where an engine computed.
     *
     * @param proof how well it is known
     * @param elsewhere nodes that ran on other backends than the one asked for
     */
    public record Placement(ProofClass proof, int elsewhere) {

        /** Whether all of it is known to have run on the backend asked for. */
        public boolean isAllProven() {
            return proof == ProofClass.PROVEN && elsewhere == 0;
        }
    }

    /** What a figure is about. */
    public enum Subject {
        /** The processor's clock as it is. */
        CLOCK,
        /** Bandwidth of caches and memory. */
        MEMORY,
        /** Operations in registers. */
        ARITHMETIC,
        /** A product or convolution, by a kernel of Bascule's own. */
        KERNEL,
        /** A product or convolution, by the engine on a model. */
        MODEL,
        /** What it costs to ask for anything at all. */
        LAUNCH,
        /** To the device and back. */
        TRANSFER
    }

    public ProfileFigure {
        notes = List.copyOf(notes);
        if (rate.isEmpty() == reason.isEmpty()) {
            throw new IllegalArgumentException("a figure has a rate or a reason: " + name);
        }
    }

    /** Of samples; too few of them are a reason. */
    public static ProfileFigure of(
            Subject subject,
            String name,
            Optional<String> dtype,
            long size,
            int threads,
            Unit unit,
            double work,
            Samples samples,
            List<String> notes) {
        Optional<Rate> made = Rate.of(work, samples);
        Optional<Rate> rate = made.filter(Rate::isSettled);
        return new ProfileFigure(
                subject,
                name,
                dtype,
                size,
                threads,
                unit,
                work,
                samples,
                rate,
                rate.isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                made.isPresent()
                                        ? "its samples lie too far apart: repeat on a quiet machine"
                                        : "only %d samples in the time there was, and %d make a figure"
                                                .formatted(samples.size(), Rate.FEWEST)),
                Optional.empty(),
                notes);
    }

    /** None, for this reason. */
    public static ProfileFigure without(
            Subject subject, String name, Optional<String> dtype, long size, int threads, Unit unit, String reason) {
        return new ProfileFigure(
                subject,
                name,
                dtype,
                size,
                threads,
                unit,
                0,
                Samples.NONE,
                Optional.empty(),
                Optional.of(reason),
                Optional.empty(),
                List.of());
    }

    /** What a runner's own kernel did. */
    public static ProfileFigure of(KernelReading reading) {
        String[] parts = reading.kernel().split("\\.", 2);
        Optional<String> dtype = parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
        Subject subject = subject(parts[0]);
        return reading.reason()
                .map(reason ->
                        without(subject, parts[0], dtype, reading.size(), reading.threads(), reading.unit(), reason))
                .orElseGet(() -> of(
                        subject,
                        parts[0],
                        dtype,
                        reading.size(),
                        reading.threads(),
                        reading.unit(),
                        reading.work(),
                        reading.samples(),
                        List.of()));
    }

    private static Subject subject(String kernel) {
        return switch (kernel) {
            case "clock" -> Subject.CLOCK;
            case "fma", "muladd" -> Subject.ARITHMETIC;
            case "gemm" -> Subject.KERNEL;
            case "dispatch", "submit" -> Subject.LAUNCH;
            case "upload", "readback" -> Subject.TRANSFER;
            default -> Subject.MEMORY;
        };
    }

    /** With one note more. */
    public ProfileFigure noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new ProfileFigure(
                subject, name, dtype, size, threads, unit, work, samples, rate, reason, placement, more);
    }

    /** The same without its rate, for this reason; the samples stay. */
    ProfileFigure refused(String why) {
        return new ProfileFigure(
                subject,
                name,
                dtype,
                size,
                threads,
                unit,
                work,
                samples,
                Optional.empty(),
                Optional.of(why),
                placement,
                notes);
    }

    /** Computed there. */
    public ProfileFigure at(Placement where) {
        return new ProfileFigure(
                subject, name, dtype, size, threads, unit, work, samples, rate, reason, Optional.of(where), notes);
    }
}
