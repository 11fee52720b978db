package dev.bascule.bridge.dashboard.device;

import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import io.javalin.http.Context;
import java.util.List;

/**
 * Tells the links for devices, to who is signed in only, and not where the server is read-only: whoever has one can be a
 * runner here, whose runs go to the history. That they were told is audited. Thread-safe.
 */
public final class DeviceRoutes {
    private final DeviceLinks deviceLinks;
    private final AccessPolicy policy;

    public DeviceRoutes(DeviceLinks deviceLinks, AccessPolicy policy) {
        this.deviceLinks = deviceLinks;
        this.policy = policy;
    }

    public List<Route> routes() {
        return List.of(Route.get("/devices", Access.SIGNED_IN, this::tell));
    }

    private void tell(Context context, Caller caller) {
        if (policy.readOnly()) {
            throw Problem.thrown(
                    ProblemType.READ_ONLY,
                    "a link for devices lets in what writes runs, and nothing can be changed here");
        }
        DeviceLinks.Ways ways = deviceLinks.ways();
        if (!ways.links().isEmpty()) {
            AuditDetails.subject(
                    context, "links for devices: %d".formatted(ways.links().size()));
        }
        Responses.json(context, ways);
    }
}
