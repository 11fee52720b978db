/** Submits jobs to a coordinator and brings back what came of them. */
@NullMarked
package dev.bascule.workers.client;

import org.jspecify.annotations.NullMarked;
