/** The simulator held to queues whose answers are known. */
@NullMarked
package dev.bascule.scheduling.simulate.validate;

import org.jspecify.annotations.NullMarked;
