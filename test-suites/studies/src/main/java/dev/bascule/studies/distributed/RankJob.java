package dev.bascule.studies.distributed;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What some ranks are to do.
 *
 * @param request for each alike, by the names that the ranks' script reads
 * @param link what lies between them; empty for the loopback
 * @param patience how long a rank waits for another
 * @param limit how long all of it may take
 */
public record RankJob(
        int ranks, Map<String, Object> request, Optional<LinkLimit> link, Duration patience, Duration limit) {
    public RankJob {
        request = Map.copyOf(request);
        if (ranks < 1) {
            throw new IllegalArgumentException("no ranks");
        }
    }

    RankJob with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(request);
        more.put(name, value);
        return new RankJob(ranks, more, link, patience, limit);
    }
}
