/** Waiting that a machine which stands still does not cut short. */
@NullMarked
package dev.bascule.fallback.time;

import org.jspecify.annotations.NullMarked;
