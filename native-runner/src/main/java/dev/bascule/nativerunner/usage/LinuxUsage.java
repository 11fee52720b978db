package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.UsageProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Linux, from /proc, /sys and, where there is one, NVIDIA's library in a child process. Thread-safe. */
final class LinuxUsage implements UsageProbe {
    private final ProcTimes times;
    private final RaplReader rapl;
    private final CpuClock clock;
    private final CpuTemperature temperature;
    private final CgroupQuota quota;
    private final DrmGpus drm;
    private final Optional<NvmlReader> nvml;

    LinuxUsage(PseudoFiles files, Optional<NvmlReader> nvml) {
        this.times = new ProcTimes(files);
        this.rapl = new RaplReader(files);
        this.clock = new CpuClock(files);
        this.temperature = new CpuTemperature(files);
        this.quota = new CgroupQuota(files);
        this.drm = new DrmGpus(files);
        this.nvml = nvml;
    }

    @Override
    public Counters counters(Set<Long> processes) {
        Map<String, Reading<EnergyCounter>> energy = new TreeMap<>(rapl.read());
        energy.putAll(drm.energy());
        nvml.ifPresent(reader -> energy.putAll(reader.energy()));
        return new Counters(
                System.nanoTime(),
                ProcStat.TICK,
                times.machine(),
                times.of(processes),
                energy,
                quota.of(processes),
                temperature.events());
    }

    @Override
    public SensorSnapshot look() {
        List<Sensed> sensed = new ArrayList<>();
        sensed.add(new Sensed(Subjects.CPU, Sensor.FREQUENCY, clock.fastest()));
        sensed.add(new Sensed(Subjects.CPU, Sensor.NOMINAL_FREQUENCY, clock.nominal()));
        sensed.add(new Sensed(Subjects.CPU, Sensor.TEMPERATURE, temperature.hottest()));
        sensed.add(new Sensed(Subjects.MACHINE, Sensor.AVAILABLE_MEMORY, times.availableMemory()));
        List<GpuState> gpus = new ArrayList<>(drm.states());
        Optional<Reading<List<NvmlLine>>> nvidia = nvml.map(reader -> reader.ask(NvmlLine.ALL));
        nvidia.flatMap(Reading::optional).orElse(List.of()).forEach(line -> gpus.add(line.state()));
        List<Cause> causes = new ArrayList<>();
        List<String> told = new ArrayList<>();
        List<String> untold = new ArrayList<>();
        gpus.forEach(gpu -> gpu.tell(sensed, causes, told, untold));
        if (gpus.isEmpty()) {
            sensed.add(new Sensed(
                    NvmlReader.GPU,
                    Sensor.GPU_UTILIZATION,
                    Reading.unknown(nvidia.map(Reading::words)
                            .orElse("no GPU that tells its use: no NVIDIA driver, no amdgpu or Intel card in"
                                    + " /sys/class/drm"))));
        }
        return new SensorSnapshot(sensed, causes, told, untold);
    }

    @Override
    public Reading<Double> headroom() {
        return temperature.headroom();
    }

    @Override
    public void close() {
        nvml.ifPresent(NvmlReader::close);
    }
}
