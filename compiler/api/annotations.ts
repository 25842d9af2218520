// What the source says of variables and parameters behind their names, which the table of names does not hold: annotations,
// and the loops that declare them.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import { keyName } from '../syntax/expressions.js';
import type { Expression, Pattern, TsType, VariableDeclarator } from '../syntax/tree.js';
import { walk, type AnyNode } from '../syntax/tree-walk.js';

/** The properties from a pattern to a name in it: `id` of `({ id }: City)`. */
type Steps = { readonly steps: readonly string[] };

export type Annotation = Steps & { readonly type: TsType };

/** `for (const { id } of cities)`. */
export type Loop = Steps & { readonly of: Expression };

export type NameFinder = {
  readonly annotationOf: (module: LoadedModule, binding: Binding) => Annotation | undefined;
  readonly loopOf: (module: LoadedModule, binding: Binding) => Loop | undefined;
};

type Found = {
  readonly annotations: ReadonlyMap<Binding, Annotation>;
  readonly loops: ReadonlyMap<Binding, Loop>;
};

/** A module is walked when one of its names is first looked up. */
export function nameFinder(programs: ReadonlyMap<string, unknown>): NameFinder {
  const known = new Map<string, Found>();
  const foundIn = (module: LoadedModule): Found => {
    const found = known.get(module.path) ?? namesIn(module, programs.get(module.path));
    known.set(module.path, found);
    return found;
  };
  return {
    annotationOf: (module, binding) => foundIn(module).annotations.get(binding),
    loopOf: (module, binding) => foundIn(module).loops.get(binding),
  };
}

function namesIn({ record }: LoadedModule, body: unknown): Found {
  const annotations = new Map<Binding, Annotation>();
  const loops = new Map<Binding, Loop>();
  const each = (
    pattern: Pattern,
    note: (binding: Binding, steps: readonly string[]) => void,
    steps: readonly string[] = [],
  ): void => {
    if (pattern.type === 'Identifier') {
      const binding = record.names.find(pattern);
      if (binding) note(binding, steps);
    }
    if (pattern.type !== 'ObjectPattern') return;
    for (const property of pattern.properties) {
      if (property.type === 'AssignmentPatternProperty' && !property.value) {
        each(property.key, note, [...steps, property.key.value]);
      } else if (property.type === 'KeyValuePatternProperty') {
        const name = keyName(property.key);
        if (name !== undefined) each(property.value, note, [...steps, name]);
      }
    }
  };
  walk(body, (node) => {
    const type = annotationOf(node);
    const pattern = node as unknown as Pattern; // because only patterns have annotations of this form
    if (type) each(pattern, (binding, steps) => annotations.set(binding, { type, steps }));
    if (isLoop(node)) {
      const [declared] = node.left.declarations ?? [];
      const { right: of } = node;
      if (declared) each(declared.id, (binding, steps) => loops.set(binding, { of, steps }));
    }
    return true;
  });
  return { annotations, loops };
}

function annotationOf(node: AnyNode): TsType | undefined {
  if (node.type !== 'Identifier' && node.type !== 'ObjectPattern') return undefined;
  const { typeAnnotation } = node as { typeAnnotation?: { typeAnnotation: TsType } | null }; // because swc's types leave it out of some patterns
  return typeAnnotation?.typeAnnotation;
}

type LoopNode = AnyNode & {
  readonly left: { readonly declarations?: readonly VariableDeclarator[] };
  readonly right: Expression;
};

function isLoop(node: AnyNode): node is LoopNode {
  return node.type === 'ForOfStatement';
}
