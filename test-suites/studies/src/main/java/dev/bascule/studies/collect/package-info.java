/** What to measure next, so that predictions have something to learn from. */
@NullMarked
package dev.bascule.studies.collect;

import org.jspecify.annotations.NullMarked;
