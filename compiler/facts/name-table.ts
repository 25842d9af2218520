// The names that a module declares. swc resolves names while it parses: identifiers with the same text and the same syntax
// context are one variable, so this file needs no scopes.
import type { Identifier } from '../syntax/tree.js';
import type { Binding } from './module-record.js';

type Entry = { readonly context: number; binding: Binding; readonly next: Entry | undefined };

export type NameTable = {
  readonly declare: (name: Identifier, binding: Binding) => void;
  readonly find: (name: Identifier) => Binding | undefined;
  /** The declarations of a name, in any scope. */
  readonly named: (name: string) => readonly Binding[];
  /** All declarations. */
  readonly all: () => Iterable<readonly [name: string, binding: Binding]>;
};

/** Makes an empty table. A name that swc could not resolve is a global one: `undefined`, `process`, `Object`. */
export function createNameTable(): NameTable {
  const entries = new Map<string, Entry>();
  const entryOf = (name: Identifier): Entry | undefined => {
    const context = contextOf(name);
    let entry = entries.get(name.value);
    while (entry && entry.context !== context) entry = entry.next;
    return entry;
  };
  return {
    declare: (name, binding) => {
      const entry = entryOf(name);
      if (entry) entry.binding = merge(entry.binding, binding);
      else {
        const next = entries.get(name.value);
        entries.set(name.value, { context: contextOf(name), binding, next });
      }
    },
    find: (name) => entryOf(name)?.binding,
    named: (name) => {
      const found: Binding[] = [];
      for (let entry = entries.get(name); entry; entry = entry.next) found.push(entry.binding);
      return found;
    },
    *all() {
      for (const [name, first] of entries) {
        for (let entry: Entry | undefined = first; entry; entry = entry.next) {
          yield [name, entry.binding];
        }
      }
    },
  };
}

/** Combines declarations of one name. Enums and namespaces are merged; a value replaces a type-only import. */
function merge(first: Binding, second: Binding): Binding {
  if (first.kind === 'enum' && second.kind === 'enum') {
    first.nodes.push(...second.nodes);
    return first;
  }
  if (first.kind === 'namespace' && second.kind === 'namespace') {
    for (const [name, member] of second.members) first.members.set(name, member);
    return first;
  }
  // A signature of an overloaded function has no body, and the function itself comes last.
  if (first.kind === 'function' && second.kind === 'function')
    return { ...second, isOverloaded: true };
  return second.kind === 'namespace' ? first : second;
}

function contextOf(name: Identifier): number {
  return (name as Identifier & { readonly ctxt: number }).ctxt; // because swc's types leave it out
}
