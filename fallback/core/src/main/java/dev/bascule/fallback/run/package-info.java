/** A run as it is recorded: which tool measured what, with which models, and what it did not come to. */
@NullMarked
package dev.bascule.fallback.run;

import org.jspecify.annotations.NullMarked;
