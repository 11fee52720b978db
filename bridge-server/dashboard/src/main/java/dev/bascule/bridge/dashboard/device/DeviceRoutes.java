package dev.bascule.bridge.dashboard.device;

import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Answers;
import dev.bascule.bridge.dashboard.http.Audited;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.dashboard.http.Trouble;
import io.javalin.http.Context;
import java.util.List;

/**
 * Tells the links for devices, to who is signed in only, and not where the server is read-only: whoever has one can be a
 * runner here, whose runs go to the history. That they were told is audited. Thread-safe.
 */
public final class DeviceRoutes {
    private final DeviceDoor door;
    private final AccessPolicy policy;

    public DeviceRoutes(DeviceDoor door, AccessPolicy policy) {
        this.door = door;
        this.policy = policy;
    }

    public List<Route> routes() {
        return List.of(Route.get("/devices", Access.SIGNED_IN, this::tell));
    }

    private void tell(Context context, Caller caller) {
        if (policy.readOnly()) {
            throw Problem.thrown(
                    Trouble.READ_ONLY, "a link for devices lets in what writes runs, and nothing can be changed here");
        }
        DeviceDoor.Ways ways = door.ways();
        if (!ways.links().isEmpty()) {
            Audited.subject(
                    context, "links for devices: %d".formatted(ways.links().size()));
        }
        Answers.json(context, ways);
    }
}
