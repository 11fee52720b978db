package dev.bascule.nativerunner.detect;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** The graphics adapters of Windows, as DXGI lists them: DirectML and Dawn choose among these. Stateless. */
public final class Dxgi {
    /** IID_IDXGIFactory1 of dxgi.h, as a GUID lies in memory. */
    private static final byte[] FACTORY =
            guid(0x770aae78, 0xf26f, 0x4dba, 0xa8, 0x29, 0x25, 0x3c, 0x83, 0xd1, 0xb3, 0x87);

    /** Places in the tables of dxgi.h's interfaces, whose first three are those of IUnknown. */
    private static final int RELEASE = 2;

    private static final int ENUM_ADAPTERS_1 = 12;
    private static final int GET_DESC_1 = 10;
    /** DXGI_ERROR_NOT_FOUND: there are no more. */
    private static final int NOT_FOUND = 0x887a0002;

    /** DXGI_ADAPTER_DESC1 on 64 bits: 128 UTF-16 units, four numbers, three sizes, an id, flags. */
    static final int DESCRIPTION_BYTES = 312;

    private static final int NAME_BYTES = 256;
    private static final int DEDICATED_MEMORY = 272;
    private static final int FLAGS = 304;
    /** DXGI_ADAPTER_FLAG_SOFTWARE of dxgi.h. */
    private static final int SOFTWARE = 2;
    /** Microsoft's Basic Render Driver, which is WARP: it does not always carry the flag (dml_provider_factory.cc of ONNX Runtime). */
    private static final int MICROSOFT = 0x1414;

    private static final int BASIC_RENDER_DRIVER = 0x8c;

    private Dxgi() {}

    /**
     * @param name as its driver tells it
     * @param vendor PCI's number
     * @param device PCI's number
     * @param dedicatedBytes memory of its own; 0 for one that shares the processor's
     * @param software whether it draws on the processor (WARP)
     */
    public record Adapter(String name, int vendor, int device, long dedicatedBytes, boolean software) {
        @Override
        public String toString() {
            return software ? name + " (software)" : String.format(Locale.ROOT, "%s (%04x:%04x)", name, vendor, device);
        }
    }

    /** What became of asking. */
    public sealed interface Answer {

        /** @param words why DXGI could not be asked */
        record NotAsked(String words) implements Answer {}

        /** @param adapters in DXGI's order, which is DirectML's of devices */
        record Listed(List<Adapter> adapters) implements Answer {
            public Listed {
                adapters = List.copyOf(adapters);
            }

            /** Whether all of them only draw on the processor; there must be one. */
            public boolean onlySoftware() {
                return adapters.stream().allMatch(Adapter::software);
            }

            /** The place of the first that is real hardware. */
            public OptionalInt firstHardware() {
                for (int i = 0; i < adapters.size(); i++) {
                    if (!adapters.get(i).software()) {
                        return OptionalInt.of(i);
                    }
                }
                return OptionalInt.empty();
            }
        }
    }

    /** Asks; Windows only. */
    public static Answer ask() {
        return NativeCalls.load("dxgi")
                .fold(Dxgi::ask, words -> new Answer.NotAsked("dxgi.dll does not load: " + words));
    }

    private static Answer ask(NativeLibrary dxgi) {
        PointerByReference made = new PointerByReference();
        try (Memory id = new Memory(FACTORY.length)) {
            id.write(0, FACTORY, 0, FACTORY.length);
            int result = dxgi.getFunction("CreateDXGIFactory1").invokeInt(new Object[] {id, made});
            if (result < 0) {
                return new Answer.NotAsked("CreateDXGIFactory1 says 0x%08x".formatted(result));
            }
        } catch (UnsatisfiedLinkError e) {
            return new Answer.NotAsked(String.valueOf(e.getMessage()));
        }
        Pointer factory = made.getValue();
        try {
            return list(factory);
        } finally {
            method(factory, RELEASE).invokeInt(new Object[] {factory});
        }
    }

    private static Answer list(Pointer factory) {
        List<Adapter> adapters = new ArrayList<>();
        for (int i = 0; ; i++) {
            PointerByReference next = new PointerByReference();
            int result = method(factory, ENUM_ADAPTERS_1).invokeInt(new Object[] {factory, i, next});
            if (result == NOT_FOUND) {
                return new Answer.Listed(adapters);
            }
            if (result < 0) {
                return new Answer.NotAsked("EnumAdapters1 says 0x%08x".formatted(result));
            }
            Pointer adapter = next.getValue();
            try (Memory description = new Memory(DESCRIPTION_BYTES)) {
                description.clear();
                int told = method(adapter, GET_DESC_1).invokeInt(new Object[] {adapter, description});
                if (told < 0) {
                    // The place must be kept: DirectML counts it.
                    return new Answer.NotAsked("GetDesc1 of adapter %d says 0x%08x".formatted(i, told));
                }
                adapters.add(adapter(description.getByteArray(0, DESCRIPTION_BYTES)));
            } finally {
                method(adapter, RELEASE).invokeInt(new Object[] {adapter});
            }
        }
    }

    /** A method of a COM object, by its place in the object's table. */
    private static Function method(Pointer object, int place) {
        return Function.getFunction(
                object.getPointer(0).getPointer((long) place * Native.POINTER_SIZE), Function.ALT_CONVENTION);
    }

    /** Reads a DXGI_ADAPTER_DESC1 of 64 bits. */
    static Adapter adapter(byte[] description) {
        ByteBuffer bytes = ByteBuffer.wrap(description).order(ByteOrder.LITTLE_ENDIAN);
        String name = new String(description, 0, NAME_BYTES, StandardCharsets.UTF_16LE);
        int end = name.indexOf('\0');
        int vendor = bytes.getInt(NAME_BYTES);
        int device = bytes.getInt(NAME_BYTES + 4);
        boolean flagged = (bytes.getInt(FLAGS) & SOFTWARE) != 0;
        return new Adapter(
                (end < 0 ? name : name.substring(0, end)).strip(),
                vendor,
                device,
                bytes.getLong(DEDICATED_MEMORY),
                flagged || vendor == MICROSOFT && device == BASIC_RENDER_DRIVER);
    }

    static byte[] guid(int first, int second, int third, int... rest) {
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(first).putShort((short) second).putShort((short) third);
        for (int one : rest) {
            bytes.put((byte) one);
        }
        return bytes.array();
    }
}
