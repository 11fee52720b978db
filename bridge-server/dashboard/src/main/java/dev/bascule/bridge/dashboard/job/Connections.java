package dev.bascule.bridge.dashboard.job;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** The connections that requests came by. Stateless. */
final class Connections {
    private Connections() {}

    /** What closes the request's connection at once, whatever is still to be sent. Good beyond the request's end. */
    static Runnable cutting(HttpServletRequest request) {
        EndPoint connection = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        return connection::close;
    }
}
