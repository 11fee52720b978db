/** The battery of {@code doctor --test-hardware}: small models, plain references, what a device was seen to do right. */
@NullMarked
package dev.bascule.studies.hardware;

import org.jspecify.annotations.NullMarked;
