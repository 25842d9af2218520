// The type annotations of variables and parameters, which the table of names does not hold.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import { keyName } from '../syntax/expressions.js';
import type { Identifier, Pattern, TsType } from '../syntax/tree.js';
import { walk, type AnyNode } from '../syntax/tree-walk.js';

export type Annotation = {
  readonly type: TsType;
  /** The properties from the annotated pattern to the name: `id` of `({ id }: City)`. */
  readonly steps: readonly string[];
};

export type FindAnnotation = (module: LoadedModule, binding: Binding) => Annotation | undefined;

/** Finds annotations. A module is walked on the first lookup of one of its names. */
export function annotationFinder(programs: ReadonlyMap<string, unknown>): FindAnnotation {
  const known = new Map<string, ReadonlyMap<Binding, Annotation>>();
  return (module, binding) => {
    let found = known.get(module.path);
    if (!found) {
      found = annotationsIn(module, programs.get(module.path));
      known.set(module.path, found);
    }
    return found.get(binding);
  };
}

function annotationsIn(module: LoadedModule, body: unknown): ReadonlyMap<Binding, Annotation> {
  const found = new Map<Binding, Annotation>();
  const note = (name: Identifier, annotation: Annotation): void => {
    const binding = module.record.names.find(name);
    if (binding) found.set(binding, annotation);
  };
  const noteParts = (pattern: Pattern, { type, steps }: Annotation): void => {
    if (pattern.type === 'Identifier') note(pattern, { type, steps });
    if (pattern.type !== 'ObjectPattern') return;
    for (const property of pattern.properties) {
      if (property.type === 'AssignmentPatternProperty' && !property.value) {
        note(property.key, { type, steps: [...steps, property.key.value] });
      } else if (property.type === 'KeyValuePatternProperty') {
        const name = keyName(property.key);
        if (name !== undefined) noteParts(property.value, { type, steps: [...steps, name] });
      }
    }
  };
  walk(body, (node) => {
    const type = annotationOf(node);
    if (type) noteParts(node as unknown as Pattern, { type, steps: [] }); // because only patterns have annotations of this form
    return true;
  });
  return found;
}

function annotationOf(node: AnyNode): TsType | undefined {
  if (node.type !== 'Identifier' && node.type !== 'ObjectPattern') return undefined;
  const { typeAnnotation } = node as { typeAnnotation?: { typeAnnotation: TsType } | null }; // because swc's types leave it out of some patterns
  return typeAnnotation?.typeAnnotation;
}
