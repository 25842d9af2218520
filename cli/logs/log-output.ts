// Events of a log as texts to print, in one of three forms: requests for a screen, lines for a pipe, objects for `--json`.
import type { LogEvent } from '../cloud/logs-calls.js';
import { entryOf, plainText, requestEntryOf } from './log-entry.js';
import { readLogLine } from './log-line.js';
import { groupRequests, type LogRequest } from './log-requests.js';
import { type BlockLook, clockTime, renderLine, renderRequest } from './request-block.js';

export type LogOutput = {
  /** Texts with their line ends, each an entry. */
  readonly add: (event: LogEvent) => readonly string[];
  /** What waits for the end of its request. */
  readonly flush: () => readonly string[];
  /** What has waited since before this time, in milliseconds. */
  readonly flushOlder: (addedBefore: number) => readonly string[];
};

export type OutputOptions = {
  readonly form: 'screen' | 'plain' | 'json';
  /** What the function is called where there is no route. */
  readonly name: string;
  readonly look: BlockLook;
  /** Shows the lines of Lambda too. */
  readonly withLambda: boolean;
  /** Only matching events come, so that requests have neither beginning nor end. */
  readonly isFiltered: boolean;
};

/** Makes the form that fits. */
export function createLogOutput(options: OutputOptions): LogOutput {
  const { form, isFiltered, withLambda } = options;
  if (form === 'json') return jsonOutput(options);
  return form === 'screen' && !isFiltered && !withLambda
    ? blockOutput(options)
    : lineOutput(options);
}

function blockOutput({ name, look }: OutputOptions): LogOutput {
  const groups = groupRequests();
  const render = (requests: readonly LogRequest[]): readonly string[] =>
    requests.map((request) => renderRequest(request, name, look));
  return {
    add: (event) => render(groups.add(event)),
    flush: () => render(groups.flush()),
    flushOlder: (time) => render(groups.flushOlder(time)),
  };
}

function lineOutput({ form, look, withLambda, isFiltered }: OutputOptions): LogOutput {
  const current = followRequests();
  return {
    add: (event) => {
      // Who filters has asked for whatever matches.
      const isShown = withLambda || isFiltered;
      const entry = entryOf(event, current(event), { withLambda: isShown });
      if (!entry) return [];
      if (form === 'plain') return [`${plainText(entry)}\n`];
      const level = entry.kind === 'line' ? (entry.level ?? undefined) : 'TRACE';
      const text = renderLine({ level, text: entry.message }, look);
      return [`${clockTime(event.timestamp)}  ${text}\n`];
    },
    flush: () => [],
    flushOlder: () => [],
  };
}

function jsonOutput({ withLambda, isFiltered }: OutputOptions): LogOutput {
  const current = followRequests();
  const groups = groupRequests();
  return {
    add: (event) => {
      const entry = entryOf(event, current(event), { withLambda });
      const ended = isFiltered ? [] : groups.add(event).map(requestEntryOf);
      return [entry, ...ended].flatMap((one) => (one ? [`${JSON.stringify(one)}\n`] : []));
    },
    flush: () => [],
    flushOlder: () => [],
  };
}

/** Tells the request that a stream is at: most lines do not say which they belong to. */
function followRequests(): (event: LogEvent) => string | undefined {
  const streams = new Map<string, string>();
  return ({ stream, message }) => {
    const line = readLogLine(message);
    if (line.kind === 'start') streams.set(stream, line.requestId);
    const current = streams.get(stream);
    if (line.kind === 'report') streams.delete(stream);
    return current;
  };
}
