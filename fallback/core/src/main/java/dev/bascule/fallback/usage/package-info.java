/** What a measured span cost the machine: processor time, frequency, temperature, energy; and whether it was throttled. */
@NullMarked
package dev.bascule.fallback.usage;

import org.jspecify.annotations.NullMarked;
