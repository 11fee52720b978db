package dev.bascule.studies.hardware;

import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.execution.service.HardwareFindings.DeviceResult;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Place;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What batteries and profiles say of devices. Stateless. */
public final class CapabilityResults {
    /** Who tried it. */
    public static final String BATTERY = "test-hardware";

    public static final String PROFILE = "profile";

    private static final Set<CapabilityId<Boolean>> HALVES = Set.of(CapabilityRegistry.FP16, CapabilityRegistry.BF16);

    private CapabilityResults() {}

    /**
     * What the battery tried: right where a check of the capability is right and proven there and none is wrong. On a CPU a
     * library may convert unseen, so 16-bit floats count only where the processor claims instructions for them.
     *
     * @param features of the processor
     */
    public static List<CapabilityResult> of(HardwareTests tests, Collection<String> features) {
        return tests.places().stream()
                .flatMap(
                        place -> place.device().stream().flatMap(device -> of(tests, place, device, features).stream()))
                .toList();
    }

    private static List<CapabilityResult> of(
            HardwareTests tests, Place place, Seen device, Collection<String> features) {
        Map<String, List<Check>> byCapability = new TreeMap<>();
        place.checks()
                .forEach(check -> check.shows()
                        .forEach(id -> byCapability
                                .computeIfAbsent(id, capability -> new ArrayList<>())
                                .add(check)));
        List<CapabilityResult> results = new ArrayList<>();
        byCapability.forEach((id, checks) -> {
            List<Check> right = checks.stream().filter(Check::isProof).toList();
            List<Check> wrong = checks.stream()
                    .filter(check -> check.result() == Result.WRONG && isHere(check, place))
                    .toList();
            List<Check> telling = wrong.isEmpty() ? right : wrong;
            if (!telling.isEmpty() && (!wrong.isEmpty() || mayTell(id, device, features))) {
                results.add(new CapabilityResult(
                        device,
                        id,
                        wrong.isEmpty(),
                        BATTERY,
                        place.place(),
                        place.backend(),
                        place.engine(),
                        tests.startedAt(),
                        evidence(telling, wrong.isEmpty())));
            }
        });
        return results;
    }

    /** A wrong answer of the CPU that took a node over is the CPU's. */
    private static boolean isHere(Check check, Place place) {
        return check.nodes().isEmpty() || check.nodes().keySet().equals(Set.of(place.backend()));
    }

    private static boolean mayTell(String id, Seen device, Collection<String> features) {
        Optional<CapabilityId<Boolean>> half =
                HALVES.stream().filter(format -> format.id().equals(id)).findFirst();
        return half.isEmpty()
                || device.type() != DeviceType.CPU
                || InstructionSets.formats(Set.copyOf(features)).contains(half.get());
    }

    private static String evidence(List<Check> checks, boolean right) {
        Check first = checks.get(0);
        String more = checks.size() == 1 ? "" : " and %d more".formatted(checks.size() - 1);
        return right
                ? "%s%s right".formatted(first.id(), more)
                : "%s%s: %s".formatted(first.id(), more, first.reason().orElse(""));
    }

    /** What a profile verified. */
    public static List<CapabilityResult> of(ProfileReport report) {
        return report.places().stream()
                .flatMap(place -> place.verified().all().stream()
                        .map(capability -> new CapabilityResult(
                                seen(place),
                                capability.id().id(),
                                !Boolean.FALSE.equals(capability.value()),
                                PROFILE,
                                place.place(),
                                place.backend().id(),
                                place.engine().map(Object::toString),
                                report.startedAt(),
                                capability.standing().evidence())))
                .toList();
    }

    private static Seen seen(PlaceProfile place) {
        return new Seen(
                place.backend().accelerator(), place.software().orElse(false), HardwareTester.words(place.facts()));
    }

    /** The report with these trials on the devices that they are about; those of a browser that is not there are left out. */
    public static DoctorReport applied(DoctorReport report, Collection<CapabilityResult> results) {
        if (report.hardware().isEmpty()) {
            return report;
        }
        Set<String> places = new java.util.HashSet<>(Set.of(CapabilityResult.NATIVE));
        report.browsers()
                .forEach(browser -> browser.version().ifPresent(version -> places.add(browser.name() + " " + version)));
        HardwareFindings findings = report.hardware().get();
        HardwareMap map = findings.map();
        List<DeviceResult> about = new ArrayList<>();
        for (CapabilityResult capabilityResult : results.stream()
                .filter(each -> places.contains(each.place()))
                .sorted(Comparator.comparing(CapabilityResult::at))
                .toList()) {
            for (Device device : TestedDevice.of(capabilityResult, map)) {
                about.add(new DeviceResult(device.id().value(), capabilityResult));
                map = capabilityResult.right() ? verified(map, device, capabilityResult) : map;
            }
        }
        return report.with(findings.tried(map, about));
    }

    private static HardwareMap verified(HardwareMap map, Device device, CapabilityResult capabilityResult) {
        Optional<CapabilityId<?>> id = CapabilityRegistry.installed().find(capabilityResult.capability());
        if (id.isEmpty() || id.get().type() != Boolean.class) {
            return map;
        }
        @SuppressWarnings("unchecked") // Its type was looked at.
        CapabilityId<Boolean> flag = (CapabilityId<Boolean>) id.get();
        String where = capabilityResult.place().equals(CapabilityResult.NATIVE)
                ? capabilityResult.backend()
                : "%s in %s".formatted(capabilityResult.backend(), capabilityResult.place());
        return map.withVerified(
                device.id(),
                Capability.verified(
                        flag,
                        true,
                        capabilityResult.by(),
                        "%s on %s%s, %s"
                                .formatted(
                                        capabilityResult.evidence(),
                                        where,
                                        capabilityResult
                                                .engine()
                                                .map(engine -> " by " + engine)
                                                .orElse(""),
                                        capabilityResult.at())));
    }
}
