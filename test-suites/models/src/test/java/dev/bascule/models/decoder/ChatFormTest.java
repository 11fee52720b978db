package dev.bascule.models.decoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChatFormTest {
    /** To the letter as SmolLM2-135M-Instruct's GGUF file has it. */
    private static final String SMOLLM2 =
            "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{"
                    + " '<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n' }}{% endif %}"
                    + "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if"
                    + " add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

    @Test
    void a_template_that_is_known_to_the_letter_has_a_form() {
        assertThat(ChatForm.of(SMOLLM2).orElseThrow().asked("Hi"))
                .isEqualTo(
                        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
                                + "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
    }

    @Test
    void one_that_differs_in_a_letter_has_none() {
        assertThat(ChatForm.of(SMOLLM2.replace("loop.first", "loop.last"))).isEqualTo(Optional.empty());
        assertThat(ChatForm.of(SMOLLM2 + " ")).isEmpty();
        assertThat(ChatForm.of("{{ '<|im_start|>' }}")).isEmpty();
        assertThat(ChatForm.of("")).isEmpty();
    }

    @Test
    void seeded_weights_take_any_form() {
        CharacterTokenizer tokenizer = new CharacterTokenizer(512, Set.of(511));

        assertThat(tokenizer.chat("Hi")).hasValue("<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
        assertThat(tokenizer.endTokens()).containsExactly(511);
    }
}
