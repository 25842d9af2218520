// The names of operations in documents and clients. An operation has the name of its view. A view with several operations
// adds the method, and the path when that is not unique. Views of the same name put their class in front.
import type { HttpMethod } from '../../runtime/contract/methods.js';
import { capitalized, numberedName } from '../free-names.js';
import { groupBy } from '../groups.js';

export type NamedOperation = {
  readonly view: string;
  readonly class: string | undefined;
  readonly method: HttpMethod;
  readonly path: string;
  /** Equal for the operations of one view. */
  readonly key: string;
};

/** A unique name for each operation, in the given order. */
export function operationIds(operations: readonly NamedOperation[]): readonly string[] {
  const ofView = groupBy(operations, ({ key }) => key);
  const own = operations.map((operation) => ownName(operation, ofView.get(operation.key) ?? []));
  const ofName = groupBy(
    operations.map((operation, index) => ({ operation, name: own[index] ?? '' })),
    ({ name }) => name,
  );
  const taken = new Set<string>();
  return operations.map((operation, index) => {
    const name = own[index] ?? '';
    const same = ofName.get(name) ?? [];
    const isTaken = same.some((other) => other.operation.key !== operation.key);
    const { class: owner } = operation;
    const id =
      isTaken && owner !== undefined ? `${decapitalized(owner)}${capitalized(name)}` : name;
    const free = numberedName(id, taken);
    taken.add(free);
    return free;
  });
}

/** A name that is unique among the operations of one view. */
function ownName(operation: NamedOperation, all: readonly NamedOperation[]): string {
  const { view, method, path } = operation;
  const name = identifier(view);
  if (all.length < 2) return name;
  const methods = new Set(all.map((other) => other.method));
  const withMethod = methods.size > 1 ? `${name}${capitalized(method.toLowerCase())}` : name;
  const isEnough = all.filter((other) => other.method === method).length === 1;
  return isEnough ? withMethod : `${withMethod}${wordsOf(path)}`;
}

function wordsOf(path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.length === 0 ? 'Root' : words.map(capitalized).join('');
}

function identifier(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, '_');
}

function decapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
