/** What all of a run shares: ids of its jobs, workers, and where its time goes. */
@NullMarked
package dev.bascule.execution;

import org.jspecify.annotations.NullMarked;
