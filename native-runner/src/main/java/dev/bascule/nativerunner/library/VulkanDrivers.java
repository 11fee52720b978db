package dev.bascule.nativerunner.library;

import dev.bascule.fallback.driver.HostEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which Vulkan drivers a child is to see. Stateless. */
public final class VulkanDrivers {
    private static final String SWIFTSHADER = "vk_swiftshader_icd.json";

    private VulkanDrivers() {}

    /**
     * What the user set stays; a machine with a GPU keeps the system's drivers; one without gets the software driver that
     * the bundled browser brings, so that what runs there is the same as in the browser. Empty off Linux.
     */
    public static Map<String, String> environment(HostEnvironment host) {
        boolean chosen = host.environment().containsKey("VK_DRIVER_FILES")
                || host.environment().containsKey("VK_ICD_FILENAMES");
        if (chosen
                || host.isWindows()
                || host.isMac()
                || host.has("/dev/dri/renderD128")
                || host.has("/dev/nvidiactl")) {
            return Map.of();
        }
        return swiftShader(host.browsers())
                .map(Path::toString)
                // The first name is Vulkan's present one, the second its older one, which old loaders know alone.
                .map(file -> Map.of("VK_DRIVER_FILES", file, "VK_ICD_FILENAMES", file))
                .orElse(Map.of());
    }

    private static Optional<Path> swiftShader(Path browsers) {
        try (Stream<Path> folders = Files.list(browsers)) {
            return folders.map(folder -> folder.resolve(SWIFTSHADER))
                    .filter(Files::exists)
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
