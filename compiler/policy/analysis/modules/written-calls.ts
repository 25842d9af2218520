// The calls that are written in a module, wherever they stand, for what is told of a module without following its values.
import { unwrap } from '../../../syntax/expressions.js';
import type { Argument, CallExpression, MemberExpression } from '../../../syntax/tree.js';

/** A call, also one behind `?.`. */
export type WrittenCall = Pick<CallExpression, 'callee' | 'span'> & {
  readonly arguments: readonly Argument[];
};

export function visitCalls(node: unknown, visit: (call: WrittenCall) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node as readonly unknown[]) visitCalls(item, visit); // because Array.isArray gives any
    return;
  }
  if ('type' in node && node.type === 'CallExpression') visit(node as CallExpression); // because of its kind
  for (const part of Object.values(node) as readonly unknown[]) visitCalls(part, visit); // because every kind of node is walked here
}

/** `a.b` of `a.b()` and of `a?.b()`. */
export function calledMemberOf({ callee }: WrittenCall): MemberExpression | undefined {
  if (callee.type === 'Super' || callee.type === 'Import') return undefined;
  const inner = unwrap(callee);
  if (inner.type === 'MemberExpression') return inner;
  if (inner.type !== 'OptionalChainingExpression') return undefined;
  return inner.base.type === 'MemberExpression' ? inner.base : undefined;
}
