/** What a model's outputs say to a person: classes, text, a vector, when somebody speaks. The formulas are in {@code browser-runtime/PIPELINES.md}. */
@NullMarked
package dev.bascule.fallback.answer;

import org.jspecify.annotations.NullMarked;
