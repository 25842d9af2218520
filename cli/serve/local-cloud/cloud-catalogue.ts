// FW66xx: problems with the process of the local cloud.
import { type CatalogueEntry, code } from '../../../compiler/diagnostics/diagnostic.js';

export const cloudIsRunning: CatalogueEntry<{
  readonly pid: number;
  readonly url: string | undefined;
}> = {
  code: 'FW6601',
  severity: 'error',
  title: 'A local cloud of this project is already running',
  message: ({ pid, url }) =>
    `A local cloud of this project is already running${url === undefined ? '' : ` at ${url}`} (process ${pid}).`,
  hint: ({ pid, url }) =>
    url === undefined
      ? `It does not respond. Stop it with ${code(`kill ${pid}`)}; if that process is another program, delete \`.framework/cloud/cloud.lock\`.`
      : 'Run `framework cloud --stop` to stop it, or keep using it: without options, `framework cloud` prints its environment.',
};

export const cloudPortTaken: CatalogueEntry<{ readonly port: number }> = {
  code: 'FW6602',
  severity: 'error',
  title: 'The port of the local cloud is in use',
  message: ({ port }) => `Port ${port} is in use by another program.`,
  hint: () => 'Choose another port with `--port`, or omit it to use a free port.',
};

export const keptUnreadable: CatalogueEntry<{
  readonly file: string;
  /** A clause that is appended to the message. */
  readonly reason: string;
  readonly movedTo: string;
}> = {
  code: 'FW6603',
  severity: 'warning',
  title: 'The saved state of the local cloud cannot be read',
  message: ({ file, reason }) =>
    `${code(file)} cannot be read: ${reason}. The local cloud starts empty.`,
  hint: ({ movedTo }) =>
    `The file was moved to ${code(movedTo)}; nothing was lost. Deploy again with \`framework deploy --local\`.`,
};

export const cloudDidNotStart: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6604',
  severity: 'error',
  title: 'The local cloud did not start',
  message: ({ reason }) => `The local cloud did not start: ${reason}`,
  hint: () => 'Run `framework cloud` to see its full output.',
};

export const noCloudRuns: CatalogueEntry<object> = {
  code: 'FW6606',
  severity: 'error',
  title: 'No local cloud is running for the project',
  message: () => 'No local cloud is running for this project, so nothing is deployed to it.',
  hint: () => '`framework deploy --local` starts one.',
};

export const keptElsewhere: CatalogueEntry<{ readonly before: number; readonly now: number }> = {
  code: 'FW6605',
  severity: 'warning',
  title: 'The local cloud could not reuse its port',
  message: ({ before, now }) =>
    `Port ${before}, which this cloud used before, is in use; the cloud now uses port ${now}.`,
  hint: () =>
    'URLs that functions have received, such as those of queues, still contain the old port: run `framework deploy --local`.',
};
