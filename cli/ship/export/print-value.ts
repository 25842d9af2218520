// Turns exported values into JSON. The formats differ in how they write a text and a reference.
import {
  type ExportedMapping,
  type ExportedResource,
  type ExportedValue,
  Reference,
  type ReferenceTarget,
} from '../stage/exported.js';

export type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

type Words = {
  readonly text: (text: string) => string;
  readonly reference: (value: Reference) => Json;
};

export type ValuePrinter = {
  readonly print: (value: ExportedValue) => Json;
  readonly printMapping: (mapping: ExportedMapping) => { readonly [name: string]: Json };
};

export function valuePrinter({ text, reference }: Words): ValuePrinter {
  const printMapping: ValuePrinter['printMapping'] = (mapping) => {
    const rows = Object.entries(mapping).flatMap(([name, value]) =>
      value === undefined ? [] : [[text(name), print(value)] as const],
    );
    return Object.fromEntries(rows);
  };
  const print: ValuePrinter['print'] = (value) => {
    if (value instanceof Reference) return reference(value);
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object') return value;
    return isList(value) ? value.map(print) : printMapping(value);
  };
  return { print, printMapping };
}

function isList(
  value: ExportedMapping | readonly ExportedValue[],
): value is readonly ExportedValue[] {
  return Array.isArray(value);
}

/** The exported resources by id. Each reference is to one of these. */
export function exportedById(resources: readonly ExportedResource[], id: string): ExportedResource {
  const found = resources.find((one) => one.id === id);
  if (!found) throw new Error(`Nothing that is exported is called ${id}`);
  return found;
}

/** The resource of an attribute, and how a format names the attribute. */
export function exportedAttribute(
  resources: readonly ExportedResource[],
  { resource, attribute }: ReferenceTarget & { readonly kind: 'attribute' },
  format: 'cloudFormation' | 'terraform',
): { readonly found: ExportedResource; readonly name: string } {
  const found = exportedById(resources, resource);
  const name = found[format]?.attributes?.[attribute];
  if (name === undefined) throw new Error(`${resource} has no ${attribute}`);
  return { found, name };
}
