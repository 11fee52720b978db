package dev.bascule.nativerunner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The structure is laid out after DXGI_ADAPTER_DESC1 of dxgi.h; no Windows is asked. */
class DxgiTest {

    @ParameterizedTest
    @CsvSource({
        "NVIDIA GeForce RTX 3080, 0x10de, 0x2206, 0, false",
        "Intel(R) UHD Graphics 620, 0x8086, 0x5917, 0, false",
        "Microsoft Basic Render Driver, 0x1414, 0x8c, 2, true",
        // WARP without the flag, and a software adapter of another number.
        "Microsoft Basic Render Driver, 0x1414, 0x8c, 0, true",
        "Some Software Adapter, 0x1234, 0x1, 2, true",
        // A remote adapter (DXGI_ADAPTER_FLAG_REMOTE) is no software, and neither is Microsoft's Hyper-V one.
        "NVIDIA Tesla T4, 0x10de, 0x1eb8, 1, false",
        "Microsoft Virtual Render Driver, 0x1414, 0x8e, 0, false",
    })
    void an_adapter_is_software_by_its_flag_or_by_the_number_of_the_basic_render_driver(
            String name, int vendor, int device, int flags, boolean software) {
        assertThat(Dxgi.adapter(description(name, vendor, device, 1L << 33, flags)))
                .isEqualTo(new Dxgi.Adapter(name, vendor, device, 1L << 33, software));
    }

    @Test
    void a_name_that_fills_its_place_has_no_end() {
        String name = "x".repeat(128);
        assertThat(Dxgi.adapter(description(name, 1, 2, 0, 0)).name()).isEqualTo(name);
    }

    @Test
    void the_factorys_id_lies_in_memory_as_windows_has_it() {
        assertThat(Dxgi.guid(0x770aae78, 0xf26f, 0x4dba, 0xa8, 0x29, 0x25, 0x3c, 0x83, 0xd1, 0xb3, 0x87))
                .containsExactly(
                        0x78, 0xae, 0x0a, 0x77, 0x6f, 0xf2, 0xba, 0x4d, 0xa8, 0x29, 0x25, 0x3c, 0x83, 0xd1, 0xb3, 0x87);
    }

    private static byte[] description(String name, int vendor, int device, long dedicated, int flags) {
        ByteBuffer bytes = ByteBuffer.allocate(Dxgi.DESCRIPTION_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(name.getBytes(StandardCharsets.UTF_16LE));
        bytes.position(256);
        // VendorId, DeviceId, SubSysId, Revision
        bytes.putInt(vendor).putInt(device).putInt(7).putInt(1);
        // DedicatedVideoMemory, DedicatedSystemMemory, SharedSystemMemory
        bytes.putLong(dedicated).putLong(0).putLong(1L << 34);
        // AdapterLuid, Flags
        bytes.putInt(0xabcd).putInt(0).putInt(flags);
        return bytes.array();
    }
}
