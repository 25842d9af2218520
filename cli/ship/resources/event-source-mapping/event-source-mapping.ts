// The resource type of event source mappings: Lambda reads a queue, a table or a stream and calls a function with the
// records. A mapping is created after everything else and deleted before its function. Mappings that somebody made by hand
// are not changed.
import { isListOf, isText } from '../../../../compiler/json-values.js';
import type { PolledEntry, PolledKind } from '../../polled-sources/polled-kind.js';
import { findPolled, isPolled, POLLED_KINDS, readingOf } from '../../polled-sources/registry.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import { disconnection } from '../event-source/invokers.js';
import type { Deletion, Planning, Recording, ResourceType } from '../../stage/resource-type.js';
import {
  type DeployedState,
  type Desired,
  type DesiredInput,
  listField,
  namesOf,
  type Owner,
} from '../../stage/states.js';
import { isOurs } from '../../stage/own-tag.js';
import { retry } from '../../stage/retry.js';
import type { Ports } from '../../stage/session.js';
import { NOTHING } from '../../stage/step.js';
import {
  type DesiredMapping,
  type FoundMapping,
  type MappingChange,
  mappingName,
  type Notes,
  sourceId,
  sourceText,
  sourceTextOf,
} from './mapping-state.js';
import { mappingExport } from './mapping-export.js';
import { mappingSteps } from './mapping-steps.js';
import {
  functionsWith,
  NO_MAPPINGS,
  readAllMappings,
  readRecordedMappings,
} from './read-mappings.js';
import { compareMapping, comparePosition, findMapping, isThere } from './match-mappings.js';
import { checkSources, sourceProblems } from './source-problems.js';
import { changeRows, fieldText, type PlanRow } from '../../stage/plan-rows.js';
import { compareTexts } from '../../../../compiler/text-order.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource, sourcesIn } from '../../../config/event-sources.js';
import { declaredBy } from '../event-source/declared.js';

// Plans the changes of event source mappings.

/** In the order of the source, with deletions last. */
function planMappings({ desired, observed }: Planning): readonly MappingChange[] {
  const { mappings, sources } = observed;
  const { region } = desired;
  const kept = new Set<string>();
  const changes = desired.mappings.map((mapping): MappingChange => {
    const found = findMapping(mapping, mappings, { region, sources });
    if (found) kept.add(found.uuid);
    return planMapping(mapping, found, notesOn(mapping, { desired, observed }));
  });
  const gone = mappings.filter((one) => one.isOurs === true && isThere(one) && !kept.has(one.uuid));
  return [...changes, ...gone.map((one) => ({ action: 'delete', observed: one }) as const)];
}

function planMapping(
  mapping: DesiredMapping,
  observed: FoundMapping | undefined,
  notes: Notes,
): MappingChange {
  if (!observed) return { action: 'create', mapping, notes };
  const position = comparePosition(mapping, observed);
  const fields = [...position, ...compareMapping(mapping, observed)];
  if (position.length > 0) return { action: 'replace', mapping, observed, fields, notes };
  if (fields.length > 0) return { action: 'update', mapping, observed, fields, notes };
  return { action: 'unchanged', mapping, observed };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const RECOMMENDED = 6;

function notesOn(
  { source, timeout, functionName }: DesiredMapping,
  { desired, observed }: Pick<Planning, 'desired' | 'observed'>,
): Notes {
  const found = observed.sources.get(sourceId(source));
  if (found?.kind !== 'found' || !found.queue) return [];
  const { visibilityTimeout, kmsKey } = found.queue;
  const isShort = visibilityTimeout < RECOMMENDED * timeout;
  const isClosed = kmsKey !== undefined && !mayDecrypt(functionName, desired);
  return [
    ...(isShort
      ? [
          `its visibility timeout is ${visibilityTimeout} s; AWS recommends ${RECOMMENDED * timeout} s, six times the timeout of the function`,
        ]
      : []),
    ...(isClosed
      ? [
          `it is encrypted with the key ${kmsKey}: add kms:Decrypt on that key to .framework/policy-base.json`,
        ]
      : []),
  ];
}

/** Whether the role's policy may allow decryption. True for a policy that was not read. */
function mayDecrypt(functionName: string, { functions, roles }: Desired): boolean {
  const role = functions.find(({ name }) => name === functionName)?.role;
  if (role?.kind !== 'managed') return true;
  const policy = roles.find(({ name }) => name === role.name)?.policy;
  return /"kms:(?:Decrypt|\*)"/.test(JSON.stringify([policy]));
}

const KIND = 'event source';

export const eventSourceMapping: ResourceType = {
  exported: mappingExport,
  desired: { mappings: desiredMappings },
  check: checkSources,
  read: {
    properties: ['mappings', 'sources'],
    recorded: readRecordedMappings,
    // Waits for the list of functions, because mappings are listed by function.
    named: () => Promise.resolve(NO_MAPPINGS),
    all: readAllMappings,
    isThere: () => false,
    problems: sourceProblems,
  },
  plan: { mappings: planMappings },
  show: {
    changes: ({ mappings }) =>
      mappings.map((change) => ({ action: change.action, name: mappingName(change) })),
    rows: ({ mappings }) => mappings.flatMap(mappingRows),
    document: ({ mappings }) => listField('eventSources', mappings.map(documentOf)),
  },
  steps: (session) => ({
    publish: session.plan.mappings.flatMap((change) => mappingSteps(change, session)),
  }),
  deletions: {
    planned: ({ mappings }) =>
      mappings.flatMap((change) =>
        change.action === 'delete' ? [deletionOf(change.observed)] : [],
      ),
    recorded: ({ polled = [], app, stage }) =>
      polled.map((name) =>
        disconnection(KIND, `of ${name}`, (ports) => deleteOurs(name, { app, stage }, ports)),
      ),
    found: ({ mappings }) =>
      mappings.flatMap((one) => (one.isOurs === true ? [deletionOf(one)] : [])),
  },
  record: {
    isValid: ({ polled }) => polled === undefined || isListOf(polled, isText),
    begin: polledBegin,
    finish: ({ desired }) => listField('polled', namesOf(functionsWith(desired))),
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
        arns: (scope) => (mayHaveSources(scope) ? ['*'] : []),
      },
      ...POLLED_KINDS.map((kind) => ({
        ...kind.asking,
        arns: (scope: DeployerScope) => sourceArns(scope, kind),
      })),
    ],
  },
};

/** Includes the functions of the record, because their mappings may still exist. */
function polledBegin({ desired, observed, previous }: Recording): Pick<DeployedState, 'polled'> {
  const found = observed.mappings.filter((one) => one.isOurs === true);
  return listField(
    'polled',
    namesOf(
      functionsWith(desired),
      found.map(({ functionName }) => functionName),
      previous?.polled,
    ),
  );
}

function deletionOf({ uuid, functionName, sourceArn }: FoundMapping): Deletion {
  const name = `${sourceTextOf(sourceArn)} of ${functionName}`;
  return disconnection(KIND, name, ({ cloud, wait }) =>
    retry(() => cloud.mappings.deleteMapping(uuid), wait),
  );
}

/** Deletes our mappings of a recorded function. A mapping that was made by hand stays. */
async function deleteOurs(name: string, owner: Owner, { cloud, wait }: Ports): Promise<unknown> {
  const { mappings } = cloud;
  let outcome: unknown = NOTHING;
  for (const { uuid, arn, state } of await mappings.listMappings(name)) {
    if (!isThere({ state })) continue;
    if (!isOurs({ tags: await mappings.getMappingTags(arn) }, owner)) continue;
    await retry(() => mappings.deleteMapping(uuid), wait);
    outcome = undefined;
  }
  return outcome;
}

function hasSources({ sources = [] }: DeployerScope): boolean {
  return sources.some(({ kind }) => findPolled(kind) !== undefined);
}

/** A mapping that the source has no more is deleted; nobody asks about its queue then. */
function mayHaveSources(scope: DeployerScope): boolean {
  return hasSources(scope) || scope.record?.polled !== undefined;
}

function functionArns(scope: DeployerScope): readonly string[] {
  return arnsOfFunctions(scope, `${arnPrefix('lambda', scope)}:*:function:`);
}

/** The ARNs of the sources of a kind that the configuration gives, by name or as ARNs. */
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

function mappingRows(change: MappingChange): readonly PlanRow[] {
  return changeRows(change.action, ['event source', mappingName(change)], detailsOf(change));
}

function detailsOf(change: MappingChange): readonly string[] {
  switch (change.action) {
    case 'create': {
      const { batchSize, isEnabled } = change.mapping.settings;
      const size = batchSize === 1 ? 'one record at a time' : `batches of ${batchSize}`;
      const from = change.mapping.startingPosition;
      const start = from === undefined ? '' : `, ${STARTS[from] ?? from}`;
      return [`${size}${start}${isEnabled ? '' : ', switched off'}`, ...change.notes];
    }
    case 'update':
      return [...change.fields.map(fieldText), ...change.notes];
    case 'replace':
      return [
        `deleted and made again: ${change.fields.map(fieldText).join(', ')}; it begins ${STARTS[change.mapping.startingPosition ?? ''] ?? 'anew'}`,
        ...change.notes,
      ];
    default:
      return [];
  }
}

const STARTS: Readonly<Record<string, string>> = {
  LATEST: 'from what is written after it was made',
  TRIM_HORIZON: 'from the oldest record that is kept',
};

function documentOf(change: MappingChange): object {
  const { action } = change;
  if (change.action === 'delete') {
    const { functionName, sourceArn } = change.observed;
    const source = sourceTextOf(sourceArn);
    return { action, function: functionName, source, fields: [], notes: [] };
  }
  const { functionName, source } = change.mapping;
  return {
    action,
    function: functionName,
    source: sourceText(source),
    fields: change.action === 'update' || change.action === 'replace' ? change.fields : [],
    notes: change.action === 'unchanged' ? [] : change.notes,
  };
}

// The event source mappings of the desired state: one for each queue, table and stream that a function declares.

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
  const [source, destination] = sourcesIn(entry).map((reference) =>
    resolveSource(reference, entry.function, config),
  );
  if (!source) throw new Error('A polled source has no name');
  const { startingPosition, ...settings } = readingOf(entry, destination);
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
    declared: declaredBy(entry),
  };
}

function sortKey({ functionName, source }: DesiredMapping): string {
  return `${functionName} ${sourceId(source)}`;
}
