package dev.bascule.nativerunner.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoaderPathTest {

    @Test
    void the_loaders_cache_names_its_libraries() {
        assertThat(LoaderPath.parseCache(bytes("ld.so-1.7.0\0libc.so.6\0/lib/libc.so.6\0libx.so\0/opt/libx.so\0")))
                .containsExactly(Path.of("/lib/libc.so.6"), Path.of("/opt/libx.so"));
    }

    /** Its head is numbers, of which a few look like the beginning of a path and are none in any locale. */
    @Test
    void what_is_no_path_is_passed_over() {
        byte[] cache = bytes("/\u00ff\u00fe\0/lib/libc.so.6\0");
        assertThat(LoaderPath.parseCache(cache)).contains(Path.of("/lib/libc.so.6"));
        assertThat(LoaderPath.ofSystem(Map.of("LD_LIBRARY_PATH", "/opt/a:bad\0name"))
                        .find("no-such-library.so"))
                .isEmpty();
        assertThat(List.of(LoaderPath.parseCache(new byte[0]))).containsExactly(List.of());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
