package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Look;
import dev.bascule.fallback.usage.Look.Sensed;
import dev.bascule.fallback.usage.Look.Sensor;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.UsageProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * macOS and Windows, as far as OSHI, Java and (on macOS, as root) powermetrics tell. OSHI's 0 for what it does not know
 * is unknown here. Thread-safe.
 */
final class OshiUsage implements UsageProbe {
    private static final double MEGA = 1e-6;
    private static final String NO_COUNTER =
            "this system shows programs no energy counter (powermetrics estimates power, nothing counts joules)";
    private static final String NO_COUNTER_ON_WINDOWS =
            "Windows shows programs no energy counter without a driver of the processor's maker";

    private final HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    private final Optional<PowermetricsReader> powermetrics;
    private final boolean windows;

    /** @param powermetrics on macOS */
    OshiUsage(boolean windows, Optional<PowermetricsReader> powermetrics) {
        this.windows = windows;
        this.powermetrics = powermetrics;
    }

    @Override
    public Counters counters(Set<Long> processes) {
        return new Counters(
                System.nanoTime(),
                Reading.known(machine(hardware.getProcessor()), "OSHI's processor ticks"),
                of(processes),
                Map.of(Subjects.TOTAL, Reading.unknown(windows ? NO_COUNTER_ON_WINDOWS : NO_COUNTER)),
                Reading.unknown("control groups are Linux's"),
                Reading.unknown("this system shows no count of overheating"));
    }

    private static CpuTime machine(CentralProcessor processor) {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
        long stolen = ticks[TickType.STEAL.getIndex()];
        return new CpuTime(Arrays.stream(ticks).sum() - idle - stolen, idle, stolen);
    }

    /** What Java knows of living processes; what their ended children used is not in it. */
    static Reading<Duration> of(Set<Long> processes) {
        Duration sum = Duration.ZERO;
        int read = 0;
        for (long pid : processes) {
            Optional<Duration> time =
                    ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
            sum = sum.plus(time.orElse(Duration.ZERO));
            read += time.isPresent() ? 1 : 0;
        }
        return read == 0
                ? Reading.unknown("the runner's processes are out of reach")
                : Reading.known(sum, "processor time of %d processes by Java".formatted(read));
    }

    @Override
    public Look look() {
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
        return new Look(sensed, causes, told, untold);
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
    }
}
