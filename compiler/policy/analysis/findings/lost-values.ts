// Handles nodes with more values than are followed. If the name of a member that is read from such a node is an operation of an
// imported package, the read counts as a use of that operation. A superfluous permission is reported, but a missing permission
// would break the application.
import type { LoadedModule } from '../../../facts/module-graph.js';
import { shortText } from '../../../facts/environment.js';
import { OLD_NAMES } from '../../data/policy-data.js';
import type { SdkUseKind } from '../../sdk-use.js';
import type { Analysis, MemberRead, SdkClient, Token } from '../model.js';
import { isNarrow, isSpent } from '../values/value-graph.js';
import {
  isClientPackage,
  commandName,
  exportedOperation,
  memberOperation,
  operationNames,
} from '../sdk/sdk-names.js';
import { isVague, mayBeInput } from './unknown-receivers.js';
import { inputOf } from '../sdk/sdk-values.js';

type LostUse = { readonly use: SdkUseKind; readonly package: string; readonly name: string };

export function findLost(analysis: Analysis): void {
  const { queue, uses, memberReads } = analysis;
  const isSaid = isNarrow(queue);
  if (queue.overflow.size === 0 && !isSaid) return;
  const known = new Set(
    uses.map(({ at, package: name, name: operation }) => keyOf(at, name, operation)),
  );
  const packages = importedPackages(analysis);
  let isFound = false;
  for (const read of memberReads) {
    if (!isSpent(queue) && !mayBeMore(read)) continue;
    const found = [
      ...packages.flatMap(({ package: name }) => exportOf(name, read.name) ?? []),
      // Unless the capacity of nodes was reduced, method calls are handled in `unknown-receivers.ts`.
      ...(isSaid || !read.call ? methodsNamed(read, packages) : []),
    ];
    const added = found.filter(
      ({ package: name, name: operation }) => !known.has(keyOf(read.at, name, operation)),
    );
    if (added.length === 0) continue;
    isFound = true;
    noteFound(analysis, read, added);
  }
  const mayLack = isFound || isSpent(queue) || [...queue.overflow].some(holdsSdk);
  if (isSaid && mayLack) noteEntangled(analysis);
}

function keyOf({ start, end }: MemberRead['at'], packageName: string, operation: string): string {
  return `${String(start)} ${String(end)} ${packageName} ${operation}`;
}

function mayBeMore({ object: { tokens } }: MemberRead): boolean {
  return tokens.length === 0 || tokens.some(isVague);
}

/** Returns the SDK packages that any module names, including the services of version 2. */
function importedPackages({ interned, clients }: Analysis): readonly SdkClient[] {
  const packages = new Map<string, SdkClient>();
  for (const token of [...interned.values(), ...clients]) {
    if (token.kind !== 'sdk' && token.kind !== 'client') continue;
    const isOld = token.package === 'aws-sdk';
    if (isOld && !Object.hasOwn(OLD_NAMES, token.name)) continue;
    const name = isOld ? `aws-sdk/${token.name}` : token.package;
    packages.set(name, { kind: 'client', package: name, name: isOld ? token.name : '' });
  }
  return [...packages.values()];
}

/** Returns the use for a member whose name is an export: `x.PutObjectCommand`, `x.paginateQuery`. */
function exportOf(packageName: string, name: string): LostUse | undefined {
  if (!isClientPackage(packageName)) return undefined;
  const operations = operationNames(packageName);
  const command = commandName(packageName, name);
  if (command !== undefined && operations?.has(command) === true)
    return { use: 'command', package: packageName, name: command };
  const operation = exportedOperation(packageName, name);
  const isKnown =
    operation && (operation.use === 'waiter' || operations?.has(operation.name) === true);
  return isKnown ? { ...operation, package: packageName } : undefined;
}

/** Returns the uses for a member whose name is a method, `x.putObject`, even if it is not called. */
function methodsNamed(
  { name, call }: MemberRead,
  packages: readonly SdkClient[],
): readonly LostUse[] {
  return packages.flatMap((client): readonly LostUse[] => {
    const operation = memberOperation(client, name, false);
    const isMethod = operation?.use === 'method' || operation?.use === 'v2';
    if (!isMethod || (call && !mayBeInput(client, call.args[0], true))) return [];
    return [{ ...operation, package: client.package }];
  });
}

function noteFound(
  { uses, unresolved }: Analysis,
  { frame, at, call }: MemberRead,
  found: readonly LostUse[],
): void {
  for (const { use: kind, package: name, name: operation } of found) {
    const inputs = call ? [inputOf(call, kind, kind === 'command' ? 'sdk' : 'operation')] : [];
    uses.push({ kind, package: name, name: operation, at, frame, inputs });
  }
  unresolved.push({
    kind: 'guessed-receiver',
    text: shortText(frame.module, at),
    packages: [...new Set(found.map(({ package: name }) => name))].toSorted(),
    at: frame.module.record.source.spanOf(at),
  });
}

function holdsSdk(token: Token): boolean {
  if (token.kind === 'function') return token.returns.tokens.some(isOfSdk);
  if (token.kind !== 'object') return isOfSdk(token);
  const nodes = [...token.fields.values(), token.any, token.open];
  return nodes.some(({ tokens }) => tokens.some(isOfSdk));
}

function isOfSdk({ kind }: Token): boolean {
  return kind === 'client' || kind === 'sdk' || kind === 'operation';
}

/** Reports the module with the most values that were not followed. */
function noteEntangled(analysis: Analysis): void {
  const { queue, programs, unresolved, program } = analysis;
  const counts = new Map<LoadedModule, number>();
  for (const token of queue.overflow) {
    const module = moduleOf(token);
    if (module) counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  const sizeOf = (module: LoadedModule): number => module.record.source.text.length;
  const [first] = [...program.graph.modules.values()].toSorted(
    (left, right) =>
      (counts.get(right) ?? 0) - (counts.get(left) ?? 0) || sizeOf(right) - sizeOf(left),
  );
  const [item] = first ? (programs.get(first.path) ?? []) : [];
  if (!first || !item) return;
  const { start } = item.span;
  const at = first.record.source.spanOf({ ...item.span, end: start });
  unresolved.push({ kind: 'entangled', file: first.file, at });
}

function moduleOf(token: Token): LoadedModule | undefined {
  if (token.kind === 'function') return token.module;
  return token.kind === 'object' ? token.made?.module : undefined;
}
