/** A pool of models that is served under a load: requests that come at random, replicas that come and go, what it really took. */
@NullMarked
package dev.bascule.studies.pool;

import org.jspecify.annotations.NullMarked;
