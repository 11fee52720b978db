/** What coordinator, workers and submitters say to each other, and the connection that they say it over. */
@NullMarked
package dev.bascule.workers.wire;

import org.jspecify.annotations.NullMarked;
