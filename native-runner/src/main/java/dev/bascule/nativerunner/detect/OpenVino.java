package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** OpenVINO's devices: asks its C interface itself, in this process, which may cost it its life. Thread-safe. */
public final class OpenVino {
    private static volatile List<String> known = List.of();

    private OpenVino() {}

    /** What became of asking OpenVINO. */
    public sealed interface Answer {

        /** @param words what the loader said */
        record NotLoaded(String words) implements Answer {}

        /**
         * @param version its build; empty where it did not say
         * @param devices its own name of each device, such as {@code CPU}, and the device's full name, where it tells one
         */
        record Listed(Optional<String> version, Map<String, Optional<String>> devices) implements Answer {
            public Listed {
                devices = Collections.unmodifiableMap(new LinkedHashMap<>(devices));
            }
        }
    }

    /** OpenVINO's names of the devices that were found when it was last asked; empty before. */
    public static List<String> known() {
        return known;
    }

    /** Asks the runtime in this folder. */
    public static Answer ask(Path folder) {
        Path library = folder.resolve(System.mapLibraryName("openvino_c"));
        if (!Files.exists(library)) {
            return new Answer.NotLoaded("%s is not in %s".formatted(library.getFileName(), folder));
        }
        return NativeCalls.load(library.toString()).fold(OpenVino::ask, Answer.NotLoaded::new);
    }

    private static Answer ask(NativeLibrary openVino) {
        Answer.Listed answer = new Answer.Listed(version(openVino), devices(openVino));
        known = List.copyOf(answer.devices().keySet());
        return answer;
    }

    /** {@code ov_version_t}: two texts. */
    private static Optional<String> version(NativeLibrary openVino) {
        Memory version = new Memory(2L * Native.POINTER_SIZE);
        version.clear();
        if (call(openVino, "ov_get_openvino_version", version) != 0) {
            return Optional.empty();
        }
        Optional<String> build = text(version.getPointer(0));
        openVino.getFunction("ov_version_free").invokeVoid(new Object[] {version});
        return build;
    }

    /** {@code ov_available_devices_t}: a list of texts, and its length. */
    private static Map<String, Optional<String>> devices(NativeLibrary openVino) {
        Map<String, Optional<String>> found = new LinkedHashMap<>();
        PointerByReference core = new PointerByReference();
        if (call(openVino, "ov_core_create", core) != 0) {
            return found;
        }
        Memory list = new Memory(2L * Native.POINTER_SIZE);
        list.clear();
        if (call(openVino, "ov_core_get_available_devices", core.getValue(), list) == 0) {
            List<String> names = new ArrayList<>();
            long count = list.getLong(Native.POINTER_SIZE);
            for (long i = 0; i < count; i++) {
                text(list.getPointer(0).getPointer(i * Native.POINTER_SIZE)).ifPresent(names::add);
            }
            names.forEach(name -> found.put(name, fullName(openVino, core.getValue(), name)));
            openVino.getFunction("ov_available_devices_free").invokeVoid(new Object[] {list});
        }
        openVino.getFunction("ov_core_free").invokeVoid(new Object[] {core.getValue()});
        return found;
    }

    private static Optional<String> fullName(NativeLibrary openVino, Pointer core, String device) {
        PointerByReference value = new PointerByReference();
        return call(openVino, "ov_core_get_property", core, device, "FULL_DEVICE_NAME", value) == 0
                ? text(value.getValue()).map(String::strip)
                : Optional.empty();
    }

    private static Optional<String> text(Pointer pointer) {
        return Optional.ofNullable(pointer).map(there -> there.getString(0, StandardCharsets.UTF_8.name()));
    }

    private static int call(NativeLibrary library, String function, Object... arguments) {
        return library.getFunction(function).invokeInt(arguments);
    }

    /** Adds what OpenVINO said. */
    public static void judge(Answer openVino, Detection.Builder found) {
        if (openVino instanceof Answer.NotLoaded absent) {
            found.failed(
                    Tier.LIBRARY, "OpenVINO's library does not load: " + absent.words(), "bascule install openvino");
        } else if (openVino instanceof Answer.Listed listed) {
            judge(listed, found);
        }
    }

    private static void judge(Answer.Listed listed, Detection.Builder found) {
        found.passed(
                        Tier.LIBRARY,
                        "libopenvino loads"
                                + listed.version()
                                        .map(build -> ", build " + build)
                                        .orElse(""))
                .fact("openVinoBuild", listed.version());
        if (listed.devices().isEmpty()) {
            found.failed(
                    Tier.DEVICE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    "OpenVINO lists no device",
                    "its CPU plugin is missing: bascule install openvino again");
            return;
        }
        found.passed(
                Tier.DEVICE,
                listed.devices().entrySet().stream()
                        .map(device -> device.getKey()
                                + device.getValue().map(" (%s)"::formatted).orElse(""))
                        .collect(Collectors.joining(", ")));
        listed.devices().forEach((name, full) -> found.fact("device." + name, full.orElse(name)));
    }
}
