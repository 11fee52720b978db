/** Taking planned cases to runners: lanes, attempts, chains, references and fair measurement. */
@NullMarked
package dev.bascule.execution;

import org.jspecify.annotations.NullMarked;
