package dev.bascule.nativerunner.usage;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/** The part of the NVIDIA Management Library (nvml.h) that tells usage. Called in a process of its own only. */
interface Nvml extends Library {
    int SUCCESS = 0;
    int TEMPERATURE_GPU = 0;
    int NAME_SIZE = 96;

    int nvmlInit_v2();

    int nvmlShutdown();

    int nvmlDeviceGetCount_v2(IntByReference count);

    int nvmlDeviceGetHandleByIndex_v2(int index, PointerByReference device);

    int nvmlDeviceGetName(Pointer device, byte[] name, int length);

    /** @param gpuAndMemory nvmlUtilization_t, two unsigned ints in percent */
    int nvmlDeviceGetUtilizationRates(Pointer device, int[] gpuAndMemory);

    /** @param totalFreeUsed nvmlMemory_t, three unsigned longs in bytes */
    int nvmlDeviceGetMemoryInfo(Pointer device, long[] totalFreeUsed);

    int nvmlDeviceGetPowerUsage(Pointer device, IntByReference milliwatts);

    int nvmlDeviceGetTemperature(Pointer device, int sensor, IntByReference celsius);

    int nvmlDeviceGetCurrentClocksThrottleReasons(Pointer device, LongByReference mask);

    /** Since the driver was loaded; Volta and newer. */
    int nvmlDeviceGetTotalEnergyConsumption(Pointer device, LongByReference millijoules);
}
