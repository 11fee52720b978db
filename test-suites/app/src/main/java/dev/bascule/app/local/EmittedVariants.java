package dev.bascule.app.local;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.quantization.MethodSet;
import dev.bascule.studies.quantization.QuantizationReport.Emitted;
import dev.bascule.studies.quantization.QuantizationRequest.Emission;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes variants as files of their own, over nothing that is there. Immutable.
 *
 * @param model its name
 * @param emission what is wanted; empty for nothing
 */
record EmittedVariants(String model, Optional<Emission> emission) {
    private static final String SUFFIX = ".onnx";

    /**
     * Looks before anything is measured.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} where one of them is there
     */
    void refuseExisting(List<String> methods) {
        emission.map(Emission::which)
                .filter(which ->
                        !which.equals(MethodSet.ALL) && !which.equals(Emission.BEST) && !methods.contains(which))
                .ifPresent(which -> {
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "--emit '%s' is none of the methods%s".formatted(which, Nearest.hint(which, methods)),
                            "--emit best, all, or one of --methods");
                });
        emission.ifPresent(wanted -> methods.stream()
                .map(method -> file(wanted, method))
                .filter(Files::exists)
                .findFirst()
                .ifPresent(file -> {
                    throw there(file);
                }));
    }

    /** Why a method that somebody named is not written; empty where it is, and where nobody named one. */
    Optional<String> refused(List<Variant> variants) {
        return emission.map(Emission::which)
                .flatMap(which -> variants.stream()
                        .filter(variant ->
                                variant.name().equals(which) && variant.made().isEmpty())
                        .map(variant ->
                                "--emit %s wrote nothing: it was not made, for %s".formatted(which, variant.refused()))
                        .findFirst());
    }

    List<Emitted> write(List<Variant> variants, List<TargetJudge.Verdict> targets) {
        List<Emitted> written = new ArrayList<>();
        emission.ifPresent(wanted -> variants.stream()
                .filter(variant -> variant.made().isPresent() && !variant.name().equals(Variant.ORIGINAL))
                .filter(variant -> isWanted(wanted, variant, targets))
                .forEach(variant -> written.add(write(wanted, variant))));
        return written;
    }

    private static boolean isWanted(Emission wanted, Variant variant, List<TargetJudge.Verdict> targets) {
        return wanted.which().equals(MethodSet.ALL)
                || wanted.which().equals(variant.name())
                || (wanted.which().equals(Emission.BEST)
                        && targets.stream()
                                .map(TargetJudge.Verdict::advice)
                                .anyMatch(advice ->
                                        advice.keeps() && advice.variant().equals(Optional.of(variant.name()))));
    }

    private Emitted write(Emission wanted, Variant variant) {
        Path file = file(wanted, variant.name());
        Variant.File made = variant.made().orElseThrow();
        try {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            // Refuses one that came meanwhile.
            Files.copy(made.artifact().file(), file);
        } catch (IOException e) {
            if (Files.exists(file)) {
                throw there(file);
            }
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "cannot write '%s': %s".formatted(file, FileErrorText.why(e)),
                    "name another folder by --emit-to");
        }
        return new Emitted(variant.name(), file, made.artifact().sha256());
    }

    private Path file(Emission wanted, String method) {
        String name = model.endsWith(SUFFIX) ? model.substring(0, model.length() - SUFFIX.length()) : model;
        return wanted.folder().resolve(name.replaceAll("[^A-Za-z0-9._-]", "-") + "." + method + SUFFIX);
    }

    private static BasculeException there(Path file) {
        return new BasculeException(
                ErrorCode.OUTPUT_UNWRITABLE,
                "there is a file '%s', and it is left as it is".formatted(file),
                "name another folder by --emit-to");
    }
}
