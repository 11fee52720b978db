package dev.bascule.nativerunner.backends;

import ai.djl.Device;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.engine.PyTorchEngine;

/** Apple's GPU by PyTorch's Metal Performance Shaders, for TorchScript models. Thread-safe. */
public final class PyTorchMpsDriver extends PyTorchDriver {
    /** For {@link java.util.ServiceLoader}. */
    public PyTorchMpsDriver() {
        super(Backends.MPS);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        return host.isMac() && host.arch().equals("aarch64")
                ? super.survey(host)
                : absent(
                        "PyTorch has Metal Performance Shaders on Apple silicon only, and this is %s on %s"
                                .formatted(host.os(), host.arch()),
                        "run it on macOS on an Apple M processor");
    }

    /** The library has no question for it that DJL asks: a sum computed there is the answer. */
    @Override
    void look(Detection.Builder found, PyTorchEngine started) {
        started.complaint(gpu())
                .ifPresentOrElse(
                        words -> found.failed(
                                Tier.DEVICE,
                                "PyTorch computes nothing on mps: " + words,
                                "update macOS; 14 or newer is needed"),
                        () -> found.passed(Tier.DEVICE, "a sum computed on mps came out right"));
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        super.check(wanted);
        OptionRefusal.ofOtherDevice(wanted, "there is one GPU: no index but 0");
        OptionRefusal.ofNoArena(wanted, "PyTorch keeps a GPU's memory for the next tensor");
    }

    @Override
    Device device(EngineOptions wanted) {
        return gpu();
    }

    /** Made when asked for: the host loads this class, and nothing of DJL. */
    private static Device gpu() {
        return Device.of("mps", -1);
    }
}
