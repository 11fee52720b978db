/** What must not be seen by whoever it is not for: tokens, files of the owner alone, and what child processes inherit. */
@NullMarked
package dev.bascule.fallback.secret;

import org.jspecify.annotations.NullMarked;
