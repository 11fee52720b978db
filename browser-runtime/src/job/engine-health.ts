/** Marks of an error after which the page's engine must not be used again; engines wrap each other's errors, so the text counts. */
const FATAL: readonly RegExp[] = [
  // A WebAssembly trap; also what ONNX Runtime's own abort() throws, and what it quotes when it says that no backend is available.
  /\bRuntimeError\b|\bAborted\(/,
  /unreachable|memory access out of bounds|out of bounds memory access|null function or function signature|table index is out of bounds/i,
  // The stack of the interrupted WebAssembly call was not unwound.
  /maximum call stack size exceeded|too much recursion/i,
  /\bdevice\b[^.]{0,40}\b(lost|destroyed)\b|external Instance reference no longer exists/i,
  /WebGPU out of memory|GPUOutOfMemoryError/,
  // A buffer that cannot be read back: its device is gone, whatever the engine makes of it.
  /wgpu::MapAsyncStatus value|mapping was resolved/,
];

const LONGEST = 300;

/** A new page is needed; this one says so instead of running anything. */
export class PoisonedError extends Error {
  override readonly name = 'PoisonedError';
}

/** Whether the page's engine can still be trusted. Once it cannot, nothing makes it sound again but a new page. */
export class EngineHealth {
  #reason: string | null = null;

  /** Why the page must not be used again, or null. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Takes note of anything that was thrown; ordinary errors leave the page sound. The first fatal one counts. */
  note(thrown: unknown): void {
    if (isFatal(thrown)) {
      this.poison(describe(thrown));
    }
  }

  poison(reason: string): void {
    this.#reason ??= reason;
  }

  /** Throws where the page is poisoned. */
  check(): void {
    if (this.#reason !== null) {
      throw new PoisonedError(`this page must not be used again, it needs a new one: ${this.#reason}`);
    }
  }
}

export function isFatal(thrown: unknown): boolean {
  // An uncaught C++ exception comes out of the glue as a bare pointer.
  return typeof thrown === 'number' || FATAL.some((mark) => mark.test(describe(thrown)));
}

function describe(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `${typeof thrown} thrown: ${String(thrown)}`;
  return text.replace(/\s+/g, ' ').slice(0, LONGEST);
}
