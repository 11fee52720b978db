/** What a WebNN implementation takes as one operand. */
interface OperandLimits {
  readonly dataTypes?: readonly string[];
  readonly rankRange?: { readonly min?: number; readonly max?: number };
}

/** `MLOpSupportLimits`: limits of graph inputs, constants and outputs beside the operators, and a few plain figures. */
export type OpSupportLimits = Readonly<Record<string, unknown>>;

interface CompactLimits {
  readonly limits: { readonly dataTypes: readonly string[]; readonly ranks?: readonly [number, number] }[];
  readonly operators: Record<string, Record<string, number>>;
  readonly graph: Record<string, number>;
}

/**
 * The limits as a short line of JSON, in which operands that are alike share an entry: fallback's `OpSupport` tells the form.
 * The browser's own is 40 kB, most of it repeated.
 */
export function compactLimits(limits: OpSupportLimits): string {
  const compact: CompactLimits = { limits: [], operators: {}, graph: {} };
  const known = new Map<string, number>();
  const index = ({ dataTypes = [], rankRange }: OperandLimits): number => {
    const { min, max } = rankRange ?? {};
    const entry = { dataTypes, ...(min === undefined || max === undefined ? {} : { ranks: [min, max] as const }) };
    const key = JSON.stringify(entry);
    let at = known.get(key);
    if (at === undefined) {
      at = compact.limits.push(entry) - 1;
      known.set(key, at);
    }
    return at;
  };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    if (isOperand(value)) {
      compact.graph[name] = index(value);
    } else {
      const operands = Object.entries(value as Readonly<Record<string, OperandLimits>>);
      compact.operators[name] = Object.fromEntries(operands.map(([operand, limit]) => [operand, index(limit)]));
    }
  }
  return JSON.stringify(compact);
}

function isOperand(value: object): value is OperandLimits {
  return Array.isArray((value as OperandLimits).dataTypes);
}
