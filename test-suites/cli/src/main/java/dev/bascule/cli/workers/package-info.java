/** Many machines: coordinator, workers, and what is sent to them. */
@NullMarked
package dev.bascule.cli.workers;

import org.jspecify.annotations.NullMarked;
