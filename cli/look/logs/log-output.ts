// Turns log events into text, in one of three forms: blocks of requests for a screen, lines for a pipe, JSON objects
// for `--json`.
import { printableJson } from '../../../compiler/json-values.js';
import type { LogEvent } from '../../cloud/services/logs.js';
import { STREAM_HANDLER } from '../../config/stage-config.js';
import { entryOf, plainText, requestEntryOf } from './log-entry.js';
import { readLogLine } from './log-line.js';
import { groupRequests, type LogRequest } from './log-requests.js';
import { type BlockLook, clockTime, renderLine, renderRequest } from './request-block.js';

export type LogOutput = {
  /** Takes an event and returns the entries that are complete, with their line ends. */
  readonly add: (event: LogEvent) => readonly string[];
  /** Returns the entries that wait for the end of their request. */
  readonly flush: () => readonly string[];
  /** Returns the entries that have waited since before this time, in milliseconds. */
  readonly flushOlder: (addedBefore: number) => readonly string[];
};

export type OutputOptions = {
  readonly form: 'screen' | 'plain' | 'json';
  /** The name of the function, shown when a request has no route. */
  readonly name: string;
  readonly look: BlockLook;
  /** True to show the lines of Lambda too. */
  readonly withLambda: boolean;
  /** True when only the events that match a filter come, so that begin and end of requests may be missing. */
  readonly isFiltered: boolean;
};

/** Creates the output for these options. */
export function createLogOutput(options: OutputOptions): LogOutput {
  const { form, isFiltered, withLambda } = options;
  if (form === 'json') return jsonOutput(options);
  return form === 'screen' && !isFiltered && !withLambda
    ? blockOutput(options)
    : lineOutput(options);
}

function blockOutput({ name, look }: OutputOptions): LogOutput {
  const groups = groupRequests({ isStreaming: name === STREAM_HANDLER });
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
      // A filter may be meant for the lines of Lambda too.
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

function jsonOutput({ name, withLambda, isFiltered }: OutputOptions): LogOutput {
  const current = followRequests();
  const groups = groupRequests({ isStreaming: name === STREAM_HANDLER });
  return {
    add: (event) => {
      const entry = entryOf(event, current(event), { withLambda });
      const ended = isFiltered ? [] : groups.add(event).map(requestEntryOf);
      return [entry, ...ended].flatMap((one) => (one ? [`${printableJson(one)}\n`] : []));
    },
    flush: () => [],
    flushOlder: () => [],
  };
}

/** Finds the request of an event. Most lines do not carry an id, so the last START of their stream decides. */
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
