// Properties of objects and lists.
import type { Span } from '../syntax/tree.js';
import type { StaticValue } from '../values/static-value.js';
import type { LoadedModule } from './module-graph.js';
import { shortText, unknownExpression, unknownValue } from './environment.js';

/** The value of a property. */
export function propertyOf(
  module: LoadedModule,
  object: StaticValue,
  { name, span }: { readonly name: string; readonly span: Span },
): StaticValue {
  const at = module.record.source.spanOf(span);
  const found = ownProperty(object, name);
  if (found) return found.kind === 'unknown' ? found : { ...found, at };
  if (object.kind === 'unknown') return object;
  if (name === 'length' && object.kind === 'list') {
    return { kind: 'number', value: object.items.length, at };
  }
  if (object.kind === 'object' || object.kind === 'list')
    return missingProperty(module, name, span);
  return unknownExpression(module, span);
}

function ownProperty(object: StaticValue, name: string): StaticValue | undefined {
  if (object.kind === 'list') return /^\d+$/.test(name) ? object.items[Number(name)] : undefined;
  if (object.kind !== 'object') return undefined;
  return object.entries.find(({ key }) => key.value === name)?.value;
}

export function missingProperty(module: LoadedModule, name: string, span: Span): StaticValue {
  const text = shortText(module, span);
  return unknownValue(module, span, { kind: 'missing-property', name, text });
}
