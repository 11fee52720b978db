/** Commands about this machine: what works on it, how fast it is, what is installed and trusted. */
@NullMarked
package dev.bascule.cli.machine;

import org.jspecify.annotations.NullMarked;
