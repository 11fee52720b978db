package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.access.AccessControl;
import dev.bascule.bridge.dashboard.access.AuditEntry;
import dev.bascule.bridge.dashboard.access.AuditLog;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.error.BasculeException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Every route of the API, each behind the gate, and each change, and each secret that is told, in the audit log. Thread-safe. */
final class ApiRoutes {
    private final List<Route> routes;
    private final AccessControl accessControl;
    private final AuditLog audit;
    private final Clock clock;

    ApiRoutes(List<Route> routes, AccessControl accessControl, AuditLog audit, Clock clock) {
        this.routes = List.copyOf(routes);
        this.accessControl = accessControl;
        this.audit = audit;
        this.clock = clock;
    }

    void install(RoutesConfig javalin) {
        routes.forEach(
                route -> javalin.addHttpHandler(route.method(), route.fullPath(), context -> handle(context, route)));
    }

    private void handle(Context context, Route route) throws Exception {
        if (route.method().equals(HandlerType.GET)) {
            Caller reader = accessControl.admit(context, route);
            route.handling().handle(context, reader);
            // Reading is not audited, but for what its handler names.
            if (AuditDetails.subject(context).isPresent()) {
                record(context, route, reader.user(), AuditEntry.OK);
            }
            return;
        }
        Optional<String> who = Optional.empty();
        String outcome = ProblemType.INTERNAL_ERROR.name();
        try {
            Caller caller = accessControl.admit(context, route);
            who = caller.user();
            route.handling().handle(context, caller);
            who = who.or(() -> AuditDetails.user(context));
            outcome = AuditEntry.OK;
        } catch (Problem.Thrown refused) {
            outcome = refused.problem().code();
            throw refused;
        } catch (BasculeException known) {
            outcome = known.code().name();
            throw known;
        } finally {
            if (!AuditDetails.isHarmless(context)) {
                record(context, route, who, outcome);
            }
        }
    }

    private void record(Context context, Route route, Optional<String> who, String outcome) {
        audit.add(new AuditEntry(
                clock.instant(),
                who,
                context.req().getRemoteAddr(),
                "%s %s".formatted(route.method().name(), route.fullPath()),
                AuditDetails.subject(context),
                outcome));
    }
}
