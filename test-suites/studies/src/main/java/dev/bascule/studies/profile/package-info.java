/** What devices can do, measured: memory, arithmetic, models of one operator, calls and transfers. */
@NullMarked
package dev.bascule.studies.profile;

import org.jspecify.annotations.NullMarked;
