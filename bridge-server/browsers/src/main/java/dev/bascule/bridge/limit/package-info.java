/** What one address may cost a server: requests, connections, time that it keeps others waiting, and lines of a log. */
@NullMarked
package dev.bascule.bridge.limit;

import org.jspecify.annotations.NullMarked;
