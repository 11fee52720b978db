package dev.bascule.prediction.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.prediction.pool.PoolDevices.Seats;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolDevicesTest {
    private static final long GIB = 1L << 30;
    private static final Device FIRST = gpu("0000:01:00.0", "NVIDIA A", 8 * GIB);
    private static final Device SECOND = gpu("0000:02:00.0", "NVIDIA A", 6 * GIB);
    private static final Device OTHER = gpu("0000:03:00.0", "NVIDIA B", 4 * GIB);

    private static Device gpu(String address, String name, long free) {
        return Device.of(DeviceId.pci(address), HardwareClasses.DISCRETE_GPU, name, "told by the test")
                .withMemory(DeviceMemory.own(10 * GIB, Optional.of(free)));
    }

    private static Seats cuda(Device... devices) {
        return PoolDevices.of(HardwareMap.of(devices), 8, 0.1).seats(Backends.CUDA, DeviceType.GPU, Optional.of(false));
    }

    @Test
    void two_gpus_of_one_kind_are_told_apart_by_index_in_the_order_of_where_they_sit() {
        PoolDevices devices = PoolDevices.of(HardwareMap.of(SECOND, FIRST), 8, 0.5);

        assertThat(devices.all()).extracting(PoolDevice::id).containsExactly("cpu", "gpu:0", "gpu:1");
        assertThat(devices.all().get(1).name()).contains("0000:01:00.0");
        assertThat(devices.all().get(1).room().orElseThrow().bytes()).isEqualTo(4 * GIB);
        assertThat(devices.all().get(2).room().orElseThrow().bytes()).isEqualTo(3 * GIB);
        assertThat(cuda(FIRST, SECOND))
                .isInstanceOfSatisfying(
                        Seats.On.class,
                        on -> assertThat(on.devices())
                                .extracting(PoolDevice::id)
                                .containsExactly("gpu:0", "gpu:1"));
    }

    @Test
    void of_two_kinds_nobody_knows_which_one_was_measured() {
        assertThat(cuda(FIRST, OTHER))
                .isInstanceOfSatisfying(
                        Seats.Nowhere.class, no -> assertThat(no.why()).contains("several kinds"));
    }

    @Test
    void a_backend_has_no_seat_where_no_device_is_of_its_maker_or_none_is_there_at_all() {
        PoolDevices devices = PoolDevices.of(HardwareMap.of(FIRST), 8, 0.1);

        assertThat(devices.seats(Backends.ROCM, DeviceType.GPU, Optional.of(false)))
                .isInstanceOf(Seats.Nowhere.class);
        assertThat(cuda()).isInstanceOf(Seats.Nowhere.class);
    }

    @Test
    void what_is_asked_for_the_processors_sits_there_and_what_only_emulates_a_device_has_no_seat() {
        PoolDevices devices = PoolDevices.of(HardwareMap.empty(), 8, 0.1);

        assertThat(devices.seats(Backends.WASM, DeviceType.CPU, Optional.empty()))
                .isInstanceOfSatisfying(
                        Seats.On.class,
                        on -> assertThat(on.devices()).singleElement().satisfies(cpu -> {
                            assertThat(cpu.capacity()).isEqualTo(8);
                            assertThat(cpu.room()).isEmpty();
                        }));
        assertThat(devices.seats(Backends.WEBGPU, DeviceType.GPU, Optional.of(true)))
                .isInstanceOf(Seats.Nowhere.class);
    }

    @Test
    void a_browser_takes_the_one_gpu_and_of_several_nobody_knows_which() {
        assertThat(PoolDevices.of(HardwareMap.of(FIRST), 8, 0.1)
                        .seats(Backends.WEBGPU, DeviceType.GPU, Optional.of(false)))
                .isInstanceOf(Seats.On.class);
        assertThat(PoolDevices.of(HardwareMap.of(FIRST, SECOND), 8, 0.1)
                        .seats(Backends.WEBGPU, DeviceType.GPU, Optional.of(false)))
                .isInstanceOf(Seats.Nowhere.class);
    }
}
