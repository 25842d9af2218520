// The resource type for event source mappings: Lambda reads a queue, a table or a stream and calls a function with the records.
// A mapping is created after everything else and deleted before its function. Manually created mappings are not changed.
import { diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { isText } from '../../../../compiler/json-values.js';
import { compareTexts } from '../../../../compiler/groups.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource, type ResolvedSource, sourceNames } from '../../../config/event-sources.js';
import type { PolledEntry, PolledKind, SourceForm } from '../../polled-sources/polled-kind.js';
import {
  findPolled,
  isPolled,
  POLLED_KINDS,
  polledOf,
  pollSettings,
} from '../../polled-sources/registry.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import {
  arnHere,
  attributeOf,
  bothFormats,
  type ExportedResource,
  type ExportedValue,
  tagsRow,
} from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import { isOurs } from '../../stage/own-tag.js';
import { fieldText } from '../../stage/plan-rows.js';
import type {
  ObservedResources,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import { retry } from '../../stage/repeated-calls.js';
import { type Ports, NOTHING } from '../../stage/run-steps.js';
import {
  type Desired,
  type DesiredInput,
  namesOf,
  type Observed,
  type Owner,
  functionId,
} from '../../stage/states.js';
import { sourceDeclaration } from '../event-source/invokers.js';
import { declaredId, exportedArn, findDeclared } from '../declared/declared-resources.js';
import type { ObservedTable } from '../table/table.js';
import {
  mappingStep,
  checkSources,
  sourceData,
  sourceProblems,
  mappingsUnread,
} from './mapping-steps.js';
import {
  compareMapping,
  comparePosition,
  declaredSource,
  type DesiredMapping,
  findMapping,
  type FoundMapping,
  type MappingChange,
  mappingExists,
  mappingName,
  sourceId,
  sourceText,
  sourceTextOf,
} from './mapping-state.js';

const NO_MAPPINGS: FoundMappings = { mappings: [], sources: new Map(), unlistedMappings: [] };

export const eventSourceMapping: ResourceType = listType({
  property: 'mappings',
  noun: 'event source',
  nameOf: (one) => (typeof one === 'string' ? `of ${one}` : mappingName(one)),
  desired: desiredMappings,
  isSame: (mapping, existing, { desired: { region }, observed: { sources } }) =>
    findMapping(mapping, [existing], { region, sources }) !== undefined,
  isOwn: (existing) => existing.isOurs === true,
  check: checkSources,
  read: {
    none: NO_MAPPINGS,
    // These reads wait for the list of functions, because mappings are listed by function.
    recorded: readRecordedMappings,
    all: readAllMappings,
    problems: sourceProblems,
    unread: ({ unlistedMappings: functions = [] }) =>
      functions.length === 0 ? [] : [diagnose(mappingsUnread, { functions })],
  },
  compare: (mapping, existing, states) => {
    const notes = notesOn(mapping, states);
    if (!existing) return { notes };
    const position = comparePosition(mapping, existing);
    const fields = [...position, ...compareMapping(mapping, existing)];
    return { fields, notes, isReplaced: position.length > 0 };
  },
  details: detailsOf,
  documentProperty: 'eventSources',
  document: (one, { fields, notes }) => ({
    function: one.functionName,
    source: 'source' in one ? sourceText(one.source) : sourceTextOf(one.sourceArn),
    fields,
    notes,
  }),
  phase: 'publish',
  step: mappingStep,
  remove: (one, ports, owner) =>
    typeof one === 'string'
      ? deleteOurs(one, owner, ports)
      : retry(() => ports.cloud.mappings.deleteMapping(one.uuid), ports.wait),
  record: {
    property: 'polled',
    // Mappings that are not managed by this stage are kept. Functions in an earlier record may still have mappings.
    of: (one) => {
      if (typeof one === 'string') return one;
      return 'source' in one || one.isOurs === true ? one.functionName : undefined;
    },
    isValid: isText,
  },
  deployer: {
    statements: [
      {
        resource: 'event-source-mapping',
        sid: 'EventSources',
        isWritten: hasSources,
        arns: (scope) => (mayHaveSources(scope) ? ['*'] : []),
        condition: (scope) => ({ ArnLike: { 'lambda:FunctionArn': functionArns(scope) } }),
      },
      {
        resource: 'tagged-mapping',
        sid: 'EventSourceTags',
        isWritten: hasSources,
        arns: (scope) =>
          mayHaveSources(scope) ? [`${arnPrefix('lambda', scope)}:*:event-source-mapping:*`] : [],
      },
      {
        resource: 'event-source-mappings',
        sid: 'EventSourceLists',
        // Without a record, deploys and deletions read each function that an earlier version of the source may have connected
        // to a source.
        arns: (scope) => (mayHaveSources(scope) || hasFunctions(scope) ? ['*'] : []),
      },
      ...POLLED_KINDS.map((kind) => ({
        ...kind.asking,
        arns: (scope: DeployerScope) => sourceArns(scope, kind),
      })),
    ],
  },
  exports: (mapping, desired) =>
    unnamedOf(mapping, desired) ? [] : [exportMapping(mapping, desired)],
  // An export makes no calls, but the ARN of a table's stream can only be read with a call.
  exportProblems: (mapping, desired) => {
    const unnamed = unnamedOf(mapping, desired);
    if (!unnamed) return [];
    const diagnostic = diagnose(unnamed, sourceData(mapping, desired.region));
    return [{ diagnostic, from: mapping.declared }];
  },
  adopts: (mapping, { uuid }) => [{ resource: idOf(mapping), importId: uuid }],
});

/** AWS recommends six times the function's timeout: docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const RECOMMENDED = 6;

function notesOn(
  { source, timeout, functionName }: DesiredMapping,
  { desired, observed }: { readonly desired: Desired; readonly observed: Observed },
): readonly string[] {
  const found = observed.sources.get(sourceId(source));
  if (found?.kind !== 'found' || !found.queue) return [];
  const { visibilityTimeout, kmsKey } = found.queue;
  const isShort = visibilityTimeout < RECOMMENDED * timeout;
  const isClosed = kmsKey !== undefined && !mayDecrypt(functionName, desired);
  const short = `its visibility timeout is ${visibilityTimeout} s; AWS recommends ${RECOMMENDED * timeout} s, six times the timeout of the function`;
  const closed = `it is encrypted with the key ${kmsKey}: add kms:Decrypt on that key to .framework/policy-base.json`;
  return [...(isShort ? [short] : []), ...(isClosed ? [closed] : [])];
}

/** True if the role's policy may allow decryption, or was not read. */
function mayDecrypt(functionName: string, { functions, roles }: Desired): boolean {
  const role = functions.find(({ name }) => name === functionName)?.role;
  if (role?.kind !== 'managed') return true;
  const policy = roles.find(({ name }) => name === role.name)?.policy;
  return /"kms:(?:Decrypt|\*)"/.test(JSON.stringify([policy]));
}

/** Deletes our mappings for a recorded function. A manually created mapping is kept. */
async function deleteOurs(name: string, owner: Owner, { cloud, wait }: Ports): Promise<unknown> {
  const { mappings } = cloud;
  let outcome: unknown = NOTHING;
  for (const { uuid, arn, state } of await mappings.listMappings(name)) {
    if (!mappingExists({ state })) continue;
    if (!isOurs({ tags: await mappings.getMappingTags(arn) }, owner)) continue;
    await retry(() => mappings.deleteMapping(uuid), wait);
    outcome = undefined;
  }
  return outcome;
}

function hasSources({ sources = [] }: DeployerScope): boolean {
  return sources.some(({ kind }) => findPolled(kind) !== undefined);
}

/** True if the stage has or may have had polled sources. An obsolete mapping is deleted without reading its queue. */
function mayHaveSources(scope: DeployerScope): boolean {
  return hasSources(scope) || scope.record?.polled !== undefined;
}

/** True if the stage has functions other than the one that serves the routes. */
function hasFunctions({ app, stage, functions }: DeployerScope): boolean {
  return functions.some((name) => name !== baseName(app, stage));
}

function functionArns(scope: DeployerScope): readonly string[] {
  return arnsOfFunctions(scope, `${arnPrefix('lambda', scope)}:*:function:`);
}

/** Returns the ARNs of the scope's sources of one kind. If a source is given by name, the account is `*`. */
function sourceArns(
  scope: DeployerScope,
  { forms, service }: Pick<PolledKind, 'forms' | 'service'>,
): readonly string[] {
  const arns = (scope.sources ?? []).flatMap(({ kind, name, arn }) => {
    const form = forms[kind];
    if (!form) return [];
    const resource = (form.asked ?? form.read)(name);
    return arn
      ? `arn:${arn.partition}:${service}:${arn.region}:${arn.account}:${resource}`
      : `${arnPrefix(service, scope)}:*:${resource}`;
  });
  return [...new Set(arns)].toSorted();
}

function detailsOf({ action, desired, fields, notes }: MappingChange): readonly string[] {
  const { settings, startingPosition } = desired;
  const texts = fields.map(fieldText);
  if (action === 'update') return [...texts, ...notes];
  if (action === 'replace') {
    const start = STARTS[startingPosition ?? ''] ?? 'anew';
    return [`deleted and recreated: ${texts.join(', ')}; it starts ${start}`, ...notes];
  }
  const { batchSize, isEnabled } = settings;
  const size = batchSize === 1 ? 'one record at a time' : `batches of ${batchSize}`;
  const start =
    startingPosition === undefined ? '' : `, ${STARTS[startingPosition] ?? startingPosition}`;
  return [`${size}${start}${isEnabled ? '' : ', switched off'}`, ...notes];
}

const STARTS: Readonly<Record<string, string>> = {
  LATEST: 'with new records',
  TRIM_HORIZON: 'with the oldest available record',
};

function desiredMappings(input: DesiredInput): readonly DesiredMapping[] {
  const { events = [] } = input.manifest;
  return events
    .filter(isPolled)
    .map((entry) => desiredMapping(entry, input))
    .toSorted((left, right) => compareTexts(sortKey(left), sortKey(right)));
}

function desiredMapping(
  entry: PolledEntry,
  { app, config, ownTags }: DesiredInput,
): DesiredMapping {
  const [source, destination] = sourceNames(entry).map((reference) =>
    resolveSource(reference, entry.function, config),
  );
  if (!source) throw new Error('A polled source has no name');
  const { startingPosition, ...settings } = pollSettings(entry, destination);
  const { batchSize, batchWindow, filters = [], enabled } = entry;
  return {
    functionName: functionNameOf(baseName(app, config.stage), entry.function),
    source,
    settings: {
      batchSize,
      batchWindow,
      isEnabled: enabled,
      filters: filters.map((filter) => JSON.stringify(filter)),
      ...settings,
    },
    startingPosition,
    tags: ownTags,
    timeout: config.functionConfig(entry.function).settings.lambda_timeout,
    declared: sourceDeclaration(entry),
  };
}

function sortKey({ functionName, source }: DesiredMapping): string {
  return `${functionName} ${sourceId(source)}`;
}

// Reads mappings with one list call for each function that may have some. Also reads each source, to check that it exists and
// that Lambda can read it. Tags are read only for mappings that would be deleted.

type FoundMappings = Pick<ObservedResources, 'mappings' | 'sources' | 'unlistedMappings'>;

/** Makes no call if neither the source nor the record contains mappings. */
async function readRecordedMappings(reading: RecordReading): Promise<FoundMappings> {
  const { cloud, desired, record, observed } = reading;
  const names = namesOf(functionsWith(desired), record.polled);
  if (names.length === 0) return NO_MAPPINGS;
  const lists = names.map((name) => listMappings(cloud, name));
  return withSources(lists, { cloud, owner: desired, desired, ownTables: observed.ownTables });
}

/** Without a record, lists the mappings of every function that may have one from an earlier deploy. */
async function readAllMappings(search: ResourceSearch): Promise<FoundMappings> {
  const { cloud, desired, record } = search;
  const functions = await search.all.functions;
  const known = namesOf(desired && functionsWith(desired), record?.polled);
  const others = functions.filter(
    (one) =>
      isOurs(one, search) &&
      !known.includes(one.name) &&
      one.name !== baseName(search.app, search.stage),
  );
  const unlistedMappings: string[] = [];
  // An application without event sources needs no permission to read them.
  const listUnlessDenied = async (name: string): Promise<readonly FoundMapping[]> => {
    try {
      return await listMappings(cloud, name);
    } catch (error) {
      if (!isCloudError(error, 'denied')) throw error;
      unlistedMappings.push(name);
      return [];
    }
  };
  const lists = [
    ...known.map((name) => listMappings(cloud, name)),
    ...others.map(({ name }) => listUnlessDenied(name)),
  ];
  const { ownTables } = search.all;
  const found = await withSources(lists, { cloud, owner: search, desired, ownTables });
  return { ...found, unlistedMappings: unlistedMappings.toSorted() };
}

function functionsWith({ mappings }: Desired): readonly string[] {
  return mappings.map(({ functionName }) => functionName);
}

async function listMappings(
  { mappings }: Cloud,
  functionName: string,
): Promise<readonly FoundMapping[]> {
  const found = await mappings.listMappings(functionName);
  return found
    .filter(({ functionArn }) => functionArn.endsWith(`:function:${functionName}`))
    .map((one) => ({ ...one, functionName, isOurs: undefined }));
}

type SourceSearch = Pick<ResourceSearch, 'cloud' | 'desired'> & {
  readonly owner: Owner;
  readonly ownTables: Promise<readonly ObservedTable[] | undefined>;
};

async function withSources(
  lists: readonly Promise<readonly FoundMapping[]>[],
  { cloud, owner, desired, ownTables }: SourceSearch,
): Promise<FoundMappings> {
  const wanted = desired?.mappings ?? [];
  const region = desired?.region ?? cloud.region;
  const asked = new Map(wanted.map(({ source }) => [sourceId(source), source]));
  const rows = [...asked].map(async ([id, source]) => {
    const known = desired && (await declaredSource(source, desired, ownTables));
    return [id, known ?? (await polledOf(source).kind.find(cloud, source))] as const;
  });
  const [listed, found] = await Promise.all([Promise.all(lists), Promise.all(rows)]);
  const all = listed.flat();
  const sources = new Map(found);
  const used = wanted.map((mapping) => findMapping(mapping, all, { region, sources })?.uuid);
  const mappings = all.map(async (one): Promise<FoundMapping> => {
    if (used.includes(one.uuid) || !mappingExists(one)) return one;
    const tags = await cloud.mappings.getMappingTags(one.arn);
    return { ...one, isOurs: isOurs({ tags }, owner) };
  });
  return { mappings: await Promise.all(mappings), sources };
}

/** Returns the message for a source whose ARN only AWS knows; undefined for any other source. */
function unnamedOf({ source }: DesiredMapping, desired: Desired): SourceForm['unnamed'] {
  return declaredIdOf(source, desired) ? undefined : polledOf(source).form.unnamed;
}

/** Returns a reference to the declared queue or table that a mapping reads; undefined for any other source. */
function declaredIdOf({ kind, name }: ResolvedSource, desired: Desired): ExportedValue | undefined {
  if (kind !== 'queue' && kind !== 'table') return undefined;
  const found = findDeclared(desired, kind, name);
  return found && attributeOf(declaredId(found), kind === 'queue' ? 'arn' : 'stream');
}

function idOf({ functionName, source }: DesiredMapping): string {
  return `event source ${sourceId(source)} of ${functionName}`;
}

function exportMapping(mapping: DesiredMapping, desired: Desired): ExportedResource {
  const { functionName, source, settings, startingPosition, tags, declared } = mapping;
  const { batchSize, batchWindow, isEnabled, filters, stream } = settings;
  const isFiltered = filters.length > 0;
  const concurrency = settings.maximumConcurrency;
  const onFailure = stream?.onFailure && exportedArn(desired, stream.onFailure);
  return {
    id: idOf(mapping),
    kind: 'EventSource',
    key: `${declared.function} ${sourceText(source)}`,
    from: declared,
    ...bothFormats(
      ['aws_lambda_event_source_mapping', 'AWS::Lambda::EventSourceMapping'],
      [
        [declaredIdOf(source, desired) ?? arnOf(source), 'event_source_arn', 'EventSourceArn'],
        [attributeOf(functionId(functionName), 'arn'), 'function_name', 'FunctionName'],
        [startingPosition, 'starting_position', 'StartingPosition'],
        [batchSize, 'batch_size', 'BatchSize'],
        [batchWindow, 'maximum_batching_window_in_seconds', 'MaximumBatchingWindowInSeconds'],
        [isEnabled, 'enabled', 'Enabled'],
        [['ReportBatchItemFailures'], 'function_response_types', 'FunctionResponseTypes'],
        [
          isFiltered ? [{ filter: filters.map((pattern) => ({ pattern })) }] : undefined,
          'filter_criteria',
          'FilterCriteria',
          isFiltered ? { Filters: filters.map((Pattern) => ({ Pattern })) } : undefined,
        ],
        [
          concurrency && [{ maximum_concurrency: concurrency }],
          'scaling_config',
          'ScalingConfig',
          concurrency && { MaximumConcurrency: concurrency },
        ],
        [stream?.parallelizationFactor, 'parallelization_factor', 'ParallelizationFactor'],
        [stream?.maximumRetryAttempts, 'maximum_retry_attempts', 'MaximumRetryAttempts'],
        [stream?.maximumRecordAge, 'maximum_record_age_in_seconds', 'MaximumRecordAgeInSeconds'],
        [
          stream?.bisectsBatchOnError,
          'bisect_batch_on_function_error',
          'BisectBatchOnFunctionError',
        ],
        [
          onFailure && [{ on_failure: [{ destination_arn: onFailure }] }],
          'destination_config',
          'DestinationConfig',
          onFailure && { OnFailure: { Destination: onFailure } },
        ],
        tagsRow(tags),
      ],
    ),
  };
}

function arnOf(source: ResolvedSource): ExportedValue {
  const { kind, form } = polledOf(source);
  return source.arn?.text ?? arnHere(kind.service, form.read(source.name));
}
