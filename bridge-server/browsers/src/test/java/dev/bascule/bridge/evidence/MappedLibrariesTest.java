package dev.bascule.bridge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.bridge.process.ProcessTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MappedLibrariesTest {

    /** Recorded from Chromium's GPU process; most of the C library's kin cut. */
    @Test
    void the_graphics_libraries_of_a_recorded_process_are_named_once_each() {
        List<String> maps =
                Fixture.text("maps-chromium-156-gpu-process.txt").lines().toList();

        assertThat(MappedLibraries.known(maps))
                .containsExactly("libVkLayer_MESA_device_select.so", "libvk_swiftshader.so", "libvulkan.so.1");
    }

    @Test
    void drivers_and_runtimes_of_all_makers_are_known_and_others_are_not() {
        assertThat(MappedLibraries.known(List.of(
                        "7f00-7f01 r-xp 00000000 fe:00 1 /usr/lib/x86_64-linux-gnu/libGLX_nvidia.so.580.82.09",
                        "7f01-7f02 r-xp 00000000 fe:00 2 /usr/lib/x86_64-linux-gnu/libcuda.so.580.82.09 (deleted)",
                        "7f02-7f03 r--p 00000000 fe:00 3 /usr/lib/x86_64-linux-gnu/libvulkan_radeon.so",
                        "7f03-7f04 r--p 00000000 fe:00 4 /usr/lib/x86_64-linux-gnu/dri/iHD_drv_video.so",
                        "7f04-7f05 r--p 00000000 fe:00 5 /opt/a browser/libLiteRt.so",
                        "7f05-7f06 r--p 00000000 fe:00 6 /usr/lib/x86_64-linux-gnu/libglib-2.0.so.0.7400.6",
                        "7f06-7f07 r--p 00000000 fe:00 7 /usr/lib/x86_64-linux-gnu/libwayland-egl.so.1.21.0",
                        "7f07-7f08 r--s 00000000 fe:00 8 /home/u/.cache/nvidia/libcuda-notes.txt",
                        "7f0a-7f0b r--p 00000000 fe:00 9 /usr/lib/aarch64-linux-gnu/libmali.so.1",
                        "7f0b-7f0c r--p 00000000 fe:00 9 /usr/lib/aarch64-linux-gnu/libVK_IMG.so.1",
                        "7f08-7f09 rw-p 00000000 00:00 0 [heap]",
                        "7f09-7f0a rw-p 00000000 00:00 0 ")))
                .containsExactly(
                        "iHD_drv_video.so",
                        "libGLX_nvidia.so.580.82.09",
                        "libLiteRt.so",
                        "libVK_IMG.so.1",
                        "libcuda.so.580.82.09",
                        "libmali.so.1",
                        "libvulkan_radeon.so");
    }

    @Test
    void a_gpu_process_without_any_says_none_and_a_page_without_any_is_no_news() {
        assertThat(MappedLibraries.fact(Map.of("gpu-process", Set.of(), "browser", Set.of())))
                .containsEntry("gpu.libraries", "gpu-process: none");
        assertThat(MappedLibraries.fact(Map.of("WebProcess", Set.of()))).containsEntry("gpu.libraries", "none");
        assertThat(MappedLibraries.fact(Map.of())).containsKey("gpu.librariesUnknown");
    }

    @Test
    void a_process_that_is_no_browser_has_none_to_name() throws Exception {
        assumeThat(Files.isReadable(Path.of("/proc/self/maps"))).as("a /proc").isTrue();
        Process sleep = new ProcessBuilder("sleep", "30").start();
        try {
            ProcessTree tree = new ProcessTree(sleep.toHandle(), "no-such-mark-" + sleep.pid());
            assertThat(MappedLibraries.of(tree)).containsEntry("gpu.libraries", "none");
        } finally {
            sleep.destroyForcibly();
        }
    }
}
