// Shows mappings in a plan as event sources, with the words of the decorators.
import { changeRows, fieldText, type PlanRow } from '../../stage/plan-rows.js';
import type { PlanView } from '../../stage/resource-type.js';
import { type MappingChange, mappingName, sourceText, sourceTextOf } from './mapping-state.js';

export const mappingView: PlanView = {
  changes: ({ mappings }) =>
    mappings.map((change) => ({ action: change.action, name: mappingName(change) })),
  rows: ({ mappings }) => mappings.flatMap(mappingRows),
  // An application without sources has a document without the property.
  document: ({ mappings }) =>
    mappings.length === 0 ? {} : { eventSources: mappings.map(documentOf) },
};

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
