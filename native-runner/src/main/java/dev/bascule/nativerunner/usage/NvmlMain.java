package dev.bascule.nativerunner.usage;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * A child process that reads NVML and nothing else, for a driver's library may crash: answers each line of its input with
 * a line for each GPU, in the form that {@link NvmlLine} reads, and an empty line. Ends with its input.
 */
public final class NvmlMain {
    private NvmlMain() {}

    public static void main(String[] args) throws IOException {
        // The child's standard output is the way to its host, and nothing that a user sees.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        Nvml nvml;
        try {
            nvml = Native.load(args[0], Nvml.class);
        } catch (UnsatisfiedLinkError e) {
            end(out, "%s does not load: %s".formatted(args[0], firstLine(e)));
            return;
        }
        int started = nvml.nvmlInit_v2();
        if (started != Nvml.SUCCESS) {
            end(out, "nvmlInit_v2 answers " + started);
            return;
        }
        List<Pointer> devices = devices(nvml);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String asked = in.readLine(); asked != null; asked = in.readLine()) {
            for (int index = 0; index < devices.size(); index++) {
                out.println(line(nvml, index, devices.get(index), asked.equals(NvmlLine.ALL)));
            }
            out.println();
            out.flush();
        }
        nvml.nvmlShutdown();
    }

    private static void end(PrintStream out, String why) {
        out.println(NvmlLine.REFUSED + why);
        out.flush();
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static List<Pointer> devices(Nvml nvml) {
        IntByReference count = new IntByReference();
        nvml.nvmlDeviceGetCount_v2(count);
        List<Pointer> devices = new ArrayList<>();
        for (int index = 0; index < count.getValue(); index++) {
            PointerByReference device = new PointerByReference();
            if (nvml.nvmlDeviceGetHandleByIndex_v2(index, device) == Nvml.SUCCESS) {
                devices.add(device.getValue());
            }
        }
        return devices;
    }

    private static String line(Nvml nvml, int index, Pointer device, boolean all) {
        byte[] name = new byte[Nvml.NAME_SIZE];
        nvml.nvmlDeviceGetName(device, name, name.length);
        LongByReference wide = new LongByReference();
        List<String> fields = new ArrayList<>(List.of(Integer.toString(index), Native.toString(name)));
        fields.add(field(() -> nvml.nvmlDeviceGetTotalEnergyConsumption(device, wide), wide::getValue));
        if (all) {
            int[] rates = new int[2];
            long[] memory = new long[3];
            IntByReference narrow = new IntByReference();
            fields.add(field(() -> nvml.nvmlDeviceGetUtilizationRates(device, rates), () -> rates[0]));
            fields.add(field(() -> nvml.nvmlDeviceGetMemoryInfo(device, memory), () -> memory[2]));
            fields.add(field(() -> nvml.nvmlDeviceGetPowerUsage(device, narrow), narrow::getValue));
            fields.add(
                    field(() -> nvml.nvmlDeviceGetTemperature(device, Nvml.TEMPERATURE_GPU, narrow), narrow::getValue));
            fields.add(field(() -> nvml.nvmlDeviceGetCurrentClocksThrottleReasons(device, wide), wide::getValue));
        }
        return String.join("\t", fields);
    }

    /** A figure, or {@code !} and why there is none. */
    private static String field(IntSupplier call, LongSupplier figure) {
        try {
            int answer = call.getAsInt();
            return answer == Nvml.SUCCESS ? Long.toString(figure.getAsLong()) : "!" + answer;
        } catch (UnsatisfiedLinkError e) {
            return "!older than this call";
        }
    }
}
