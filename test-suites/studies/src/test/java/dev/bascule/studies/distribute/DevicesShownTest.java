package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.DeviceFacts;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.studies.distribute.DevicesShown.Asked;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DevicesShownTest {
    private static final String FIRST = "GPU-11111111-0000-0000-0000-000000000001";
    private static final String SECOND = "GPU-22222222-0000-0000-0000-000000000002";

    private static Asked asked(Backend backend, int index) {
        return new Asked(new BackendDevice(backend, OptionalInt.of(index)), "native");
    }

    private static SessionPlacement placed(Backend backend, Map<String, String> facts) {
        return new SessionPlacement(
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 3),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.of(backend.isHostCpu() ? DeviceType.CPU : DeviceType.GPU),
                        facts,
                        List.of(),
                        List.of()),
                Optional.empty());
    }

    private static SessionPlacement cuda(String uuid, String contexts) {
        return placed(
                Backends.CUDA,
                Map.of(
                        DeviceFacts.NAME, "NVIDIA H200",
                        DeviceFacts.UUID, uuid,
                        DeviceFacts.CONTEXTS, contexts));
    }

    @Test
    void the_driver_s_word_shows_which_device_it_was() {
        Asked second = asked(Backends.CUDA, 1);
        assertThat(DevicesShown.words(second, cuda(SECOND, "1")))
                .hasValue(
                        "device 1 is NVIDIA H200, " + SECOND + "; its driver shows the process there and on no other");
        assertThat(DevicesShown.label(second, cuda(SECOND, "1"))).isEmpty();
    }

    @Test
    void a_process_on_several_devices_does_not_show_which_one_computed() {
        Asked second = asked(Backends.CUDA, 1);
        assertThat(DevicesShown.words(second, cuda(SECOND, "0,1")).orElseThrow())
                .endsWith("devices 0, 1, so not on which of them it computed");
        assertThat(DevicesShown.label(second, cuda(SECOND, "0,1"))).isEqualTo(" (device not shown)");
    }

    @Test
    void an_index_of_which_nobody_tells_anything_is_only_asked_for() {
        Asked second = asked(Backends.ROCM, 1);
        SessionPlacement silent = placed(Backends.ROCM, Map.of());
        assertThat(DevicesShown.words(second, silent))
                .hasValue("device 1 was asked for; no record shows that the session was there and on no other");
        assertThat(DevicesShown.label(second, silent)).isEqualTo(" (device not shown)");
    }

    @Test
    void who_asked_for_no_index_is_told_nothing_of_one() {
        Asked cpu = new Asked(BackendDevice.of(Backends.NATIVE_CPU), "native");
        assertThat(DevicesShown.words(cpu, placed(Backends.NATIVE_CPU, Map.of())))
                .isEmpty();
        assertThat(DevicesShown.label(cpu, placed(Backends.NATIVE_CPU, Map.of())))
                .isEmpty();
    }

    @Test
    void negative_control_two_replicas_on_one_device_are_told_as_such() {
        List<String> names = List.of("cuda:0", "cuda:1");
        List<Asked> asked = List.of(asked(Backends.CUDA, 0), asked(Backends.CUDA, 1));
        // What CUDA_VISIBLE_DEVICES made of two indexes.
        assertThat(DevicesShown.shared(names, asked, List.of(cuda(FIRST, "0"), cuda(FIRST, "1"))))
                .singleElement()
                .asString()
                .startsWith("cuda:0 and cuda:1 are on one device, " + FIRST);
        assertThat(DevicesShown.shared(names, asked, List.of(cuda(FIRST, "0"), cuda(SECOND, "1"))))
                .isEmpty();
    }

    @Test
    void of_two_that_asked_for_one_index_nothing_shows_that_they_are_on_one_device() {
        SessionPlacement silent = placed(Backends.ROCM, Map.of());
        assertThat(DevicesShown.shared(
                        List.of("rocm:1", "rocm:1 again"),
                        List.of(asked(Backends.ROCM, 1), asked(Backends.ROCM, 1)),
                        List.of(silent, silent)))
                .singleElement()
                .asString()
                .startsWith(
                        "rocm:1 and rocm:1 again were asked for on one device, device 1 of rocm, and no record shows");
    }

    @Test
    void the_processor_is_one_device_for_all_that_compute_there() {
        List<Asked> asked = List.of(
                new Asked(BackendDevice.of(Backends.NATIVE_CPU), "native"),
                asked(Backends.CUDA, 0),
                new Asked(BackendDevice.of(Backends.WASM), "chrome"));
        assertThat(DevicesShown.shared(
                        List.of("cpu", "cuda:0", "wasm in chrome"),
                        asked,
                        List.of(
                                placed(Backends.NATIVE_CPU, Map.of()),
                                cuda(FIRST, "0"),
                                placed(Backends.WASM, Map.of()))))
                .singleElement()
                .asString()
                .startsWith("cpu and wasm in chrome are on one device, this machine's processor");
    }
}
