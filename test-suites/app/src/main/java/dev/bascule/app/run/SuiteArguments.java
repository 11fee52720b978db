package dev.bascule.app.run;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.ModelNames;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.suites.suite.SuiteReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads what {@code run} is told to run: suites by name or file, and models, which together make a suite of their own.
 * Stateless.
 */
public final class SuiteArguments {
    /** The suite of models given on the command line. */
    public static final String AD_HOC = "adhoc";

    private SuiteArguments() {}

    /**
     * The suites; {@code quickstart} when there is no argument.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, naming the nearest, or what reading a suite throws
     */
    public static List<Suite> read(List<String> arguments) {
        if (arguments.isEmpty()) {
            return read(List.of(BuiltInSuites.QUICKSTART));
        }
        List<Suite> suites = new ArrayList<>();
        List<SuiteModel> models = new ArrayList<>();
        for (String argument : arguments) {
            Optional<Suite> builtIn = BuiltInSuites.find(argument);
            if (builtIn.isPresent()) {
                suites.add(builtIn.get());
            } else if (argument.endsWith(".yaml") || argument.endsWith(".yml")) {
                suites.add(suite(argument));
            } else {
                models.add(model(argument));
            }
        }
        if (!models.isEmpty()) {
            suites.add(adHoc(models));
        }
        refuseEqualNames(suites);
        return suites;
    }

    private static Suite suite(String file) {
        if (!Files.exists(Path.of(file))) {
            throw new BasculeException(
                    ErrorCode.SUITE_INVALID, "there is no suite file '%s'".formatted(file), "check the path");
        }
        return SuiteReader.read(Path.of(file));
    }

    private static SuiteModel model(String word) {
        return new SuiteModel(word, ModelNames.name(source(word)), SuiteModel.Feed.NONE);
    }

    private static ModelSource source(String word) {
        try {
            return ModelSource.parse(word, Path.of(""));
        } catch (BasculeException e) {
            // Somebody may have meant a suite.
            throw Nearest.to(word, BuiltInSuites.names())
                    .map(near -> new BasculeException(
                            ErrorCode.MODEL_NOT_FOUND,
                            "'%s' is no suite and no model; did you mean '%s'?".formatted(word, near)))
                    .orElse(e);
        }
    }

    private static Suite adHoc(List<SuiteModel> models) {
        Set<String> names = new HashSet<>();
        for (SuiteModel model : models) {
            if (!names.add(model.name())) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "two models are called '%s'; run them one after the other, or name them in a suite"
                                .formatted(model.name()));
            }
        }
        String text = models.stream().map(SuiteModel::reference).collect(Collectors.joining("\n"));
        return new Suite(
                AD_HOC,
                "models given on the command line",
                Sha256.of(text.getBytes(StandardCharsets.UTF_8)),
                Optional.empty(),
                RunSettings.NONE,
                models,
                Suite.Aim.NONE,
                Optional.empty(),
                List.of());
    }

    private static void refuseEqualNames(List<Suite> suites) {
        Set<String> names = new HashSet<>();
        for (Suite suite : suites) {
            if (!names.add(suite.name())) {
                throw new BasculeException(ErrorCode.USAGE_ERROR, "two suites are called '%s'".formatted(suite.name()));
            }
        }
    }
}
