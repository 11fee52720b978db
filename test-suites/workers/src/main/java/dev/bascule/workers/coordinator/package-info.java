/** Holds the broker, the ledger and the blobs, and places jobs on workers. */
@NullMarked
package dev.bascule.workers.coordinator;

import org.jspecify.annotations.NullMarked;
