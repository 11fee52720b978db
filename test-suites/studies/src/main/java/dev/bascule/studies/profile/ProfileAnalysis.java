package dev.bascule.studies.profile;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.studies.profile.KneeFinder.Knee;
import dev.bascule.studies.profile.ProfileFigure.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What figures say beyond themselves. Stateless. */
final class ProfileAnalysis {
    private static final Map<String, Precision> FORMATS = Map.of(
            "float32", Precision.FLOAT32,
            "tf32", Precision.TF32,
            "float16", Precision.FLOAT16,
            "bfloat16", Precision.BFLOAT16,
            "int8", Precision.INT8);

    private ProfileAnalysis() {}

    /**
     * The steps of one thread's triad, whose traffic goes both ways and shows a cache's end best; by the fastest sample of each
     * size, for whatever else runs can only slow it.
     */
    static List<Knee> knees(List<ProfileFigure> figures) {
        SortedMap<Long, Double> curve = new TreeMap<>();
        select(figures, Subject.MEMORY, "triad")
                .forEach(figure -> curve.put(
                        figure.size(), figure.work() / figure.samples().sorted()[0] * 1e3));
        return KneeFinder.find(curve);
    }

    /** The way to the device and back. */
    static Optional<TransferLine> transfer(List<ProfileFigure> figures) {
        SortedMap<Long, Double> seconds = new TreeMap<>();
        curve(figures, Subject.TRANSFER, "round trip")
                .forEach((bytes, rate) -> seconds.put(2 * bytes, 2 * bytes / rate));
        return TransferLine.fit(seconds);
    }

    private static SortedMap<Long, Double> curve(List<ProfileFigure> figures, Subject subject, String name) {
        SortedMap<Long, Double> curve = new TreeMap<>();
        select(figures, subject, name)
                .forEach(figure -> figure.rate().ifPresent(rate -> curve.put(figure.size(), rate.median())));
        return curve;
    }

    private static Stream<ProfileFigure> select(List<ProfileFigure> figures, Subject subject, String name) {
        return figures.stream()
                .filter(figure -> figure.subject() == subject
                        && figure.name().equals(name)
                        && figure.threads() == 1
                        && figure.rate().isPresent());
    }

    /**
     * The number formats that it was seen to compute in, with right results: by a kernel of Bascule's own, or by an engine
     * whose own records show every node there. An engine that refuses a format, or converts it,
     * says nothing of the device, so such a format is left out. On a CPU a library may convert unseen, so 16-bit floats
     * count only where the processor claims instructions for them; and what does not tell which device it used (WebNN never
     * does, nor Core ML) verifies nothing.
     */
    static CapabilitySet verified(List<ProfileFigure> figures, Backend backend, Collection<String> features) {
        if (backend.equals(Backends.WEBNN)) {
            return CapabilitySet.none();
        }
        Set<CapabilityId<Boolean>> claimed = InstructionSets.formats(Set.copyOf(features));
        List<Capability<?>> verified = new ArrayList<>();
        FORMATS.forEach((format, precision) -> figures.stream()
                .filter(figure -> figure.dtype().equals(Optional.of(format))
                        && figure.rate().isPresent()
                        && isComputedHere(figure)
                        && !figure.notes().contains(ModelProbe.DEVICE_UNTOLD)
                        && !figure.notes().contains(Emulation.NOTE))
                .filter(figure -> backend.accelerator() == DeviceType.GPU
                        || !format.endsWith("float16")
                        || backend.accelerator() == DeviceType.CPU
                                && claimed.contains(CapabilityRegistry.of(precision)))
                .findFirst()
                .ifPresent(figure -> verified.add(Capability.verified(
                        CapabilityRegistry.of(precision),
                        true,
                        "profile",
                        "%s in %s was right".formatted(figure.name(), format)))));
        return CapabilitySet.of(verified);
    }

    private static boolean isComputedHere(ProfileFigure figure) {
        return figure.subject() != Subject.MODEL
                || figure.placement().map(ProfileFigure.Placement::isAllProven).orElse(false);
    }

    /** Figures above what is possible say so. */
    static List<ProfileFigure> held(List<ProfileFigure> figures, ProfileReport report) {
        return figures.stream()
                .map(figure -> above(figure, report)
                        .map(peak -> figure.noting(
                                "above the theoretical peak of %.1f G/s: the clock rose meanwhile, or the count of work or the formula is wrong here"
                                        .formatted(peak / 1e9)))
                        .orElse(figure))
                .toList();
    }

    /** The peak that a figure is above, if so. */
    static Optional<Double> above(ProfileFigure figure, ProfileReport report) {
        if (figure.unit() != Unit.FLOP) {
            return Optional.empty();
        }
        return figure.dtype()
                .flatMap(dtype -> report.peak(dtype, figure.threads()))
                .filter(peak -> figure.rate().map(rate -> rate.median() > peak).orElse(false));
    }
}
