package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.library.LibrarySet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class InstalledSoftwareTest {
    private static final Machine MACHINE = new Machine(
            "f00d",
            "Linux",
            new Machine.Cpu("CPU", 2, List.of()),
            Optional.empty(),
            List.of(),
            Optional.of(new Fingerprint(Map.of("cpu", "CPU"), Map.of("kernel", "6.1"))));

    private static BrowserInstallation chrome(String version) {
        return new BrowserInstallation(
                "Chrome", BrowserFamily.CHROME, version, Path.of("chrome"), Optional.empty(), false);
    }

    private static LibrarySet set(String version) {
        return new LibrarySet("onnxruntime-openvino", version, Path.of("set"));
    }

    private static String state(List<BrowserInstallation> browsers, List<LibrarySet> sets) {
        return InstalledSoftware.on(MACHINE, browsers, sets)
                .parts()
                .orElseThrow()
                .stateHash();
    }

    @Test
    void an_update_of_a_browser_or_a_library_set_is_another_state_of_the_same_machine() {
        String before = state(List.of(chrome("152"), chrome("153")), List.of(set("1.24.1")));

        assertThat(state(List.of(chrome("153"), chrome("152")), List.of(set("1.24.1"))))
                .as("in whatever order they are found")
                .isEqualTo(before);
        assertThat(state(List.of(chrome("153")), List.of(set("1.24.1")))).isNotEqualTo(before);
        assertThat(state(List.of(chrome("152"), chrome("153")), List.of(set("1.25.0"))))
                .isNotEqualTo(before);
        assertThat(InstalledSoftware.on(MACHINE, List.of(chrome("153")), List.of())
                        .fingerprint())
                .isEqualTo(MACHINE.fingerprint());
    }

    @Test
    void each_part_is_listed_by_name_and_none_is_unknown() {
        assertThat(InstalledSoftware.on(MACHINE, List.of(chrome("152"), chrome("153")), List.of(set("1.24.1")))
                        .parts()
                        .orElseThrow()
                        .software())
                .containsExactly(
                        Map.entry("browser Chrome", "152, 153"),
                        Map.entry("kernel", "6.1"),
                        Map.entry("libraries onnxruntime-openvino", "1.24.1"));
    }

    @Test
    void the_machine_alone_is_what_a_run_sees_of_it_but_for_its_browsers() {
        Machine seen = InstalledSoftware.on(MACHINE, List.of(), LibrarySet.installed(HostEnvironment.ofProcess()));

        assertThat(environments(() -> MACHINE).machine()).isEqualTo(seen);
        assertThat(environments(() -> {
                            throw new IllegalStateException("nothing to read");
                        })
                        .machine()
                        .parts())
                .as("one that cannot be read is in no known state")
                .isEmpty();
    }

    private static LocalRunEnvironments environments(Supplier<Machine> probe) {
        return new LocalRunEnvironments(
                BrowserDiscovery.ofThisMachine(), new CacheFolder(Path.of("cache")), Map.of(), probe);
    }
}
