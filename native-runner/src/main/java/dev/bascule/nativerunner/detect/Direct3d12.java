package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.library.NativeCalls;
import java.util.stream.Collectors;

/** Asks Windows whether it can make a Direct3D 12 device, without making one, and on which adapter. Stateless. */
public final class Direct3d12 {
    private static final String LIBRARY = "d3d12";
    /** D3D_FEATURE_LEVEL_11_0 of d3dcommon.h, the least that DirectML and Dawn take. */
    private static final int FEATURE_LEVEL_11_0 = 0xb000;
    /** IID_ID3D12Device of d3d12.h, as a GUID lies in memory. */
    private static final byte[] DEVICE =
            Dxgi.guid(0x189819f1, 0x1db6, 0x4b57, 0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7);

    private Direct3d12() {}

    /** What became of asking. */
    public sealed interface Answer {

        /** @param words what the loader said */
        record NotLoaded(String words) implements Answer {}

        /**
         * @param result the HRESULT of D3D12CreateDevice asked without a place for the device: 1 where it would succeed
         * @param adapters what it would choose from
         */
        record Asked(int result, Dxgi.Answer adapters) implements Answer {}
    }

    /** Asks; Windows only. */
    public static Answer ask() {
        NativeCalls.Loaded loaded = NativeCalls.load(LIBRARY);
        if (loaded instanceof NativeCalls.Loaded.Refused refused) {
            return new Answer.NotLoaded(refused.words());
        }
        try (Memory id = new Memory(DEVICE.length)) {
            id.write(0, DEVICE, 0, DEVICE.length);
            int result = ((NativeCalls.Loaded.Library) loaded)
                    .library()
                    .getFunction("D3D12CreateDevice")
                    .invokeInt(new Object[] {Pointer.NULL, FEATURE_LEVEL_11_0, id, Pointer.NULL});
            return new Answer.Asked(result, Dxgi.ask());
        } catch (UnsatisfiedLinkError e) {
            return new Answer.NotLoaded(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Adds what it means. Where every adapter is software, so is the device. Dawn asks for high performance, so takes a GPU before
     * a CPU (webgpu_context.cc of ONNX Runtime); where the first is software and another is not, nobody says which it took.
     *
     * @param takesSoftware whether the engine would run on a software adapter; DirectML's provider refuses it
     */
    public static void judge(Answer answer, boolean takesSoftware, Detection.Builder found) {
        if (answer instanceof Answer.NotLoaded absent) {
            found.failed(
                    Tier.LIBRARY,
                    "d3d12.dll does not load: " + absent.words(),
                    "update Windows: Direct3D 12 is part of Windows 10 and newer");
        } else if (answer instanceof Answer.Asked asked) {
            found.passed(Tier.LIBRARY, "d3d12.dll loads");
            if (asked.result() < 0) {
                found.failed(
                        Tier.DEVICE,
                        ErrorCode.BACKEND_UNAVAILABLE,
                        "D3D12CreateDevice says 0x%08x: no adapter with feature level 11.0".formatted(asked.result()),
                        "install the driver of your GPU");
            } else if (asked.adapters() instanceof Dxgi.Answer.Listed listed) {
                judge(listed, takesSoftware, found);
            } else if (asked.adapters() instanceof Dxgi.Answer.NotAsked unknown) {
                // Windows makes a device on WARP, too: without the adapter's name this is no GPU yet.
                found.skipped(
                        Tier.DEVICE,
                        "Direct3D 12 would make a device, which may be software: DXGI does not name the adapter (%s)"
                                .formatted(unknown.words()));
            }
        }
    }

    private static void judge(Dxgi.Answer.Listed listed, boolean takesSoftware, Detection.Builder found) {
        if (listed.adapters().isEmpty()) {
            found.failed(
                    Tier.DEVICE, ErrorCode.DEVICE_NOT_FOUND, "DXGI lists no adapter", "install the driver of your GPU");
            return;
        }
        String names = listed.adapters().stream().map(Dxgi.Adapter::toString).collect(Collectors.joining(", "));
        if (listed.onlySoftware() && !takesSoftware) {
            found.software(true)
                    .failed(
                            Tier.DEVICE,
                            ErrorCode.BACKEND_UNAVAILABLE,
                            "only %s, which is refused: it draws on the processor".formatted(names),
                            "install the driver of your GPU");
            return;
        }
        found.passed(Tier.DEVICE, names)
                .fact("adapters", String.valueOf(listed.adapters().size()));
        // Every Windows lists its software adapter, too, as the last: what was asked above is the first.
        boolean firstIsHardware = !listed.adapters().get(0).software();
        if (listed.onlySoftware() || firstIsHardware || !takesSoftware) {
            found.software(listed.onlySoftware());
            listed.adapters().stream()
                    .filter(adapter -> listed.onlySoftware() == adapter.software())
                    .findFirst()
                    .ifPresent(adapter -> found.fact("device", adapter.toString()));
        }
    }
}
