// Values that are known only at run time, each with the reason.
import type { LoadedModule } from './module-graph.js';
import type { Span } from '../syntax/tree.js';
import type { StaticValue, UnknownReason } from '../values/static-value.js';

export type Unknown = StaticValue & { readonly kind: 'unknown' };

const LONGEST_TEXT = 60;

/** The source of an expression in one line, shortened. */
export function shortText(module: LoadedModule, span: Span): string {
  const text = module.record.source.textOf(span).replaceAll(/\s+/g, ' ');
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`;
}

/** An unknown value with a given reason. */
export function unknownValue(module: LoadedModule, span: Span, reason: UnknownReason): Unknown {
  return { kind: 'unknown', reason, at: module.record.source.spanOf(span) };
}

/** A function in place of a value. */
export function unknownFunction(module: LoadedModule, span: Span): Unknown {
  const text = shortText(module, span);
  return unknownValue(module, span, { kind: 'expression', text, isFunction: true });
}

/** An expression of a kind that is never static. */
export function unknownExpression(
  module: LoadedModule,
  span: Span,
  kind: 'call' | 'expression' = 'expression',
): Unknown {
  return unknownValue(module, span, { kind, text: shortText(module, span) });
}
