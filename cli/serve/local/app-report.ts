// Describes events of the application in sentences for the terminal.
import { timeoutError } from '../gateway/index.js';
import type { AppEvent } from './application.js';
import type { ProcessEnd } from './app-process.js';
import { printable } from '../../../runtime/contract/printable.js';
import { indented, plural, printableLines } from '../../terminal/printable.js';

export type ReportContext = {
  /** In MB. */
  readonly memorySize: number;
  /** True for `invoke --local`, where the application is not restarted and sends no HTTP responses. */
  readonly isOneCall?: boolean;
};

/** Describes an event in one or more lines, without a line break after the last one. */
export function describeEvent(
  event: Exclude<AppEvent, { kind: 'text' }>,
  context: ReportContext,
): string {
  const { isOneCall = false } = context;
  switch (event.kind) {
    case 'failed': {
      const answer = isOneCall ? '' : ' and the response is 502';
      return `${nameOf(event.invocation)} failed${answer}:\n${indented(printableLines(event.reason))}`;
    }
    case 'timed-out': {
      const isFailure = !event.isStream && timeoutError(event.milliseconds) === 'integrationFailed';
      const status = isFailure ? 502 : 504;
      const answer = isOneCall ? '' : ` and the response is ${status}`;
      return `${nameOf(event.invocation)} timed out after ${seconds(event.milliseconds)}${answer}.`;
    }
    case 'blocked':
      return `The application blocks its event loop${againText(event.lost, context)}.`;
    case 'load-timed-out':
      return `The application did not finish loading within ${seconds(event.milliseconds)}: it waits at a top-level await.`;
    case 'ended':
      return describeEnd(event.end, event.lost, context);
  }
}

function describeEnd(end: ProcessEnd, lost: number, context: ReportContext): string {
  const again = againText(lost, context);
  switch (end.kind) {
    case 'exit':
      return `The application exited with code ${end.code}${again}.`;
    case 'killed':
      return `The application was killed by ${end.signal}${again}.`;
    case 'uncaught':
      return `An uncaught error stopped the application${again}.\n${indented(printableLines(end.trace))}`;
    case 'broken': {
      const next = context.isOneCall
        ? ''
        : `; the next request or save reloads it${lostText(lost)}`;
      return `The application threw an error while loading${next}.\n${indented(printableLines(end.trace))}`;
    }
    case 'out-of-memory':
      return `The application used more than the ${context.memorySize} MB of its lambda_memory_size${again}.`;
  }
}

function againText(lost: number, { isOneCall = false }: ReportContext): string {
  return isOneCall ? '' : `: it is restarted${lostText(lost)}`;
}

function lostText(lost: number): string {
  return lost === 0
    ? ''
    : `; ${plural(lost, 'request')} ${lost === 1 ? 'gets' : 'get'} a 502 response`;
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return printable(`${method} ${path}`);
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(2))} s`;
}
