/**
 * Models: where they come from (a path, a folder in the backend-test layout, the zoo, the Hugging Face hub), and what is in
 * an ONNX file.
 */
@NullMarked
package dev.bascule.suites.models;

import org.jspecify.annotations.NullMarked;
