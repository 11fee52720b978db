/** Since which version of an engine or a browser a case fails, or which version mended it. */
@NullMarked
package dev.bascule.studies.bisect;

import org.jspecify.annotations.NullMarked;
