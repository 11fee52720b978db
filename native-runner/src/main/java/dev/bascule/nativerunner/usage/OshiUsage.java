package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.UsageProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * macOS and Windows, as far as OSHI, Java, NVIDIA's library and (on macOS, as root) powermetrics tell. OSHI's 0 for what it does not know
 * is unknown here. Thread-safe.
 */
final class OshiUsage implements UsageProbe {
    private static final double MEGA = 1e-6;

    /** Windows counts processor time by its clock interrupt, 64 times a second; macOS in hundredths of a second. */
    private static final Duration TICK = Duration.ofNanos(15_625_000);

    private static final String NO_COUNTER =
            "this system shows programs no energy counter (powermetrics estimates power, nothing counts joules)";
    private static final String NO_COUNTER_ON_WINDOWS =
            "Windows shows programs no energy counter without a driver of the processor's maker";

    private final HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    private final Optional<PowermetricsReader> powermetrics;
    private final Optional<NvmlReader> nvml;
    private final boolean windows;

    /**
     * @param powermetrics on macOS
     * @param nvml where there is NVIDIA's driver
     */
    OshiUsage(boolean windows, Optional<PowermetricsReader> powermetrics, Optional<NvmlReader> nvml) {
        this.nvml = nvml;
        this.windows = windows;
        this.powermetrics = powermetrics;
    }

    @Override
    public Counters counters(Set<Long> processes) {
        Map<String, Reading<EnergyCounter>> energy = new TreeMap<>();
        energy.put(Subjects.TOTAL, Reading.unknown(windows ? NO_COUNTER_ON_WINDOWS : NO_COUNTER));
        nvml.ifPresent(reader -> energy.putAll(reader.energy()));
        return new Counters(
                System.nanoTime(),
                TICK,
                Reading.known(machine(hardware.getProcessor()), "OSHI's processor ticks"),
                of(processes),
                energy,
                Reading.unknown("control groups are Linux's"),
                Reading.unknown("this system shows no count of overheating"));
    }

    private static CpuTime machine(CentralProcessor processor) {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
        // OSHI's count of stolen time is always 0 outside of Linux.
        long busy = Arrays.stream(ticks).sum() - idle - ticks[TickType.STEAL.getIndex()];
        return new CpuTime(busy, idle, OptionalLong.empty());
    }

    /** What Java knows of living processes; what their ended children used is not in it. */
    static Reading<Map<Long, Duration>> of(Set<Long> processes) {
        Map<Long, Duration> times = new TreeMap<>();
        processes.forEach(pid -> ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .ifPresent(time -> times.put(pid, time)));
        return times.isEmpty()
                ? Reading.unknown("the runner's processes are out of reach")
                : Reading.known(times, "processor time of %d processes by Java".formatted(times.size()));
    }

    @Override
    public SensorSnapshot look() {
        List<Sensed> sensed = new ArrayList<>();
        List<Cause> causes = new ArrayList<>();
        List<String> told = new ArrayList<>();
        List<String> untold = new ArrayList<>();
        Reading<Powermetrics> apple =
                powermetrics.map(PowermetricsReader::last).orElseGet(() -> Reading.unknown("powermetrics is macOS's"));
        apple.optional().ifPresent(sample -> {
            sensed.addAll(sample.sensed());
            causes.addAll(sample.causes());
            if (sample.pressure().isPresent()) {
                told.add("thermal pressure of macOS");
            }
        });
        if (powermetrics.isPresent() && told.isEmpty()) {
            untold.add("thermal pressure of macOS: " + apple.words());
        }
        if (sensed.stream().noneMatch(each -> each.sensor() == Sensor.FREQUENCY)) {
            sensed.add(new Sensed(Subjects.CPU, Sensor.FREQUENCY, frequency(apple)));
        }
        sensed.add(new Sensed(
                Subjects.CPU,
                Sensor.TEMPERATURE,
                positive(
                        hardware.getSensors().getCpuTemperature(),
                        "OSHI",
                        windows
                                ? "OSHI reads no temperature: Windows shows it to administrators, if the board does at all"
                                : "OSHI reads no temperature of this processor")));
        sensed.add(new Sensed(
                Subjects.MACHINE,
                Sensor.AVAILABLE_MEMORY,
                Reading.known((double) hardware.getMemory().getAvailable(), "OSHI")));
        nvml.map(reader -> reader.ask(NvmlLine.ALL))
                .flatMap(Reading::optional)
                .orElse(List.of())
                .forEach(line -> line.state().tell(sensed, causes, told, untold));
        return new SensorSnapshot(sensed, causes, told, untold);
    }

    private Reading<Double> frequency(Reading<Powermetrics> apple) {
        return positive(
                Arrays.stream(hardware.getProcessor().getCurrentFreq()).max().orElse(0) * MEGA,
                "OSHI, the fastest logical processor",
                windows ? "OSHI reads no frequency" : apple.words());
    }

    static Reading<Double> positive(double figure, String source, String otherwise) {
        return figure > 0 ? Reading.known(figure, source) : Reading.unknown(otherwise);
    }

    @Override
    public void close() {
        powermetrics.ifPresent(PowermetricsReader::close);
        nvml.ifPresent(NvmlReader::close);
    }
}
