package dev.bascule.app.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.versions.VersionChoice.Chosen;
import dev.bascule.app.versions.VersionChoice.Thinning;
import dev.bascule.fallback.install.ReleaseVersion;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VersionChoiceTest {
    private static final List<ReleaseVersion> KNOWN = IntStream.of(9, 1, 5, 3, 7, 10, 2, 4, 8, 6)
            .mapToObj(minor -> version("1.%d.0".formatted(minor)))
            .toList();

    private static ReleaseVersion version(String text) {
        return ReleaseVersion.parse(text).orElseThrow();
    }

    private static List<Integer> between(Thinning thinning) {
        return new VersionChoice(
                        VersionedPart.ENGINE,
                        new Chosen.Between(Optional.of(version("1.2.0")), Optional.empty(), thinning))
                .of(KNOWN).stream().map(ReleaseVersion::minor).toList();
    }

    @Test
    void versions_come_in_order_of_their_numbers_with_both_ends() {
        assertThat(between(new Thinning.All())).containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(between(new Thinning.Step(3))).containsExactly(2, 5, 8, 10);
        assertThat(between(new Thinning.Step(100))).containsExactly(2, 10);
        assertThat(between(new Thinning.Samples(2))).containsExactly(2, 10);
        assertThat(between(new Thinning.Samples(3))).containsExactly(2, 6, 10);
        assertThat(between(new Thinning.Samples(100))).hasSize(9);
    }

    @Test
    void fewer_than_two_different_versions_are_refused() {
        for (List<String> named : List.of(List.<String>of(), List.of("1.2.0"), List.of("1.2.0", "1.3.0", "1.2.0"))) {
            VersionChoice choice = new VersionChoice(
                    VersionedPart.ENGINE,
                    new Chosen.Named(
                            named.stream().map(VersionChoiceTest::version).toList()));
            assertThatThrownBy(() -> choice.of(KNOWN)).hasMessageContaining("needs two different ones");
        }
    }
}
