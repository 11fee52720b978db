/** What HTTP asks of the API: routes, problems, paging, caching. */
@NullMarked
package dev.bascule.bridge.dashboard.http;

import org.jspecify.annotations.NullMarked;
