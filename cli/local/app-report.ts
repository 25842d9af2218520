// What happened to the application while it was served, in sentences for the terminal.
import type { AppEvent } from './application.js';
import type { WorkerEnd } from './app-worker.js';
import { plural } from '../ui/plural.js';

export type ReportContext = {
  /** MB. */
  readonly memorySize: number;
};

/** Lines without a line end after the last. */
export function describeEvent(
  event: Exclude<AppEvent, { kind: 'text' }>,
  context: ReportContext,
): string {
  switch (event.kind) {
    case 'failed':
      return `${nameOf(event.invocation)} failed and is answered 502:\n${indented(event.reason)}`;
    case 'timed-out':
      return `${nameOf(event.invocation)} timed out after ${seconds(event.milliseconds)} and is answered 504.`;
    case 'blocked':
      return `The application does not give back control: it is started again${lostText(event.lost)}.`;
    case 'load-timed-out':
      return `The application did not finish loading within ${seconds(event.milliseconds)}: a top-level await of it waits.`;
    case 'ended':
      return describeEnd(event.end, event.lost, context);
  }
}

function describeEnd(end: WorkerEnd, lost: number, { memorySize }: ReportContext): string {
  switch (end.kind) {
    case 'exit':
      return `The application ended itself with exit code ${end.code}: it is started again${lostText(lost)}.`;
    case 'uncaught':
      return `An error that nothing caught ended the application: it is started again${lostText(lost)}.\n${indented(end.trace)}`;
    case 'broken':
      return `The application threw while it was loaded; the next request or save loads it again${lostText(lost)}.\n${indented(end.trace)}`;
    case 'out-of-memory':
      return (
        `The application used more than the ${memorySize} MB of its lambda_memory_size: it is started again` +
        `${lostText(lost)}.`
      );
  }
}

function lostText(lost: number): string {
  return lost === 0 ? '' : `; ${plural(lost, 'request')} ${lost === 1 ? 'is' : 'are'} answered 502`;
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(2))} s`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
