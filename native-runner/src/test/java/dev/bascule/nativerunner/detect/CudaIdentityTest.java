package dev.bascule.nativerunner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import com.sun.jna.ptr.IntByReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The driver's answers as CUDA's driver interface gives them, of a machine with two GPUs: no such machine was here. */
class CudaIdentityTest {
    private static final int NO_SUCH_DEVICE = 101;

    /**
     * @param active the devices on which the process has its context
     * @param mute calls that this driver does not know
     */
    private record TwoGpus(Set<Integer> active, Set<String> mute) implements CudaIdentity.Driver {
        @Override
        public int call(String function, Object... arguments) {
            if (mute.contains(function)) {
                return -1;
            }
            switch (function) {
                case "cuInit" -> {}
                case "cuDeviceGetCount" -> ((IntByReference) arguments[0]).setValue(2);
                case "cuDeviceGet" -> {
                    int index = (Integer) arguments[1];
                    if (index > 1) {
                        return NO_SUCH_DEVICE;
                    }
                    // A handle is no index.
                    ((IntByReference) arguments[0]).setValue(70 + index);
                }
                case "cuDeviceGetName" -> ((Memory) arguments[0]).setString(0, "NVIDIA H200");
                case "cuDeviceGetUuid" ->
                    ((Memory) arguments[0])
                            .write(
                                    0,
                                    new byte[] {
                                        (byte) 0x8f,
                                        1,
                                        2,
                                        3,
                                        4,
                                        5,
                                        6,
                                        7,
                                        8,
                                        9,
                                        10,
                                        11,
                                        12,
                                        13,
                                        14,
                                        (byte) ((Integer) arguments[1]).intValue()
                                    },
                                    0,
                                    16);
                case "cuDeviceGetPCIBusId" ->
                    ((Memory) arguments[0])
                            .setString(0, "0000:%02X:00.0".formatted((Integer) arguments[2] - 70 + 0x65));
                case "cuDevicePrimaryCtxGetState" -> {
                    ((IntByReference) arguments[1]).setValue(0);
                    ((IntByReference) arguments[2]).setValue(active.contains((Integer) arguments[0] - 70) ? 1 : 0);
                }
                default -> throw new AssertionError(function);
            }
            return 0;
        }
    }

    @Test
    void the_second_of_two_is_told_by_its_uuid_its_seat_and_where_the_process_is() {
        assertThat(CudaIdentity.facts(new TwoGpus(Set.of(1), Set.of()), 1))
                .isEqualTo(Map.of(
                        "device.index", "1",
                        "device.name", "NVIDIA H200",
                        "device.uuid", "GPU-8f010203-0405-0607-0809-0a0b0c0d0e47",
                        "device.pci", "0000:66:00.0",
                        "device.contexts", "1"));
    }

    @Test
    void a_process_on_both_or_on_none_is_told_so() {
        assertThat(CudaIdentity.facts(new TwoGpus(Set.of(0, 1), Set.of()), 1)).containsEntry("device.contexts", "0,1");
        assertThat(CudaIdentity.facts(new TwoGpus(Set.of(), Set.of()), 1)).containsEntry("device.contexts", "");
    }

    @Test
    void a_driver_too_old_for_a_call_leaves_that_out_and_guesses_nothing() {
        assertThat(CudaIdentity.facts(
                        new TwoGpus(Set.of(1), Set.of("cuDevicePrimaryCtxGetState", "cuDeviceGetUuid")), 1))
                .containsOnlyKeys("device.index", "device.name", "device.pci");
        assertThat(CudaIdentity.facts(new TwoGpus(Set.of(), Set.of("cuInit")), 0))
                .isEmpty();
    }

    @Test
    void a_device_that_is_not_there_has_nothing_but_the_index_that_was_asked_for() {
        assertThat(CudaIdentity.count(new TwoGpus(Set.of(), Set.of()))).hasValue(2);
        assertThat(CudaIdentity.facts(new TwoGpus(Set.of(), Set.of()), 5))
                .containsOnlyKeys(List.of("device.index", "device.contexts").toArray(String[]::new));
    }
}
