/** What the command line asks for, as small ports that the floors behind it implement. */
@NullMarked
package dev.bascule.execution.service;

import org.jspecify.annotations.NullMarked;
