/** Files that somebody named: what is opened of them, and why one cannot be. */
@NullMarked
package dev.bascule.fallback.file;

import org.jspecify.annotations.NullMarked;
