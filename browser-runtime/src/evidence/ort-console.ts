const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** ONNX Runtime's own line: time, [severity:category:, file:line function] text; warnings and worse are wrapped in color codes. */
const ORT_LINE = /\[[VIWEF]:onnxruntime:[^\]]*\]/;
const TALK = /\[[VI]:onnxruntime:/;
/** Verbose lines of passes that say nothing of where a node runs; a large model prints thousands of them. */
const NOISE = /, ((graph_transformer(_mgr)?|selector_action_transformer|graph|constant_sharing|constant_folding)\.cc:\d+|webgpu_context\.cc:\d+ Run\b)/;
/** The end of a colored message of several lines. */
const COLOR_ONLY = /^(\u001b\[[\d;]*m)+$/;

/** Says whether a console line is worth keeping as evidence: everything but the passes' talk. */
export function isEvidence(line: string): boolean {
  return !COLOR_ONLY.test(line) && !(TALK.test(line) && NOISE.test(line));
}

/**
 * Collects the lines that ONNX Runtime prints to the console, unchanged. Must be installed before a bundle is loaded, as
 * its WebAssembly glue keeps the console functions that it finds then. Lines of other origin (the engine's JavaScript warns
 * so, too) are kept as well and pass through.
 */
export class OrtConsole {
  #lines: string[] = [];

  install(console: Console): void {
    for (const method of METHODS) {
      const original = console[method].bind(console);
      console[method] = (...parts: unknown[]): void => {
        const line = parts.map(String).join(' ');
        if (isEvidence(line)) {
          this.#lines.push(line);
        }
        if (!ORT_LINE.test(line) && !COLOR_ONLY.test(line)) {
          original(...parts);
        }
      };
    }
  }

  /** The lines since the last {@link take}, which stay. */
  peek(): readonly string[] {
    return this.#lines;
  }

  /** The lines since the last call. */
  take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
