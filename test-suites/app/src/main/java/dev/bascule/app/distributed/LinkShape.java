package dev.bascule.app.distributed;

import dev.bascule.studies.distributed.LinkLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a link's end lets through, by the kernel's queues. Stateless. */
final class LinkShape {
    private LinkShape() {}

    /** Whether this kernel can make packets late by itself. */
    static boolean netem(Namespace where) throws InterruptedException {
        try {
            where.run("tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms");
            where.run("tc", "qdisc", "del", "dev", "lo", "root");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static void rate(Namespace where, String device, LinkLimit limit) throws IOException, InterruptedException {
        tbf(where, limit, "dev", device, "root");
    }

    /** First late, then no faster than its rate. */
    static void lateRate(Namespace where, String device, LinkLimit limit) throws IOException, InterruptedException {
        String late = limit.latency().toMillis() + "ms";
        where.run(
                "tc", "qdisc", "add", "dev", device, "root", "handle", "1:", "netem", "delay", late, "limit", "100000");
        tbf(where, limit, "dev", device, "parent", "1:1", "handle", "10:");
    }

    private static void tbf(Namespace namespace, LinkLimit limit, String... place)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("tc", "qdisc", "add"));
        line.addAll(Arrays.asList(place));
        // Long enough a queue: what tbf drops would be told as the link's slowness, and is TCP's.
        line.addAll(List.of(
                "tbf",
                "rate",
                limit.bitsPerSecond() + "bit",
                "burst",
                Long.toString(limit.burstBytes()),
                "latency",
                "400ms"));
        namespace.run(line.toArray(String[]::new));
    }
}
