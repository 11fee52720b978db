package dev.bascule.nativerunner.detect;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.library.NativeCalls;

/** Asks macOS for its default Metal device, in this process. Stateless. */
public final class Metal {
    private static final String FRAMEWORKS = "/System/Library/Frameworks/";
    private static final String METAL = FRAMEWORKS + "Metal.framework/Metal";
    /** Without it a program of the command line is given no default device (Apple, MTLCreateSystemDefaultDevice). */
    private static final String CORE_GRAPHICS = FRAMEWORKS + "CoreGraphics.framework/CoreGraphics";

    private Metal() {}

    /** What became of asking. */
    public sealed interface Answer {

        /** @param words what the loader said */
        record NotLoaded(String words) implements Answer {}

        /** @param device whether there is a default device */
        record Asked(boolean device) implements Answer {}
    }

    /** Asks; macOS only. */
    public static Answer ask() {
        NativeCalls.Loaded graphics = NativeCalls.load(CORE_GRAPHICS);
        NativeCalls.Loaded metal = NativeCalls.load(METAL);
        if (graphics instanceof NativeCalls.Loaded.Refused refused) {
            return new Answer.NotLoaded(refused.words());
        }
        if (metal instanceof NativeCalls.Loaded.Refused refused) {
            return new Answer.NotLoaded(refused.words());
        }
        return new Answer.Asked(((NativeCalls.Loaded.Library) metal)
                        .library()
                        .getFunction("MTLCreateSystemDefaultDevice")
                        .invokePointer(new Object[0])
                != null);
    }

    /** Adds what it means. */
    public static void judge(Answer answer, Detection.Builder found) {
        if (answer instanceof Answer.NotLoaded absent) {
            found.failed(Tier.LIBRARY, "Metal does not load: " + absent.words(), "update macOS; 14 or newer is needed");
        } else if (answer instanceof Answer.Asked asked) {
            found.passed(Tier.LIBRARY, "Metal loads");
            if (asked.device()) {
                found.passed(Tier.DEVICE, "Metal has a default device");
            } else {
                found.failed(
                        Tier.DEVICE,
                        ErrorCode.DEVICE_NOT_FOUND,
                        "Metal lists no device",
                        "a virtual machine may have none: run it on the Mac itself");
            }
        }
    }
}
