// What has to happen to the functions.
import type { Desired, DesiredFunction } from '../desired/desired.js';
import { isOurTag, ownTagOf } from '../desired/own-tag.js';
import type { Observed, ObservedFunction } from '../observed/observed.js';
import { compareFunction, type PartChange } from './function-fields.js';
import { comparePermissions, permissionsFor } from './permissions.js';
import type { FunctionChange, FunctionPart, PermissionChange, RoleChange } from './plan.js';

export type Observations = {
  readonly desired: Desired;
  readonly observed: Observed;
  readonly roles: readonly RoleChange[];
};

/** By name; what is to be deleted stands last. */
export function planFunctions(known: Observations): readonly FunctionChange[] {
  const { desired, observed } = known;
  const wanted = new Set(desired.functions.map(({ name }) => name));
  return [
    ...desired.functions.map((one) => planFunction(one, known)),
    ...observed.functions
      .filter(({ name, tags }) => !wanted.has(name) && isOurs(tags, desired))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
}

function isOurs(tags: ObservedFunction['tags'], { app, stage }: Desired): boolean {
  return isOurTag(ownTagOf(tags), app, stage);
}

function planFunction(desired: DesiredFunction, known: Observations): FunctionChange {
  const observed = known.observed.functions.find(({ name }) => name === desired.name);
  if (!observed) return { action: 'create', function: desired };
  const failure = observed.progress.kind === 'failed' ? observed.progress : undefined;
  if (failure && failure.runsAsBefore !== true) {
    return { action: 'replace', function: desired, observed, reason: failure.reason };
  }
  const changes = [
    ...compareFunction(desired, observed),
    ...roleMadeAnew(desired, known),
    // It tells what it was asked to be, not what it is.
    ...(failure ? [updateAgain(failure.reason)] : []),
  ];
  const hasOtherCode =
    failure !== undefined || observed.codeSha256 !== known.desired.package.sha256;
  const permission = permissionChange(desired, observed, known);
  const found = new Set<FunctionPart>([
    ...(hasOtherCode ? (['code'] as const) : []),
    ...changes.map(({ part }) => part),
    ...(permission ? (['permissions'] as const) : []),
  ]);
  if (found.size === 0) return { action: 'unchanged', function: desired, observed };
  const parts = PARTS.filter((part) => found.has(part));
  const fields = changes.map(({ field, from, to }) => ({ field, from, to }));
  return { action: 'update', function: desired, observed, parts, fields, permission };
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

/** A function keeps the identity of a role that was deleted; it must be given the new one of the same name. */
function roleMadeAnew({ role }: DesiredFunction, { roles }: Observations): PartChange[] {
  if (role.kind === 'given') return [];
  const isMade = roles.some(
    (change) => change.action === 'create' && change.role.name === role.name,
  );
  if (!isMade) return [];
  return [{ part: 'configuration', field: 'iam_role_arn', from: undefined, to: role.name }];
}

function permissionChange(
  desired: DesiredFunction,
  { permissions }: ObservedFunction,
  known: Observations,
): PermissionChange | undefined {
  const { account, api } = known.observed;
  // The id of an API that is yet to be made is known to nobody.
  if (!account || !api) return desired.invokedAs.length > 0 ? 'allowed' : undefined;
  if (!permissions) return undefined;
  const place = { partition: account.partition, account: account.id };
  const { region } = known.desired;
  const wanted = permissionsFor(desired, { ...place, region, apiId: api.id });
  const { missing, stale } = comparePermissions(wanted, permissions);
  if (missing.length > 0) return 'allowed';
  return stale.length > 0 ? 'taken back' : undefined;
}
