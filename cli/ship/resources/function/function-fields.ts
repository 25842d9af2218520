// The fields of a function that differ, in the words of the configuration. Values of environment variables are nowhere in
// it: a plan is printed, stored and sent to others.
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudFunction } from '../../../cloud/lambda-calls.js';
import { roleNameOf } from '../../stage/arn.js';
import { type FieldChange, HIDDEN } from '../../stage/plan-rows.js';
import type { DesiredFunction, FunctionPart } from './function-state.js';

/** A field that differs, and the part of the function that it belongs to. */
export type PartChange = FieldChange & { readonly part: FunctionPart };

/** Everything that differs; of the code there is no field. */
export function compareFunction(
  desired: DesiredFunction,
  observed: CloudFunction,
): readonly PartChange[] {
  const configuration = [
    ...one('iam_role_arn', roleText(observed.role, desired), roleText(undefined, desired)),
    ...one('runtime', observed.runtime, desired.runtime),
    ...one('handler', observed.handler, desired.handler),
    ...one('lambda_timeout', observed.timeout, desired.timeout),
    ...one('lambda_memory_size', observed.memorySize, desired.memorySize),
    ...mapping('environment_variables', observed.environment, desired.environment).map(hide),
    ...list('subnet_ids', observed.vpc?.subnetIds, desired.vpc?.subnetIds),
    ...list('security_group_ids', observed.vpc?.securityGroupIds, desired.vpc?.securityGroupIds),
  ];
  const tags = mapping('tags', withoutSystemTags(observed.tags), desired.tags);
  const { reservedConcurrency } = observed;
  return [
    ...one('architecture', observed.architecture, desired.architecture).map(inPart('code')),
    ...configuration.map(inPart('configuration')),
    ...one('reserved_concurrency', reservedConcurrency, desired.reservedConcurrency).map(
      inPart('concurrency'),
    ),
    ...tags.map(inPart('tags')),
  ];
}

function inPart(part: FunctionPart): (change: FieldChange) => PartChange {
  return (change) => ({ ...change, part });
}

/** A managed role is compared by its name: its ARN is known when it exists. */
function roleText(arn: string | undefined, { role }: DesiredFunction): string {
  if (role.kind === 'given') return arn ?? role.arn;
  if (arn === undefined) return role.name;
  return roleNameOf(arn) ?? arn;
}

function one<T extends string | number>(
  field: string,
  from: T | undefined,
  to: T | undefined,
): FieldChange[] {
  if (from === to) return [];
  return [{ field, from: textOf(from), to: textOf(to) }];
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** The order of ids has no meaning. */
function list(
  field: string,
  from: readonly string[] | undefined,
  to: readonly string[] | undefined,
): FieldChange[] {
  return one(field, from?.toSorted().join(', '), to?.toSorted().join(', '));
}

function mapping(
  field: string,
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
): FieldChange[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();
  const valueOf = (entries: Readonly<Record<string, string>>, name: string): string | undefined =>
    Object.hasOwn(entries, name) ? entries[name] : undefined;
  return names.flatMap((name) => one(`${field}.${name}`, valueOf(from, name), valueOf(to, name)));
}

function hide({ field, from, to }: FieldChange): FieldChange {
  return { field, from: from === undefined ? from : HIDDEN, to: to === undefined ? to : HIDDEN };
}

/** Tags that AWS itself puts on a function cannot be taken off. */
function withoutSystemTags(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !/^aws:/i.test(key)));
}
