package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.library.NativeCalls;
import java.util.Optional;

/** Asks Windows whether it can make a Direct3D 12 device, without making one. Stateless. */
public final class Direct3d12 {
    private static final String LIBRARY = "d3d12";
    /** D3D_FEATURE_LEVEL_11_0 of d3dcommon.h, the least that DirectML takes. */
    private static final int FEATURE_LEVEL_11_0 = 0xb000;
    /** IID_ID3D12Device of d3d12.h, as a GUID lies in memory. */
    private static final byte[] DEVICE = {
        (byte) 0xf1,
        (byte) 0x19,
        (byte) 0x98,
        0x18,
        (byte) 0xb6,
        0x1d,
        0x57,
        0x4b,
        (byte) 0xbe,
        0x54,
        0x18,
        0x21,
        0x33,
        (byte) 0x9b,
        (byte) 0x85,
        (byte) 0xf7
    };

    private Direct3d12() {}

    /**
     * What came back.
     *
     * @param loadError what the loader said, where the library does not load
     * @param result the HRESULT of D3D12CreateDevice asked without a place for the device: 1 where it would succeed
     */
    public record Answer(Optional<String> loadError, Optional<Integer> result) {}

    /** Asks; Windows only. */
    public static Answer ask() {
        NativeCalls.Loaded loaded = NativeCalls.load(LIBRARY);
        if (loaded instanceof NativeCalls.Loaded.Refused refused) {
            return new Answer(Optional.of(refused.words()), Optional.empty());
        }
        try (Memory id = new Memory(DEVICE.length)) {
            id.write(0, DEVICE, 0, DEVICE.length);
            int result = ((NativeCalls.Loaded.Library) loaded)
                    .library()
                    .getFunction("D3D12CreateDevice")
                    .invokeInt(new Object[] {Pointer.NULL, FEATURE_LEVEL_11_0, id, Pointer.NULL});
            return new Answer(Optional.empty(), Optional.of(result));
        } catch (UnsatisfiedLinkError e) {
            return new Answer(Optional.of(String.valueOf(e.getMessage())), Optional.empty());
        }
    }

    /** Adds what it means. */
    public static void judge(Answer answer, Detection.Builder found) {
        if (answer.loadError().isPresent()) {
            found.failed(
                    Tier.LIBRARY,
                    "d3d12.dll does not load: " + answer.loadError().get(),
                    "update Windows: Direct3D 12 is part of Windows 10 and newer");
            return;
        }
        found.passed(Tier.LIBRARY, "d3d12.dll loads");
        int result = answer.result().orElse(0);
        if (result < 0) {
            found.failed(
                    Tier.DEVICE,
                    "D3D12CreateDevice says 0x%08x: no adapter with feature level 11.0".formatted(result),
                    "install the driver of your GPU");
        } else {
            found.passed(Tier.DEVICE, "an adapter takes Direct3D 12 at feature level 11.0");
        }
    }
}
