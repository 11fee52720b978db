import type { CaseEngine, CaseSession } from './case-engine';
import type { Program } from './pack-file';
import type { Values } from './values';

/** Hands each program to the engine for its kind. */
export class EngineByProgram implements CaseEngine {
  /** The kind of the program that was opened last. */
  last: Program['kind'] = 'model';
  readonly #models: CaseEngine;
  readonly #graphs: CaseEngine;

  /** @param graphs null where the backend is not WebNN; the engine for models then says what it executes */
  constructor(models: CaseEngine, graphs: CaseEngine | null) {
    this.#models = models;
    this.#graphs = graphs ?? models;
  }

  open(program: Program, first: Values): Promise<CaseSession> {
    this.last = program.kind;
    return (program.kind === 'graph' ? this.#graphs : this.#models).open(program, first);
  }
}
