// What the resource types for declared tables, queues, topics and buckets have in common: the names in the stage, the
// environment variables of functions, the event sources that are declared resources, and the search for them without a record
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
import {
  diagnose,
  type CatalogueEntry,
  code,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { isMapping } from '../../../../compiler/json-values.js';
import { arnWith } from '../../../../compiler/openapi/openapi-document.js';
import { unless } from '../../../cloud/cloud-error.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import { baseName } from '../../../config/cloud-names.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import {
  attributeOf,
  type AttributeName,
  type bothFormats,
  type ExportedResource,
  type ExportedValue,
  joined,
  placeholder,
  type Reference,
} from '../../stage/exported.js';
import { listType, type ListType } from '../../stage/list-type.js';
import { isOurs } from '../../stage/own-tag.js';
import { fieldText } from '../../stage/plan-rows.js';
import type {
  DeployerNeeds,
  ObservedResources,
  ResourceSearch,
  ResourceType,
} from '../../stage/resource-type.js';
import type { Session } from '../../stage/run-steps.js';
import {
  type Desired,
  type Lists,
  namesOf,
  type Owner,
  type RecordedLists,
  functionId,
  type WantedChange,
} from '../../stage/states.js';

export const otherKey: CatalogueEntry<{
  readonly declaredName: string;
  /** The name of the table in AWS. */
  readonly name: string;
  readonly at: SourcePosition;
  readonly wanted: string;
  readonly found: string;
}> = {
  code: 'FW6280',
  severity: 'error',
  title: 'The key of a table cannot be changed',
  message: ({ declaredName, name, at, wanted, found }) =>
    `The table ${code(declaredName)} (${at.file}:${at.line}) has the key ${wanted}, but ${code(name)} in AWS has ${found}: DynamoDB cannot change the key of a table.`,
  hint: ({ declaredName }) =>
    `Give the new table another name, for example ${code(`${declaredName}-2`)}, and copy the items; the old one stays until \`framework deploy --delete-data\`. Nothing was changed.`,
};

export const expiryLater: CatalogueEntry<{
  readonly name: string;
  readonly attribute: string;
  /** True if the setting is to be switched on. */
  readonly isOn: boolean;
}> = {
  code: 'FW6281',
  severity: 'error',
  title: 'DynamoDB changes the expiry of a table at most once an hour',
  message: ({ name, attribute, isOn }) =>
    `Items of ${code(name)} ${isOn ? `do not expire according to ${code(attribute)} yet` : `still expire according to ${code(attribute)}`}: DynamoDB changes the expiry of a table at most once an hour.`,
  hint: ({ isOn }) =>
    `Run the same deploy again in an hour.${isOn ? ' Until then no item of the table expires.' : ''}`,
};

export const indexLater: CatalogueEntry<{ readonly name: string; readonly minutes: number }> = {
  code: 'FW6282',
  severity: 'error',
  title: 'DynamoDB is still building an index',
  message: ({ name, minutes }) =>
    `DynamoDB is still changing the table ${code(name)} after ${minutes} minutes, because it has many items.`,
  hint: () =>
    'DynamoDB continues in the background; run the same deploy again later. The functions still run the previous code.',
};

export const dataUnread: CatalogueEntry<{
  readonly type: 'table' | 'queue' | 'bucket';
  readonly action: string;
}> = {
  code: 'FW6284',
  severity: 'warning',
  title: 'The credentials are not allowed to list tables, queues or buckets',
  message: ({ type, action }) =>
    `${type === 'table' ? 'Tables' : type === 'queue' ? 'Queues' : 'Buckets'} from earlier deploys were not looked up: the credentials are missing the permission ${code(action)}. Resources that this stage has kept with their data are not listed.`,
  hint: () =>
    `Allow it, as the policy of ${code('framework gen-policy --deployer')} does, and run the command again.`,
};

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
  /** The environment variables for the functions; empty for a dead-letter queue. */
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

function declaredResources(desired: Desired): readonly DeclaredResource[] {
  const { ownTables, ownQueues, ownTopics, ownBuckets } = desired;
  return [...ownTables, ...ownQueues, ...ownTopics, ...ownBuckets];
}

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
    if (variable?.value === value) return attributeOf(declaredId(one), ATTRIBUTES[variable.member]);
  }
  return value;
}

/** Returns an ARN for a template. It is a reference if it belongs to a declared resource. */
export function exportedArn(desired: Desired, arn: string): ExportedValue {
  const found = declaredResources(desired).find((one) => one.arn === arn);
  return found ? attributeOf(declaredId(found), 'arn') : arn;
}

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

type DataLists = 'ownTables' | 'ownQueues' | 'ownBuckets';
type DeclaredLists = DataLists | 'ownTopics';
type Change<Name extends DeclaredLists> = WantedChange<
  Lists[Name]['desired'],
  Lists[Name]['observed']
>;

type DeclaredList<Name extends DeclaredLists> = Omit<
  ListType<Name, Name>,
  'noun' | 'nameOf' | 'isSame' | 'tagsOf' | 'documentProperty' | 'document' | 'step'
> &
  Partial<Pick<ListType<Name, Name>, 'isSame'>> & {
    readonly noun: DeclaredType;
    readonly dependsOn?: (one: Lists[Name]['desired']) => readonly string[];
    readonly put: (change: Change<Name>, session: Session) => Promise<void>;
  };

/** Creates the type for resources that the source declares by name. A deploy creates the resources before the functions. */
export function declaredList<Name extends DeclaredLists>(list: DeclaredList<Name>): ResourceType {
  const { dependsOn = () => [], put, ...type } = list;
  return listType<Name, Name>({
    nameOf: (one) => (typeof one === 'string' ? one : one.name),
    tagsOf: ({ tags }) => tags,
    documentProperty: `${type.noun}s`,
    document: ({ name }, { fields }) => ({ name, fields }),
    step: (change, session) => ({
      dependsOn: dependsOn(change.desired),
      before: session.desired.functions.map(({ name }) => functionId(name)),
      run: () => put(change, session),
    }),
    ...type,
  });
}

/** Returns the lines next to a change: the lines for a new resource, or the changed fields. */
export function createdOr<Wanted>(
  created: (one: Wanted) => readonly string[],
): (change: WantedChange<Wanted, unknown>) => readonly string[] {
  return ({ action, desired, fields }) =>
    action === 'create' ? created(desired) : fields.map(fieldText);
}

type Deduplicating = { readonly deduplicates: boolean };

/** Returns how a FIFO queue or topic finds duplicates, for a plan. */
export function deduplicationOf({ deduplicates }: Deduplicating): string {
  return deduplicates ? 'by content' : 'by id';
}

export function deduplicationIn(attributes: Readonly<Record<string, string>>): string {
  return deduplicationOf({ deduplicates: attributes['ContentBasedDeduplication'] === 'true' });
}

/** Exports a resource with data: CloudFormation keeps it when the stack is deleted, and Terraform refuses to destroy it. */
export function keptResource(
  one: DeclaredResource,
  kind: string,
  { terraform, cloudFormation }: ReturnType<typeof bothFormats>,
): ExportedResource {
  return {
    id: declaredId(one),
    kind,
    key: one.declaredName,
    terraform: { ...terraform, isKept: true },
    cloudFormation: { ...cloudFormation, isKept: true },
  };
}

type DataReads<Name extends DataLists> = {
  readonly noun: Exclude<DeclaredType, 'topic'>;
  readonly property: Name;
  /** The property that says that the caller may not list all resources, and the action that was denied. */
  readonly unlisted: 'unlistedTables' | 'unlistedQueues' | 'unlistedBuckets';
  readonly action: string;
  /** Lists all names, or those that begin with `start`. */
  readonly list: (cloud: Cloud, start: string) => Promise<readonly string[]>;
  /** Reads a resource. Without `isRecorded`, all of its settings are read, and without `known`, its tags. */
  readonly read: (
    cloud: Cloud,
    name: string,
    reading: DataReading<Name>,
  ) => Promise<readonly Lists[Name]['observed'][]>;
};

export type DataReading<Name extends DataLists> = {
  readonly wanted: Lists[Name]['desired'] | undefined;
  readonly known: RecordedLists[Name] | undefined;
  readonly isRecorded: boolean;
};

type Recorded = { readonly [Key in keyof RecordedLists]?: readonly RecordedLists[Key][] };

/** Without a complete record, also finds resources that were removed from the source. Their tags say whether they are ours. */
export function dataReads<Name extends DataLists>(
  reads: DataReads<Name>,
): Pick<ListType<Name, Name>['read'], 'none' | 'recorded' | 'all' | 'unread'> {
  const { noun, property, unlisted, action, list, read } = reads;
  type State = Partial<ObservedResources>;
  const findNamed = <One extends { readonly name: string }>(all: readonly One[], name: string) =>
    all.find((one) => one.name === name);
  const recordedIn = (record: Recorded): readonly RecordedLists[Name][] | undefined =>
    record[property];
  return {
    none: { [property]: [], [unlisted]: false },
    recorded: async ({ cloud, desired, record }) => {
      const all: readonly Lists[Name]['desired'][] = desired[property];
      const recorded = recordedIn(record) ?? [];
      const found = namesOf(all, recorded).map((name) => {
        const row = { wanted: findNamed(all, name), known: findNamed(recorded, name) };
        return read(cloud, name, { ...row, isRecorded: true });
      });
      return { [property]: (await Promise.all(found)).flat() };
    },
    all: async (search) => {
      const { cloud, desired, record, app, stage } = search;
      const all: readonly Lists[Name]['desired'][] = desired?.[property] ?? [];
      const recorded = (record && recordedIn(record)) ?? [];
      const counts = { desired: all.length, recorded: recorded.length };
      const nothing = { [property]: [] } as State; // because a computed name widens the type
      if (!(await isSearched(search, noun, counts))) return nothing;
      const start = `${baseName(app, stage)}-`;
      // An older deployer policy may not allow list calls. A command that deletes data fails instead of leaving some of it.
      const call = list(cloud, start);
      const listed = await (search.deletesData ? call : unless('denied', call, undefined));
      const others = (listed ?? []).filter((name) => name.startsWith(start));
      const found = namesOf(all, recorded, others).map((name) =>
        read(cloud, name, { wanted: findNamed(all, name), known: undefined, isRecorded: false }),
      );
      const isOwn = ({ name, tags = {} }: Lists[Name]['observed']): boolean =>
        findNamed(all, name) !== undefined || isOurs({ tags }, search);
      return { [property]: (await Promise.all(found)).flat().filter(isOwn), [unlisted]: !listed };
    },
    unread: (found) => (found[unlisted] ? [diagnose(dataUnread, { type: noun, action })] : []),
  };
}

/** Returns the statements for the stage's resources, whose ARNs begin with `arn`, and for listing all resources. */
export function declaredNeeds(
  type: DeclaredType,
  property: DeclaredLists,
  {
    own: [resource, sid],
    arn,
    lists,
  }: {
    readonly own: readonly [resource: string, sid: string];
    readonly arn: (scope: DeployerScope) => string;
    readonly lists?: readonly [resource: string, sid: string];
  },
): DeployerNeeds {
  const isWritten = (scope: DeployerScope): boolean => hasDeclared(scope, type);
  const arns = (scope: DeployerScope): readonly string[] => [
    `${arn(scope)}${baseName(scope.app, scope.stage)}-*`,
  ];
  return {
    mayExist: (scope) => isWritten(scope) || scope.record?.[property] !== undefined,
    statements: [
      { resource, sid, isWritten, arns },
      ...(lists ? [{ resource: lists[0], sid: lists[1], arns: () => ['*'] }] : []),
    ],
  };
}

/** True if the command also searches for resources of the type that are not in the source. */
async function isSearched(
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

export function hasDeclared(
  { resources = [] }: Pick<DeployerScope, 'resources'>,
  type: DeclaredType,
): boolean {
  return resources.some((one) => one.type === type);
}
