/** One model over several devices: cut between them, or copied to each, with no sample lost when a device is. */
@NullMarked
package dev.bascule.studies.distribute;

import org.jspecify.annotations.NullMarked;
