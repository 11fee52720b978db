package dev.bascule.models.decoder;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The byte-level tokenizer of GPT-2 and those after it, in Java: no native library in this process for some hundred lines. Texts may hold
 * the names of control tokens, as the chat's form does. Immutable and thread-safe.
 */
public final class BytePairTokenizer implements DecoderTokenizer {
    private final List<String> tokens;
    private final Map<String, Integer> control;
    private final BytePairs pairs;
    private final PreTokenizer words;
    private final Set<Integer> endTokens;
    private final Optional<ChatForm> chat;
    private final Optional<Pattern> controlNames;

    /**
     * @param tokens by id
     * @param control those that stand for themselves in a text, and are left out of one that is written
     * @param merges two tokens each, a space between them; the earliest first
     * @param chat how it was taught to be asked, where that is known
     * @throws IllegalArgumentException saying what does not fit together
     */
    public BytePairTokenizer(
            List<String> tokens,
            Set<Integer> control,
            List<String> merges,
            PreTokenizer words,
            Set<Integer> endTokens,
            Optional<ChatForm> chat) {
        this.tokens = List.copyOf(tokens);
        Map<String, Integer> ids = new HashMap<>();
        for (int id = 0; id < tokens.size(); id++) {
            ids.putIfAbsent(tokens.get(id), id);
        }
        this.control = control.stream()
                .filter(id -> !tokens.get(id).isEmpty())
                .collect(Collectors.toUnmodifiableMap(tokens::get, id -> id, Math::min));
        this.pairs = new BytePairs(ids, merges);
        this.words = words;
        this.endTokens = Set.copyOf(endTokens);
        this.chat = chat;
        // Of two names that begin alike the longer is meant.
        this.controlNames = this.control.isEmpty()
                ? Optional.empty()
                : Optional.of(Pattern.compile(this.control.keySet().stream()
                        .sorted(Comparator.comparingInt(String::length)
                                .reversed()
                                .thenComparing(name -> name))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|"))));
    }

    @Override
    public List<Integer> encode(String text) {
        List<Integer> ids = new ArrayList<>();
        int from = 0;
        if (controlNames.isPresent()) {
            Matcher matcher = controlNames.get().matcher(text);
            while (matcher.find()) {
                plain(text.substring(from, matcher.start()), ids);
                ids.add(control.getOrDefault(matcher.group(), 0));
                from = matcher.end();
            }
        }
        plain(text.substring(from), ids);
        return ids;
    }

    private void plain(String text, List<Integer> ids) {
        if (!text.isEmpty()) {
            words.cut(text).forEach(word -> ids.addAll(pairs.encode(word)));
        }
    }

    @Override
    public String decode(List<Integer> ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id : ids) {
            if (id < 0 || id >= tokens.size()) {
                // A model may have more rows than its tokenizer has tokens.
                bytes.writeBytes("\uFFFD".getBytes(StandardCharsets.UTF_8));
            } else if (!control.containsKey(tokens.get(id))) {
                bytes.writeBytes(BytePairs.bytes(tokens.get(id)));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public Set<Integer> endTokens() {
        return endTokens;
    }

    @Override
    public Optional<String> chat(String user) {
        return chat.map(form -> form.asked(user));
    }
}
