package dev.bascule.fallback.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseVersionTest {

    @Test
    void versions_are_ordered_by_number_and_not_by_letter() {
        List<String> inOrder = List.of(
                "1.9.0",
                "1.10.0",
                "1.16.0-dev.20230606-f013965831",
                "1.16.0",
                "1.16.3",
                "92.0.0",
                "119.0.1-next.2",
                "119.0.1-next.10",
                "119.0.2");
        assertThat(Stream.of(
                                "119.0.1-next.10",
                                "92.0.0",
                                "1.16.0",
                                "1.9.0",
                                "1.16.3",
                                "1.10.0",
                                "119.0.2",
                                "119.0.1-next.2",
                                "1.16.0-dev.20230606-f013965831")
                        .map(text -> ReleaseVersion.parse(text).orElseThrow())
                        .sorted()
                        .map(ReleaseVersion::toString))
                .isEqualTo(inOrder);
    }

    @Test
    void what_comes_before_a_release_is_not_stable() {
        assertThat(ReleaseVersion.parse("1.24.0-dev.20251116-b39e144322"))
                .hasValueSatisfying(version -> assertThat(version.isStable()).isFalse());
        assertThat(ReleaseVersion.parse("1.24.1"))
                .hasValueSatisfying(version -> assertThat(version.isStable()).isTrue());
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(
            strings = {
                "",
                "1",
                "1.2",
                "1.2.3.4",
                "v1.2.3",
                "^1.2.3",
                "latest",
                "../x",
                "1.2.3/../../x",
                "1.2.3-../x",
                "1.2.3-a/b",
                "1.2.3-",
                "1.2.3-a..b",
                "-1.2.3",
                "1.2.3 ",
                "1.2.3\n",
                "999999999999.0.0",
                "1.2.3+build",
                "file:x",
                "1.2.3 --x"
            })
    void anything_else_is_no_version(String text) {
        assertThat(ReleaseVersion.parse(text)).isEmpty();
    }

    @Test
    @Tag("attack")
    void a_version_cannot_be_made_of_what_is_none() {
        assertThatThrownBy(() -> new ReleaseVersion(1, 2, 3, Optional.of("../x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReleaseVersion(-1, 2, 3, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
