package dev.bascule.quantization;

/**
 * A method whose numbers are learnt from labelled samples. It says what is trained, and makes its model of {@link Source#learnt()}; somebody else trains. What it
 * makes is a function of what was learnt, which another engine may round otherwise.
 */
public interface TrainedMethod extends Method {

    /** What is trained, or why nothing is. */
    Lesson lesson(Source source);
}
