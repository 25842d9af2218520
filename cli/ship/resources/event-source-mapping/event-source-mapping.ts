// The resource type of event source mappings: Lambda reads a queue, a table or a stream and calls a function with the
// records. A mapping is created after everything else and deleted before its function. Mappings that somebody made by hand
// are not changed.
import { isListOf, isText } from '../../../../compiler/json-values.js';
import type { PolledKind } from '../../polled-sources/polled-kind.js';
import { findPolled, POLLED_KINDS } from '../../polled-sources/registry.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import { disconnection } from '../event-source/invokers.js';
import type { Deletion, Recording, ResourceType } from '../../stage/resource-type.js';
import { type DeployedState, listField, namesOf, type Owner } from '../../stage/states.js';
import { isOurs } from '../../stage/own-tag.js';
import { retry } from '../../stage/retry.js';
import type { Ports } from '../../stage/session.js';
import { NOTHING } from '../../stage/step.js';
import { desiredMappings } from './desired-mappings.js';
import { sourceTextOf, mappingName, sourceText } from './mapping-state.js';
import type { FoundMapping, MappingChange } from './mapping-state.js';
import { mappingExport } from './mapping-export.js';
import { mappingSteps } from './mapping-steps.js';
import { planMappings } from './plan-mappings.js';
import {
  functionsWith,
  NO_MAPPINGS,
  readAllMappings,
  readRecordedMappings,
} from './read-mappings.js';
import { isThere } from './match-mappings.js';
import { checkSources, sourceProblems } from './source-problems.js';
import { changeRows, fieldText, type PlanRow } from '../../stage/plan-rows.js';

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
