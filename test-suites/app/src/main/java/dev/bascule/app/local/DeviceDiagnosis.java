package dev.bascule.app.local;

import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.runner.BackendStatus;
import java.util.List;
import java.util.Optional;

/** What this machine's devices say of native backends that are not there. Pure. */
final class DeviceDiagnosis {
    private DeviceDiagnosis() {}

    /**
     * The findings, where a backend is missing and this machine has no device for it with that for a reason: libraries alone
     * would not help there.
     */
    static List<NativeFinding> told(List<NativeFinding> findings, HardwareMap devices, String os, String arch) {
        return findings.stream()
                .map(finding -> told(finding, devices, os, arch))
                .toList();
    }

    private static NativeFinding told(NativeFinding finding, HardwareMap devices, String os, String arch) {
        Optional<Backend> backend = Backends.installed().find(finding.backend());
        if (finding.status() != BackendStatus.MISSING
                || backend.isEmpty()
                || !(DeviceFit.of(backend.get(), devices, os, arch) instanceof DeviceFit.Nowhere nowhere)) {
            return finding;
        }
        return new NativeFinding(
                finding.backend(),
                finding.tiers().stream().map(tier -> told(tier, nowhere)).toList(),
                finding.status(),
                finding.evidence(),
                Optional.of(finding.reason().map(why -> joined(why, nowhere)).orElse(nowhere.reason())),
                Optional.of(nowhere.remedy()));
    }

    private static TierCheck told(TierCheck tier, DeviceFit.Nowhere nowhere) {
        return tier instanceof TierCheck.Failed failed
                ? new TierCheck.Failed(failed.tier(), joined(failed.reason(), nowhere), nowhere.remedy(), failed.code())
                : tier;
    }

    private static String joined(String why, DeviceFit.Nowhere nowhere) {
        return "%s; and %s".formatted(why, nowhere.reason());
    }
}
