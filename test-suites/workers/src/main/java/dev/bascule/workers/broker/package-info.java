/** The message broker of a coordinator, and who may do what in it. */
@NullMarked
package dev.bascule.workers.broker;

import org.jspecify.annotations.NullMarked;
