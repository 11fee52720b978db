package dev.bascule.models.outlook;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.nativerunner.serve.Drivers;
import java.util.Optional;

/**
 * Which build of ONNX Runtime each backend would run a model with here, by files alone. Immutable.
 *
 * @param drivers the native backends as code
 * @param host where sets of libraries are
 */
public record EngineBuilds(Drivers drivers, HostEnvironment host) {
    /** What Bascule brings along, natively and in its pages; a test holds the pins to it. */
    public static final String BUNDLED = "1.29.0";

    /** A driver's way to say which ONNX Runtime its child loads in place of the bundled one. */
    private static final String OTHER_ENGINE = "onnxruntime.native.onnxruntime.path";

    /**
     * A build.
     *
     * @param version of ONNX Runtime; {@code unknown} where the set does not say
     * @param source where that is known from
     */
    public record Build(String version, String source) {}

    public static EngineBuilds ofThisMachine() {
        return new EngineBuilds(Drivers.installed(), HostEnvironment.ofProcess());
    }

    /** The build; empty where the backend has none here, or is no backend of ONNX Runtime. */
    public Optional<Build> of(Backend backend) {
        if (backend.side() == Side.BROWSER) {
            return Optional.of(new Build(BUNDLED, "the bundled onnxruntime-web " + BUNDLED));
        }
        if (backend.executionProviders().isEmpty()) {
            return Optional.empty();
        }
        return survey(backend, ModelFormat.ONNX)
                .filter(Survey.Ready.class::isInstance)
                .map(Survey.Ready.class::cast)
                .map(ready -> build(ready.launchSpec()));
    }

    /** Whether some driver of the backend opens this format at all, here or elsewhere. */
    public boolean opens(Backend backend, ModelFormat format) {
        if (backend.side() == Side.BROWSER) {
            return format == ModelFormat.ONNX;
        }
        return drivers.find(backend.id(), format).isPresent();
    }

    /** Why the backend is not here, as its files alone show; empty where a child would be worth starting. */
    public Optional<TierCheck.Failed> absence(Backend backend, ModelFormat format) {
        return backend.side() == Side.BROWSER
                ? Optional.empty()
                : survey(backend, format)
                        .flatMap(survey -> survey.fold(launchSpec -> Optional.empty(), Detection::stop));
    }

    private Optional<Survey> survey(Backend backend, ModelFormat format) {
        return drivers.find(backend.id(), format).map(driver -> driver.survey(host));
    }

    private static Build build(ChildLaunchSpec launchSpec) {
        if (!launchSpec.properties().containsKey(OTHER_ENGINE)) {
            return new Build(BUNDLED, "the bundled ONNX Runtime " + BUNDLED);
        }
        String set = launchSpec.libraries();
        return new Build(set.substring(set.lastIndexOf(' ') + 1), "the library set " + set);
    }
}
