"use strict";
// One text through llama.cpp, for a caller that reads lines of JSON. Everything that can differ between two engines is
// named by the request; nothing is fetched, and nothing but the logits' file is written.
const fs = require("node:fs");
const path = require("node:path");

const F32 = 0; // GGML_TYPE_F32
const request = JSON.parse(fs.readFileSync(0, "utf8"));
const tell = (line) => fs.writeSync(1, JSON.stringify(line) + "\n");
const millis = (from) => Number(process.hrtime.bigint() - from) / 1e6;
// A slow one is not taken for one that hangs.
let told = 0;
const alive = (least) => {
    const at = Date.now();
    if (at - told < least) return;
    told = at;
    tell({ type: "alive" });
};
const now = () => process.hrtime.bigint();

async function main() {
    const addon = require(path.join(request.folder, "llama-addon.node"));
    // Its own way of logging is stdout, which is for the caller's lines.
    addon.setLogger((level, message) => fs.writeSync(2, message));
    addon.setLoggerLogLevel(2);
    addon.loadBackends(request.folder);
    await addon.init();
    tell({ type: "engine", system: addon.systemInfo() });

    const begin = now();
    const model = new addon.AddonModel(request.model, { addonExports: addon, gpuLayers: 0, useMmap: true });
    if (!(await model.init())) throw new Error("llama.cpp does not take the model");
    const context = new addon.AddonContext(model, {
        contextSize: request.context,
        batchSize: request.batch,
        sequences: 1,
        threads: request.threads,
        flashAttention: false,
        kvCacheKeyType: F32,
        kvCacheValueType: F32,
    });
    if (!(await context.init())) throw new Error("llama.cpp makes no context of this size");
    const created = millis(begin);

    const forget = () => {
        if (!context.removeTokenCellsFromSequence(0, 0, -1)) throw new Error("llama.cpp keeps its cache");
    };
    // The last of them brings logits, or all: a target computes them at every position.
    const feed = async (at, tokens, all = false) => {
        context.initBatch(tokens.length);
        const wanted = all ? Uint32Array.from(tokens.keys()) : Uint32Array.of(tokens.length - 1);
        const indexes = context.addToBatch(0, at, Uint32Array.from(tokens), wanted);
        await context.decodeBatch();
        return indexes[indexes.length - 1];
    };
    const sampler = new addon.AddonSampler(model);
    sampler.applyConfig({ temperature: 0 });
    const logitsAt = async (index) => {
        const [, , , pairs] = await context.sampleToken(index, sampler, false, false, true);
        const row = new Float32Array(pairs.length / 2);
        for (let i = 0; i < pairs.length; i += 2) row[pairs[i]] = pairs[i + 1];
        return row;
    };
    tell({ type: "session", createMs: created, threads: context.getThreads(), context: context.getContextSize() });

    const tokens = request.tokens;
    if (request.kind === "prompt") {
        const first = now();
        await feed(0, tokens, true);
        const firstMs = millis(first);
        alive(0);
        const warm = [];
        for (let i = 0; i < request.rounds; i++) {
            forget();
            const start = now();
            await feed(0, tokens, true);
            warm.push(millis(start));
            alive(0);
        }
        tell({ type: "prompt", firstMs, warmMs: warm });
    } else {
        const file = fs.openSync(request.logits, "w");
        for (let i = 0; i < tokens.length; i++) {
            fs.writeSync(file, await logitsAt(await feed(i, [tokens[i]])));
            alive(0);
        }
        fs.closeSync(file);
        for (let round = 0; round < request.rounds; round++) {
            forget();
            const times = [];
            for (let i = 0; i < tokens.length; i++) {
                const start = now();
                await feed(i, [tokens[i]]);
                times.push(millis(start));
                alive(1000);
            }
            tell({ type: "round", ms: times });
        }
        forget();
        const own = [];
        let at = request.prompt;
        let next = await context.sampleToken(await feed(0, tokens.slice(0, at)), sampler);
        own.push(next);
        while (own.length < request.generate && !request.ends.includes(next)) {
            next = await context.sampleToken(await feed(at++, [next]), sampler);
            own.push(next);
            alive(1000);
        }
        tell({ type: "own", tokens: own });
    }
    tell({ type: "done" });
}

main().then(
    () => process.exit(0),
    (error) => {
        fs.writeSync(2, String(error && error.message ? error.message : error) + "\n");
        // What it logged of the reason comes on a later turn.
        setTimeout(() => process.exit(1), 100);
    },
);
