// The names of operations in documents and clients. An operation is named after the class and the view, `articlesUpdate`, or
// after the variable of a view in call form. It never depends on other views, so it changes only when one of those is renamed.
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import { capitalized, decapitalized, numberedName } from '../free-names.js';
import { groupBy } from '../groups.js';
import { sameOperationId } from '../types/catalogue.js';

export type NamedOperation = {
  readonly view: string;
  readonly class: string | undefined;
  /** The `@operationId`. */
  readonly given: string | undefined;
  readonly method: string;
  /** The path as declared. */
  readonly path: string;
  /** The `namePrefix` of its blueprints. */
  readonly prefix: string;
  /** Equal for the operations of one view. */
  readonly key: string;
  /** The location of the view's name. */
  readonly at: SourceSpan;
};

type OperationIds = {
  /** A unique name for each operation, in the given order. */
  readonly ids: readonly string[];
  /** One for each view that shares its name with another view. */
  readonly problems: readonly Diagnostic[];
};

export function operationIds(operations: readonly NamedOperation[]): OperationIds {
  const ofView = groupBy(operations, ({ key }) => key);
  const firsts = new Map<string, NamedOperation>();
  const problems = new Map<string, Diagnostic>();
  const taken = new Set<string>();
  const ids = operations.map((operation) => {
    const id = ownName(operation, ofView.get(operation.key) ?? []);
    const first = firsts.get(id) ?? operation;
    firsts.set(id, first);
    if (first.key !== operation.key) {
      const related = [{ message: 'The other view is here.', at: first.at }];
      const data = { id, class: operation.class };
      problems.set(operation.key, diagnose(sameOperationId, data, { at: operation.at, related }));
    }
    const free = numberedName(id, taken);
    taken.add(free);
    return free;
  });
  return { ids, problems: [...problems.values()] };
}

/** A name that is unique among the operations of one view. */
function ownName(operation: NamedOperation, all: readonly NamedOperation[]): string {
  const { prefix, method, path } = operation;
  const name = baseName(operation);
  // A blueprint that is registered twice.
  const isPlacedTwice = new Set(all.map((other) => other.prefix)).size > 1;
  const words = isPlacedTwice ? wordsOf(prefix) : '';
  const placed = words === '' ? name : `${decapitalized(words)}${capitalized(name)}`;
  const here = all.filter((other) => other.prefix === prefix);
  const methods = new Set(here.map((other) => other.method));
  const withMethod = methods.size > 1 ? `${placed}${capitalized(method.toLowerCase())}` : placed;
  const isEnough = here.filter((other) => other.method === method).length === 1;
  return isEnough ? withMethod : `${withMethod}${wordsOf(path) || 'Root'}`;
}

function baseName({ given, view, class: owner }: NamedOperation): string {
  if (given !== undefined) return given;
  const name = identifier(view);
  return owner === undefined ? name : `${decapitalized(identifier(owner))}${capitalized(name)}`;
}

function wordsOf(path: string): string {
  return path
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalized)
    .join('');
}

/** `#list` is `list`. Names in other alphabets are kept. */
function identifier(text: string): string {
  return text.replace(/^#/, '').replace(/[^\p{L}\p{N}_]/gu, '_');
}
