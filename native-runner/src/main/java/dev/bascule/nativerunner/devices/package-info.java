/**
 * Which devices this machine has. Readers ask the system through a {@link
 * dev.bascule.nativerunner.devices.SystemView}; what they read is parsed apart from that, on recorded text in the tests.
 */
@NullMarked
package dev.bascule.nativerunner.devices;

import org.jspecify.annotations.NullMarked;
