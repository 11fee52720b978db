/** What a real run of many jobs on many workers was, as events. */
@NullMarked
package dev.bascule.scheduling.record;

import org.jspecify.annotations.NullMarked;
