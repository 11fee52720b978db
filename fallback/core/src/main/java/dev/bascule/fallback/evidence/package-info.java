/** What shows where a case really ran, and the judge that reads it. */
@NullMarked
package dev.bascule.fallback.evidence;

import org.jspecify.annotations.NullMarked;
