package dev.bascule.models.decoder;

import java.util.Optional;

/**
 * How a model was taught to be asked, in ChatML. A template is a program: no engine for those is here, so only such whose text is known to the
 * letter have a form, for what they make of one message of a user is known with it. Immutable.
 *
 * @param system what a chat begins with where the user says nothing else; empty for no such message
 */
public record ChatForm(Optional<String> system) {
    private static final String MESSAGES = "{% for message in messages %}";
    private static final String EACH =
            "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}";
    private static final String ANSWER = "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

    private static final String SMOLLM2 = "You are a helpful AI assistant named SmolLM, trained by Hugging Face";

    /** SmolLM2-Instruct's. */
    private static final String SMOLLM2_TEMPLATE = MESSAGES
            + "{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\n" + SMOLLM2
            + "<|im_end|>\n' }}{% endif %}" + EACH + ANSWER;

    /** The form of a template; empty where its text is none of those known. */
    public static Optional<ChatForm> of(String template) {
        // A template holds line breaks either as they are or as its own language writes them, which comes to the same.
        String text = template.replace("\\n", "\n");
        if (text.equals(SMOLLM2_TEMPLATE)) {
            return Optional.of(new ChatForm(Optional.of(SMOLLM2)));
        }
        return text.equals(MESSAGES + EACH + ANSWER) ? Optional.of(new ChatForm(Optional.empty())) : Optional.empty();
    }

    /** What the model is given of a user's message. */
    public String asked(String user) {
        return system.map(text -> "<|im_start|>system\n%s<|im_end|>\n".formatted(text))
                        .orElse("")
                + "<|im_start|>user\n%s<|im_end|>\n<|im_start|>assistant\n".formatted(user);
    }
}
