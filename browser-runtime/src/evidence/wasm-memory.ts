/** Watches the WebAssembly memories that libraries make: their size is a peak, as a WebAssembly memory never shrinks. */
export class WasmMemory {
  readonly #memories: WebAssembly.Memory[] = [];

  /** Wraps `WebAssembly.Memory`, so must come before a library is loaded. */
  install(): void {
    const memories = this.#memories;
    WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
      construct(target, args: [WebAssembly.MemoryDescriptor]) {
        const memory = new target(...args);
        memories.push(memory);
        return memory;
      },
    });
  }

  /** Bytes over the page's memories, or null where none was seen. */
  peak(): number | null {
    return this.#memories.length === 0 ? null : this.#memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  }
}
