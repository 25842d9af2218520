// Finds the existing mapping for a desired one, and the settings in which it differs.
import { canonicalJson } from '../../../../compiler/json-values.js';
import type { MappingSettings, StreamSettings } from '../../../cloud/mappings/mapping-calls.js';
import { readArn, type Source } from '../../../config/event-sources.js';
import type { FoundSource } from '../../polled-sources/polled-kind.js';
import { polledOf } from '../../polled-sources/registry.js';
import { accountOf } from '../../stage/arn.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Desired } from '../../stage/states.js';
import { type DesiredMapping, type FoundMapping, sourceId } from './mapping-state.js';

type Sources = ReadonlyMap<string, FoundSource>;

/** False for a mapping that Lambda is deleting. */
export function isThere({ state }: Pick<FoundMapping, 'state'>): boolean {
  return state !== 'Deleting';
}

export function findMapping(
  { functionName, source }: DesiredMapping,
  found: readonly FoundMapping[],
  { region, sources }: { readonly region: Desired['region']; readonly sources: Sources },
): FoundMapping | undefined {
  const known = sources.get(sourceId(source));
  return found.find(
    (one) =>
      one.functionName === functionName &&
      isThere(one) &&
      (known?.kind === 'found' ? one.sourceArn === known.arn : reads(one, source, region)),
  );
}

/** Compares only the name where AWS alone knows the rest of the ARN: the stream of a table may have been replaced. */
function reads({ sourceArn, functionArn }: FoundMapping, source: Source, region: string): boolean {
  const { kind, form } = polledOf(source);
  const resource = form.read(source.name);
  const isOpen = resource.endsWith('*');
  if (source.arn && !isOpen) return sourceArn === source.arn.text;
  const found = readArn(sourceArn);
  const account = source.arn?.account ?? accountOf(functionArn)?.id;
  if (found?.region !== region || found.account !== account) return false;
  if (found.service !== kind.service) return false;
  return isOpen ? found.resource.startsWith(resource.slice(0, -1)) : found.resource === resource;
}

/**
 * The settings that differ and can be changed, with the names of the decorators' options. Settings without an option are
 * not compared.
 */
export function compareMapping(
  { settings }: DesiredMapping,
  found: FoundMapping,
): readonly FieldChange[] {
  return [
    ...compareSettings(settings, found),
    ...(settings.stream && found.stream ? compareStream(settings.stream, found.stream) : []),
    ...(found.reportsFailures ? [] : [change('batchItemFailures', 'not reported', 'reported')]),
  ];
}

/** The differing settings that Lambda cannot change, so that the mapping is replaced. */
export function comparePosition(
  { startingPosition }: DesiredMapping,
  found: FoundMapping,
): readonly FieldChange[] {
  if (startingPosition === undefined || found.startingPosition === undefined) return [];
  return differ('startingPosition', found.startingPosition, startingPosition);
}

function compareSettings(wanted: MappingSettings, found: MappingSettings): readonly FieldChange[] {
  const { batchSize, batchWindow, isEnabled, filters, maximumConcurrency } = wanted;
  return [
    ...differ('batchSize', found.batchSize, batchSize),
    ...differ('batchWindow', found.batchWindow, batchWindow),
    ...differ('enabled', found.isEnabled, isEnabled),
    ...compareFilters(filters, found.filters),
    ...differ('maximumConcurrency', found.maximumConcurrency, maximumConcurrency),
  ];
}

function compareStream(wanted: StreamSettings, found: StreamSettings): readonly FieldChange[] {
  return [
    ...differ('parallelizationFactor', found.parallelizationFactor, wanted.parallelizationFactor),
    ...differ('maximumRetryAttempts', found.maximumRetryAttempts, wanted.maximumRetryAttempts),
    ...differ('maximumRecordAge', found.maximumRecordAge, wanted.maximumRecordAge),
    ...differ('bisectBatchOnError', found.bisectsBatchOnError, wanted.bisectsBatchOnError),
    ...differ('onFailure', found.onFailure, wanted.onFailure),
  ];
}

/** The order of patterns and of their keys does not matter. */
function compareFilters(wanted: readonly string[], found: readonly string[]): FieldChange[] {
  const [next, before] = [wanted, found].map((list) =>
    list.map(canonicalJson).toSorted().join('\n'),
  );
  if (next === before) return [];
  return [change('filters', describe(found), describe(wanted))];
}

function describe(filters: readonly string[]): string | undefined {
  return filters.length === 0 ? undefined : filters.join(' or ');
}

type Value = string | number | boolean | undefined;

function differ(field: string, from: Value, to: Value): FieldChange[] {
  return from === to ? [] : [change(field, textOf(from), textOf(to))];
}

function textOf(value: Value): string | undefined {
  return value === undefined ? undefined : String(value);
}

function change(field: string, from: string | undefined, to: string | undefined): FieldChange {
  return { field, from, to };
}
