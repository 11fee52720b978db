package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.setting.RunSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the cases of suites, and selects among them. Stateless. */
public final class Cases {
    /** Sizes that a run chose are in the ids that it shows, and not yet in those that it selects among. */
    private static final Pattern SIZES = Pattern.compile("[,;]dim\\.[^,=]+=[^,]*");

    private Cases() {}

    /**
     * The selected cases of these suites, in order.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} when there are none, or none has a target left
     */
    public static List<SuiteCase> select(List<Suite> suites, CaseOptions options) {
        List<SuiteCase> all = suites.stream()
                .flatMap(suite -> suite.models().stream().flatMap(model -> casesOf(suite, model.inSteps(), options)))
                .toList();
        List<SuiteCase> selected = all.stream()
                .filter(one -> isSelected(one.id(), options.filters()))
                .toList();
        if (selected.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    (all.size() == 1
                                    ? "--filter %1$s does not select the one case, '%3$s'"
                                    : "--filter %1$s selects none of the %2$d cases, such as '%3$s'")
                            .formatted(
                                    String.join(" ", options.filters()),
                                    all.size(),
                                    all.isEmpty() ? "" : all.get(0).id()));
        }
        if (selected.stream().allMatch(one -> one.chains().isEmpty())) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no backend is left to run on"
                            + (options.browsers() ? "" : ": --browsers none leaves native backends only"));
        }
        return selected;
    }

    /** Whether a glob matches the id, or, where the glob has no colon, the model's name in it. */
    static boolean isSelected(CaseId id, List<String> globs) {
        return globs.isEmpty()
                || globs.stream()
                        .flatMap(glob -> Stream.of(glob, SIZES.matcher(glob).replaceAll("")))
                        .anyMatch(glob -> id.matches(glob.contains(":") ? glob : "*:*:" + glob));
    }

    /** One, or one for each device that was named. */
    private static Stream<SuiteCase> casesOf(Suite suite, SuiteModel model, CaseOptions options) {
        RunSettings settings = options.explicit().over(suite.settings().over(options.configured()));
        List<RunSettings> each = settings.each();
        return each.stream().map(one -> caseOf(suite, model, options, one, one.equals(each.get(0))));
    }

    private static SuiteCase caseOf(
            Suite suite, SuiteModel model, CaseOptions options, RunSettings settings, boolean first) {
        return new SuiteCase(
                id(suite, model, settings),
                model,
                settings,
                // A browser's backends have no device to name: once is enough.
                chains(suite, options).stream()
                        .filter(chain -> first || chain.first().side() == Side.NATIVE)
                        .toList(),
                options.aim().comparisons().around(suite.aim().comparisons()),
                options.aim().fallBackOn().around(suite.aim().fallBackOn()),
                options.scenarios().around(model.scenarios().or(suite::scenarios)));
    }

    private static CaseId id(Suite suite, SuiteModel model, RunSettings wanted) {
        String path = model.feed()
                .pipeline()
                .flatMap(ModelNames::kind)
                .orElseGet(() -> ModelNames.kind(ModelSource.parse(model.reference(), Path.of(""))));
        Map<String, String> settings = new TreeMap<>(wanted.ofCase());
        model.feed().dims().forEach((name, size) -> settings.put(CaseId.dimension(name), Long.toString(size)));
        model.feed()
                .frames()
                .forEach((name, frame) -> settings.put("frame." + CaseId.word(name), CaseId.word(frame.toString())));
        return CaseId.of(suite.name(), path, model.name(), settings);
    }

    /** First each target as a chain of one, then the chains. */
    private static List<Chain> chains(Suite suite, CaseOptions options) {
        List<Backend> targets = options.aim().backends().around(suite.aim().targets());
        Stream<Chain> chains = options.aim().chains().explicit().isPresent()
                ? options.aim().chains().explicit().get().stream()
                : options.strict() ? Stream.empty() : ownChains(suite, options);
        Set<Chain> all = new LinkedHashSet<>();
        Stream.concat(targets.stream().map(Chain::of), chains)
                .filter(chain -> options.browsers() || chain.first().side() == Side.NATIVE)
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** The suite's or the configured chains; where backends were named for this invocation, only what is left of them. */
    private static Stream<Chain> ownChains(Suite suite, CaseOptions options) {
        List<Chain> own = suite.aim().chains().orElse(options.aim().chains().configured());
        if (options.aim().backends().explicit().isEmpty()) {
            return own.stream();
        }
        List<Backend> named = options.aim().backends().explicit().get();
        List<Chain> left = new ArrayList<>();
        for (Chain chain : own) {
            List<Backend> rungs = chain.rungs().stream().filter(named::contains).collect(Collectors.toList());
            if (rungs.size() > 1) {
                left.add(new Chain(rungs));
            }
        }
        return left.stream();
    }
}
