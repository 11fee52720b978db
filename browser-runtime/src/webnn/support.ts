import { NotSupportedError } from './description';
import type { MlDescriptor } from './ml';

/** Throws unless the browser's graph builder has the operator. */
export function checkOperator(name: string, known: boolean): void {
  if (!known) {
    throw new NotSupportedError(`the operator ${name} is not supported: this browser's MLGraphBuilder has no such method`);
  }
}

interface Limits {
  readonly dataTypes?: readonly string[];
  readonly rankRange?: { readonly min?: number; readonly max?: number };
}

/**
 * Throws where the context says that it does not take such an operand. What it says nothing of is for the builder to refuse:
 * descriptions do not always call an argument what `opSupportLimits()` calls it.
 *
 * @param limits what `opSupportLimits()` gave
 * @param operator an operator, or `input` or `constant` for the graph's own
 */
export function checkOperand(limits: Readonly<Record<string, unknown>>, operator: string, argument: string, { dataType, shape }: MlDescriptor): void {
  const own = operator === 'input' || operator === 'constant';
  const what = own ? `${operator} '${argument}'` : `the argument '${argument}' of ${operator}`;
  if (shape.includes(0)) {
    throw new NotSupportedError(`${what} has the shape [${shape.join(', ')}]: tensors without elements are not supported by WebNN`);
  }
  const told = (own ? limits[operator] : (limits[operator] as Record<string, unknown> | undefined)?.[argument]) as Limits | undefined;
  if (told?.dataTypes !== undefined && !told.dataTypes.includes(dataType)) {
    throw new NotSupportedError(`${dataType} is not supported for ${what}: this context takes ${told.dataTypes.join(', ') || 'no type at all'}`);
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = told?.rankRange ?? {};
  if (shape.length < min || shape.length > max) {
    throw new NotSupportedError(`rank ${shape.length} is not supported for ${what}: this context takes ${min} to ${max}`);
  }
}
