package dev.bascule.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.install.Recipe.Offer;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.HostEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecipesTest {
    private static final List<HostEnvironment> SYSTEMS = List.of(
            around("Linux", "amd64"),
            around("Linux", "aarch64"),
            around("Mac OS X", "aarch64"),
            around("Mac OS X", "x86_64"),
            around("Windows 11", "amd64"),
            around("Windows 11", "aarch64"));

    @Test
    void every_part_is_either_there_or_says_why_not_on_every_system() {
        for (HostEnvironment system : SYSTEMS) {
            for (String name : Recipes.names()) {
                Offer offer = Recipes.find(name, Optional.empty(), system, true).orElseThrow();
                if (offer instanceof Offer.Available available) {
                    Recipe recipe = available.recipe();
                    recipe.backend()
                            .ifPresent(
                                    backend -> assertThat(Backends.installed().find(backend))
                                            .isPresent());
                    assertThat(recipe.artifacts()).isNotEmpty();
                    assertThat(recipe.downloadBytes()).isPositive();
                } else {
                    assertThat(((Offer.Unavailable) offer).nextStep()).isNotBlank();
                }
            }
        }
    }

    @Test
    void every_part_on_every_system_has_a_hash() {
        for (HostEnvironment system : SYSTEMS) {
            for (String name : Recipes.names()) {
                for (Optional<String> variant : ways(name)) {
                    if (Recipes.find(name, variant, system, false).orElseThrow() instanceof Offer.Available available) {
                        assertThat(available.recipe().artifacts())
                                .allSatisfy(artifact -> assertThat(artifact.sha256())
                                        .as("%s on %s %s", artifact.label(), system.os(), system.arch())
                                        .isPresent());
                    }
                }
            }
        }
    }

    /** The way that suits the machine, and each that can be asked for. */
    private static List<Optional<String>> ways(String name) {
        return Stream.concat(
                        Stream.of(Optional.<String>empty()),
                        Recipes.variants(name).stream().map(Optional::of))
                .toList();
    }

    @Test
    void each_variant_is_a_set_of_its_own() {
        for (String name : Recipes.names()) {
            List<Recipe> recipes = Recipes.variants(name).stream()
                    .flatMap(variant -> Recipes.find(name, Optional.of(variant), SYSTEMS.get(0), false).stream())
                    .map(offer -> ((Offer.Available) offer).recipe())
                    .toList();
            assertThat(recipes).extracting(Recipe::set).doesNotHaveDuplicates();
            assertThat(recipes)
                    .extracting(recipe -> recipe.variant().orElseThrow())
                    .isEqualTo(Recipes.variants(name));
        }
    }

    @Test
    void open_vino_comes_as_a_plugin_for_intel_and_as_a_build_for_others() {
        assertThat(variant(true)).contains("plugin");
        assertThat(variant(false)).contains("build");
    }

    @Test
    void an_unknown_variant_is_refused_with_those_there_are() {
        assertThat(Recipes.find("cuda", Optional.of("11"), SYSTEMS.get(0), false))
                .hasValueSatisfying(offer -> assertThat(offer)
                        .isInstanceOfSatisfying(
                                Offer.Unavailable.class,
                                no -> assertThat(no.nextStep()).contains("--variant 12|13")));
        assertThat(Recipes.find("nonsense", Optional.empty(), SYSTEMS.get(0), false))
                .isEmpty();
    }

    private static Optional<String> variant(boolean intel) {
        Offer offer = Recipes.find("openvino", Optional.empty(), SYSTEMS.get(0), intel)
                .orElseThrow();
        return ((Offer.Available) offer).recipe().variant();
    }

    private static HostEnvironment around(String os, String arch) {
        return new HostEnvironment(os, arch, Map.of(), Path.of("native"), Path.of("browsers"));
    }
}
