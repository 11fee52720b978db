/** What hardware there is: its classes, what it can do and who says so, the devices of a machine and how they hang together. */
@NullMarked
package dev.bascule.fallback.hardware;

import org.jspecify.annotations.NullMarked;
