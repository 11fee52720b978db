package dev.bascule.fallback.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheFolderTest {
    private static final Path HOME = Path.of("home");

    @Test
    void the_environment_decides_in_order() {
        assertThat(CacheFolder.of(Map.of("BASCULE_CACHE", "mine", "XDG_CACHE_HOME", "xdg"), HOME)
                        .root())
                .isEqualTo(Path.of("mine"));
        assertThat(CacheFolder.of(Map.of("XDG_CACHE_HOME", "xdg", "BASCULE_CACHE", " "), HOME)
                        .root())
                .isEqualTo(Path.of("xdg", "bascule"));
        assertThat(CacheFolder.of(Map.of(), HOME).root()).isEqualTo(Path.of("home", ".cache", "bascule"));
    }
}
