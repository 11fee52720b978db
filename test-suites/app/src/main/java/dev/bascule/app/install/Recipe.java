package dev.bascule.app.install;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.models.packages.Artifact;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a set of libraries is made.
 *
 * @param name what the user asks for, such as {@code openvino}
 * @param variant which of several ways to the same backend; empty where there is one
 * @param set the folder that it becomes, as its driver looks for it
 * @param version of what executes models in it
 * @param backend the backend that it makes work; empty of what is no backend
 * @param what it is, for people
 * @param downloadBytes how much is fetched, to the nearest megabyte
 * @param artifacts what it is made of
 */
public record Recipe(
        String name,
        Optional<String> variant,
        String set,
        String version,
        Optional<String> backend,
        String what,
        long downloadBytes,
        List<Artifact> artifacts) {

    public Recipe {
        artifacts = List.copyOf(artifacts);
    }

    /** Of a backend. */
    public Recipe(
            String name,
            Optional<String> variant,
            String set,
            String version,
            String backend,
            String what,
            long downloadBytes,
            List<Artifact> artifacts) {
        this(name, variant, set, version, Optional.of(backend), what, downloadBytes, artifacts);
    }

    /** What there is of a name on a machine. */
    public sealed interface Offer {
        /** What either case comes to. */
        <R> R fold(
                Function<? super Recipe, ? extends R> whenAvailable,
                Function<? super Unavailable, ? extends R> whenUnavailable);

        record Available(Recipe recipe) implements Offer {
            @Override
            public <R> R fold(
                    Function<? super Recipe, ? extends R> whenAvailable,
                    Function<? super Unavailable, ? extends R> whenUnavailable) {
                return whenAvailable.apply(recipe);
            }
        }

        /** @param nextStep what can be done all the same */
        record Unavailable(String reason, String nextStep) implements Offer {
            @Override
            public <R> R fold(
                    Function<? super Recipe, ? extends R> whenAvailable,
                    Function<? super Unavailable, ? extends R> whenUnavailable) {
                return whenUnavailable.apply(this);
            }
        }
    }

    /** Where it goes. */
    public java.nio.file.Path folder(HostEnvironment host) {
        return host.libraries().resolve(set);
    }
}
