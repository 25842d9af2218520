// What the resource types of declared tables, queues, topics and buckets have in common: the names in the stage, the variables
// of functions, the event sources that are declared resources, and the search for them without a record
// (docs/guide/resources.md).
import type {
  Manifest,
  ResourceEntry,
  SourcePosition,
} from '../../../../runtime/contract/manifest.js';
import {
  mainVariable,
  resourceArn,
  resourceName,
  type ResourceStage,
  type ResourceType as DeclaredType,
  resourceVariables,
  variableValues,
} from '../../../../runtime/contract/resources.js';
import { isMapping } from '../../../../compiler/json-values.js';
import { arnWith } from '../../../../compiler/openapi/openapi-document.js';
import { unless } from '../../../cloud/cloud-error.js';
import type { Tags } from '../../../cloud/cloud.js';
import { baseName } from '../../../config/cloud-names.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import {
  attributeOf,
  type AttributeName,
  type ExportedValue,
  joined,
  placeholder,
  type Reference,
} from '../../stage/exported.js';
import type { ResourceSearch } from '../../stage/resource-type.js';
import type { Desired, Owner } from '../../stage/states.js';

/** The members of every declared resource in the desired state. */
export type DeclaredResource = {
  readonly type: DeclaredType;
  /** The name in AWS. */
  readonly name: string;
  readonly arn: string;
  /** The name in the source. */
  readonly declaredName: string;
  readonly at: SourcePosition;
  /** The tags that the resource gets when it is created. */
  readonly tags: Tags;
  /** Empty for a dead-letter queue. */
  readonly variables: readonly Variable[];
};

export type Variable = {
  readonly name: string;
  readonly member: 'name' | 'arn' | 'url';
  readonly value: string;
};

type EntryOf<Type extends DeclaredType> = Extract<ResourceEntry, { readonly type: Type }>;

export function declaredOf<Type extends DeclaredType>(
  { resources = [] }: Pick<Manifest, 'resources'>,
  type: Type,
): readonly EntryOf<Type>[] {
  return resources.filter((one): one is EntryOf<Type> => one.type === type);
}

/** Returns the members that all declared resources have in the desired state. */
export function declaredResource(
  entry: ResourceEntry,
  stage: ResourceStage,
  tags: Tags,
): DeclaredResource {
  const values = variableValues(entry, stage);
  return {
    type: entry.type,
    name: resourceName(entry, stage),
    arn: resourceArn(entry, stage),
    declaredName: entry.name,
    at: entry.at,
    tags,
    variables: resourceVariables(entry).map(({ name, member }) => ({
      name,
      member,
      value: values[name] ?? '',
    })),
  };
}

/** Returns the variables of a function, including the URLs of queues that this deploy has created. */
export function withQueueUrls(
  environment: Readonly<Record<string, string>>,
  { ownQueues }: Pick<Desired, 'ownQueues'>,
  urls: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const known = ownQueues.flatMap(({ name, variables }) =>
    variables.flatMap(({ member, name: variable, value }) => {
      const url = urls.get(name);
      const isOwn = member === 'url' && environment[variable] === value;
      return isOwn && url ? [[variable, url] as const] : [];
    }),
  );
  return known.length === 0 ? environment : { ...environment, ...Object.fromEntries(known) };
}

/** Returns the id of the step that creates or changes a resource. An export uses the same id. */
export function declaredId({ type, name }: Pick<DeclaredResource, 'type' | 'name'>): string {
  return `${type} ${name}`;
}

/** Returns all declared resources of the desired state. */
function declaredResources(desired: Desired): readonly DeclaredResource[] {
  const { ownTables, ownQueues, ownTopics, ownBuckets } = desired;
  return [...ownTables, ...ownQueues, ...ownTopics, ...ownBuckets];
}

/** Returns the declared resource with this name in AWS. */
export function findDeclared(
  desired: Desired,
  type: DeclaredType,
  name: string,
): DeclaredResource | undefined {
  return declaredResources(desired).find((one) => one.type === type && one.name === name);
}

const ATTRIBUTES: Readonly<Record<Variable['member'], AttributeName>> = {
  name: 'name',
  arn: 'arn',
  url: 'id',
};

/** Returns the value of a variable for a template. The value is a reference if it belongs to a declared resource. */
export function exportedVariable(desired: Desired, name: string, value: string): ExportedValue {
  for (const one of declaredResources(desired)) {
    const variable = one.variables.find((other) => other.name === name);
    if (variable?.value === value) {
      return attributeOf(declaredId(one), ATTRIBUTES[variable.member]);
    }
  }
  return value;
}

/** Returns an ARN for a template. It is a reference if it belongs to a declared resource. */
export function exportedArn(desired: Desired, arn: string): ExportedValue {
  const found = declaredResources(desired).find((one) => one.arn === arn);
  return found ? attributeOf(declaredId(found), 'arn') : arn;
}

/** Returns the name of a bucket for a template. */
export function exportedBucketName({ app, stage }: Owner, declaredName: string): Reference {
  return joined`${baseName(app, stage)}-${declaredName}-${placeholder('account')}-${placeholder('region')}`;
}

/** Returns the document for a template. Account and region in the names of declared buckets become references. */
export function withOpenBuckets(document: unknown, desired: Desired): unknown {
  if (Array.isArray(document)) return document.map((one) => withOpenBuckets(one, desired));
  if (isMapping(document)) {
    const members = Object.entries(document);
    return Object.fromEntries(members.map(([name, one]) => [name, withOpenBuckets(one, desired)]));
  }
  const found = desired.ownBuckets.find(({ name }) => name === document);
  if (!found) return document;
  const start = `${baseName(desired.app, desired.stage)}-${found.declaredName}`;
  return arnWith`${start}-${{ open: 'account' }}-${{ open: 'region' }}`;
}

// Finds out without a record which resources of the stage exist: the resources in the source, and data that is no longer in the
// source.

/** True if the command also searches for resources of the type that are not in the source. */
export async function isSearched(
  { desired, record, all, deletesData, app, stage }: ResourceSearch,
  type: DeclaredType,
  counts: { readonly desired: number; readonly recorded: number },
): Promise<boolean> {
  if (deletesData || counts.recorded > 0) return true;
  if (desired && counts.desired > 0) return true;
  if (record && !desired) return false;
  const start = mainVariable({ type, name: '' });
  const functions = await all.functions;
  return functions.some(({ environment }) =>
    Object.entries(environment).some(
      ([name, value]) => name.startsWith(start) && value.includes(`${baseName(app, stage)}-`),
    ),
  );
}

/**
 * Returns undefined if the call is denied, because an older deployer policy does not permit list calls. A command that deletes
 * data fails instead of leaving some of it.
 */
export function listUnlessDenied(
  { deletesData }: Pick<ResourceSearch, 'deletesData'>,
  list: () => Promise<readonly string[]>,
): Promise<readonly string[] | undefined> {
  return deletesData ? list() : unless('denied', list(), undefined);
}

/** True if a deployer may need access to resources of the type. */
export function hasDeclared(
  { resources = [] }: Pick<DeployerScope, 'resources'>,
  type: DeclaredType,
): boolean {
  return resources.some((one) => one.type === type);
}
