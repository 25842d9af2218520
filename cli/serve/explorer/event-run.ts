// Runs a function with an event from the page, and returns the outcome.
import { isMapping, parseJson, throughJson } from '../../../compiler/json-values.js';
import {
  failedRecords,
  isCounted,
  recordIds,
  sampleEvent,
  findSources,
} from '../events/bound-sources.js';
import { foldFrames, type LoggedOutcome } from '../local/app-output.js';
import {
  type EventFunction,
  type EventRun,
  type RunForm,
  type EventOrigin,
  functionId,
} from './explorer-document.js';
import { addTo } from '../../../compiler/groups.js';
import { sourceWords } from '../events/local-kinds.js';
import type { BuiltApp } from '../local/builder.js';

export type ReadRunForm =
  { readonly form: RunForm; readonly event: unknown } | { readonly problem: string };

export function readRunForm(text: string): ReadRunForm {
  const form = parseJson(text);
  if (!isMapping(form)) return { problem: 'The form is not a JSON object.' };
  const { name, origin, event } = form;
  if (typeof name !== 'string' || typeof origin !== 'number' || typeof event !== 'string')
    return { problem: 'The form does not name a function, its source and an event.' };
  const value = parseJson(event);
  if (value === undefined) return { problem: 'The event is not JSON.' };
  if (isTooDeep(event)) return { problem: `The event is nested more than ${DEEPEST} levels deep.` };
  return { form: { name, origin, event }, event: value };
}

/** `kind` is the kind of source that the event comes from. */
export function eventRun(
  kind: EventFunction['origins'][number]['kind'],
  event: unknown,
  { outcome, log, milliseconds }: LoggedOutcome,
): EventRun {
  return {
    milliseconds,
    log,
    outcome:
      outcome.kind === 'returned'
        ? { kind: 'returned', text: shownValue(outcome.value) }
        : { kind: 'failed', text: foldFrames(outcome.trace ?? outcome.message) },
    ...(isCounted(kind) && {
      records: {
        count: recordIds(kind, event).length,
        failed: failedRecords(kind, event, outcome),
      },
    }),
  };
}

/** Deeper values are not indented, because the length of indented text grows with the square of the depth. */
const DEEPEST = 500;

function shownValue(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return isTooDeep(text) ? text : JSON.stringify(value ?? null, null, 2);
}

/** Returns true if a JSON text has more levels than `DEEPEST`. Brackets in strings are also counted. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

export function eventFunctionsOf({
  manifest,
  config,
  sources: bound,
}: Pick<BuiltApp, 'manifest' | 'config' | 'sources'>): readonly EventFunction[] {
  const origins = new Map<string, EventOrigin[]>();
  for (const source of findSources(manifest, config)) {
    const { function: name, kind } = source.entry;
    const sample = JSON.stringify(throughJson(sampleEvent(source, { bound })), null, 2);
    addTo(origins, name, { kind, title: sourceWords(source), sample });
  }
  return manifest.functions.flatMap(({ name, view, class: owner, at }) => {
    const own = origins.get(name);
    if (!own) return [];
    const location = owner === undefined ? view : `${owner}.${view}`;
    return [{ id: functionId(name), name, view: location, origins: own, at }];
  });
}
