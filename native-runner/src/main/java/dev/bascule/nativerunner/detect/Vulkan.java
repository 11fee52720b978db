package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Vulkan's devices: asks the loader itself, in this process, which may cost it its life. Stateless. */
public final class Vulkan {
    /** Generous: VkPhysicalDeviceProperties has 824 bytes on 64-bit systems. */
    private static final int PROPERTIES_BYTES = 4096;
    /** Of VkPhysicalDeviceProperties in vulkan_core.h: five 32-bit numbers, then the name. */
    private static final int TYPE = 16;

    private static final int NAME = 20;
    private static final int INSTANCE_CREATE_INFO_BYTES = 64;
    private static final int INSTANCE_CREATE_INFO = 1;

    private Vulkan() {}

    /** VkPhysicalDeviceType, in its order. */
    public enum Kind {
        OTHER,
        INTEGRATED_GPU,
        DISCRETE_GPU,
        VIRTUAL_GPU,
        CPU
    }

    /** @param name as its driver tells it */
    public record Device(String name, Kind kind) {
        @Override
        public String toString() {
            return "%s (%s)"
                    .formatted(
                            name,
                            kind == Kind.CPU
                                    ? "software"
                                    : kind.name()
                                            .toLowerCase(java.util.Locale.ROOT)
                                            .replace('_', ' '));
        }
    }

    /** What became of asking the loader. */
    public sealed interface Answer {

        /** @param words what the system's loader said when Vulkan's did not load */
        record NotLoaded(String words) implements Answer {}

        /**
         * @param function which of Vulkan's failed
         * @param result what it returned (VkResult of vulkan_core.h)
         */
        record Refused(String function, int result) implements Answer {}

        /** @param devices what it lists, in its order */
        record Listed(List<Device> devices) implements Answer {
            public Listed {
                devices = List.copyOf(devices);
            }

            /** Whether all are software, or none; empty where there are both, or no device at all. */
            public Optional<Boolean> software() {
                List<Boolean> kinds = devices.stream()
                        .map(device -> device.kind() == Kind.CPU)
                        .distinct()
                        .toList();
                return kinds.size() == 1 ? Optional.of(kinds.get(0)) : Optional.empty();
            }
        }
    }

    /** The loader's name on this system. */
    public static String library(boolean windows) {
        return windows ? "vulkan-1.dll" : "libvulkan.so.1";
    }

    /** Asks the loader of this machine, with the drivers that the environment names. */
    public static Answer ask(boolean windows) {
        return NativeCalls.load(library(windows)).fold(Vulkan::ask, Answer.NotLoaded::new);
    }

    private static Answer ask(NativeLibrary vulkan) {
        Memory info = new Memory(INSTANCE_CREATE_INFO_BYTES);
        info.clear();
        info.setInt(0, INSTANCE_CREATE_INFO);
        PointerByReference instance = new PointerByReference();
        int result = vulkan.getFunction("vkCreateInstance").invokeInt(new Object[] {info, Pointer.NULL, instance});
        if (result != 0) {
            return new Answer.Refused("vkCreateInstance", result);
        }
        try {
            return devices(vulkan, instance.getValue());
        } finally {
            vulkan.getFunction("vkDestroyInstance").invokeVoid(new Object[] {instance.getValue(), Pointer.NULL});
        }
    }

    private static Answer devices(NativeLibrary vulkan, Pointer instance) {
        String function = "vkEnumeratePhysicalDevices";
        IntByReference count = new IntByReference();
        int counted = vulkan.getFunction(function).invokeInt(new Object[] {instance, count, Pointer.NULL});
        if (counted != 0) {
            return new Answer.Refused(function, counted);
        }
        List<Device> devices = new ArrayList<>();
        if (count.getValue() == 0) {
            return new Answer.Listed(devices);
        }
        Memory handles = new Memory((long) count.getValue() * Native.POINTER_SIZE);
        int filled = vulkan.getFunction(function).invokeInt(new Object[] {instance, count, handles});
        if (filled < 0) {
            return new Answer.Refused(function, filled);
        }
        for (int i = 0; i < count.getValue(); i++) {
            Memory properties = new Memory(PROPERTIES_BYTES);
            properties.clear();
            vulkan.getFunction("vkGetPhysicalDeviceProperties")
                    .invokeVoid(new Object[] {handles.getPointer((long) i * Native.POINTER_SIZE), properties});
            devices.add(device(properties.getInt(TYPE), properties.getString(NAME, StandardCharsets.UTF_8.name())));
        }
        return new Answer.Listed(devices);
    }

    static Device device(int type, String name) {
        Kind[] kinds = Kind.values();
        return new Device(name, type >= 0 && type < kinds.length ? kinds[type] : Kind.OTHER);
    }
}
