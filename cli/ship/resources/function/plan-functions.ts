// Plans the changes of functions.
import type { FunctionSettings } from '../../../config/keys.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Planning } from '../../stage/resource-type.js';
import { compareFunction, type PartChange } from './function-settings.js';
import type { DesiredFunction, FunctionChange, FunctionPart } from './function-state.js';

/** By name; deletions last. */
export function planFunctions(known: Planning): readonly FunctionChange[] {
  const { desired, observed } = known;
  const wanted = new Set(desired.functions.map(({ name }) => name));
  return [
    ...desired.functions.map((one) => planFunction(one, known)),
    ...observed.functions
      .filter((one) => !wanted.has(one.name) && isOurs(one, desired))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
}

function planFunction(desired: DesiredFunction, known: Planning): FunctionChange {
  const observed = known.observed.functions.find(({ name }) => name === desired.name);
  if (!observed) return { action: 'create', function: desired };
  const failure = observed.progress.kind === 'failed' ? observed.progress : undefined;
  if (failure && failure.runsAsBefore !== true) {
    return { action: 'replace', function: desired, observed, reason: failure.reason };
  }
  const changes = [
    ...compareFunction(desired, observed),
    ...roleMadeAnew(desired, known),
    // After a failed update, Lambda reports the requested settings, not those that run.
    ...(failure ? [updateAgain(failure.reason)] : []),
  ];
  const hasOtherCode =
    failure !== undefined || observed.codeSha256 !== known.desired.package.sha256;
  const permissions = known.plan.permissions.get(desired.name) ?? [];
  const found = new Set<FunctionPart>([
    ...(hasOtherCode ? (['code'] as const) : []),
    ...changes.map(({ part }) => part),
    ...(permissions.length > 0 ? (['permissions'] as const) : []),
  ]);
  if (found.size === 0) return { action: 'unchanged', function: desired, observed };
  const parts = PARTS.filter((part) => found.has(part));
  const fields = changes.map(({ field, from, to }) => ({ field, from, to }));
  return { action: 'update', function: desired, observed, parts, fields, permissions };
}

function updateAgain(reason: string): PartChange {
  return { part: 'configuration', field: 'last update', from: `failed: ${reason}`, to: 'again' };
}

/** In the order in which a plan names them. */
const PARTS: readonly FunctionPart[] = [
  'code',
  'configuration',
  'concurrency',
  'tags',
  'permissions',
];

/**
 * Whether the role was deleted and created again. A function refers to the deleted role and must be given the new one of
 * the same name.
 */
function roleMadeAnew({ role }: DesiredFunction, { plan: { roles } }: Planning): PartChange[] {
  if (role.kind === 'given') return [];
  const isMade = roles.some(
    (change) => change.action === 'create' && change.role.name === role.name,
  );
  if (!isMade) return [];
  const field = 'iam_role_arn' satisfies keyof FunctionSettings;
  return [{ part: 'configuration', field, from: undefined, to: role.name }];
}
