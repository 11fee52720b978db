import type { Facts } from '../protocol/generated';
import { infoFacts } from './adapter';

/** Watches the WebGPU devices that a library asks for: which adapter they came from, and their loss. */
export class GpuDevices {
  readonly #onLost: (reason: string) => void;
  #adapter: Facts = {};

  constructor(onLost: (reason: string) => void) {
    this.#onLost = onLost;
  }

  /** Wraps `GPUAdapter.requestDevice`; does nothing in a browser without WebGPU. */
  install(): void {
    if (!('GPUAdapter' in globalThis)) {
      return;
    }
    const original = GPUAdapter.prototype.requestDevice;
    const watch = (adapter: GPUAdapter, device: GPUDevice): void => this.#watch(adapter, device);
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...args) {
      const device = await original.apply(this, args);
      watch(this, device);
      return device;
    };
  }

  /** The adapter of the newest device, empty while there is none. */
  get adapter(): Facts {
    return this.#adapter;
  }

  #watch(adapter: GPUAdapter, device: GPUDevice): void {
    this.#adapter = infoFacts(adapter.info);
    void device.lost.then(({ reason, message }) => {
      // A device that its owner destroyed is not lost.
      if (reason !== 'destroyed') {
        this.#onLost(`WebGPU device lost (${reason}): ${message}`);
      }
    });
  }
}
