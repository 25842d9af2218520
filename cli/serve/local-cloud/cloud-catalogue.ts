// FW66xx: problems with the process of the local cloud.
import { type CatalogueEntry, code } from '../../../compiler/diagnostics/diagnostic.js';

export const cloudIsRunning: CatalogueEntry<{
  readonly pid: number;
  readonly url: string | undefined;
}> = {
  code: 'FW6601',
  severity: 'error',
  title: 'A cloud of this project is running',
  message: ({ pid, url }) =>
    `A cloud of this project is running${url === undefined ? '' : ` at ${url}`} (process ${pid}).`,
  hint: ({ pid, url }) =>
    url === undefined
      ? `It does not answer. End it with ${code(`kill ${pid}`)}; if that is another program, delete \`.framework/cloud/cloud.lock\`.`
      : 'Type `framework cloud --stop` to end it, or use it as it is: without options, `framework cloud` prints its environment.',
};

export const cloudPortTaken: CatalogueEntry<{ readonly port: number }> = {
  code: 'FW6602',
  severity: 'error',
  title: 'The port of the cloud is taken',
  message: ({ port }) => `Port ${port} is taken by another program.`,
  hint: () => 'Choose another one with `--port`; without it a free one is taken.',
};

export const keptUnreadable: CatalogueEntry<{
  readonly file: string;
  /** A clause that completes the message. */
  readonly reason: string;
  readonly movedTo: string;
}> = {
  code: 'FW6603',
  severity: 'warning',
  title: 'What the cloud has kept cannot be read',
  message: ({ file, reason }) => `${code(file)} cannot be read: ${reason}. The cloud starts empty.`,
  hint: ({ movedTo }) =>
    `The file is now ${code(movedTo)}; nothing of it was lost. Deploy again with \`framework deploy --local\`.`,
};

export const cloudDidNotStart: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6604',
  severity: 'error',
  title: 'The cloud on this machine did not start',
  message: ({ reason }) => `The cloud on this machine did not start: ${reason}`,
  hint: () => 'Type `framework cloud` to see it start.',
};

export const noCloudRuns: CatalogueEntry<object> = {
  code: 'FW6606',
  severity: 'error',
  title: 'No cloud runs for the project',
  message: () => 'No cloud runs for this project, so nothing is deployed in it.',
  hint: () => '`framework deploy --local` starts one.',
};

export const keptElsewhere: CatalogueEntry<{ readonly before: number; readonly now: number }> = {
  code: 'FW6605',
  severity: 'warning',
  title: 'The cloud could not take its port again',
  message: ({ before, now }) =>
    `Port ${before}, where this cloud was before, is taken; it is now at port ${now}.`,
  hint: () =>
    'URLs that functions have of it, such as those of queues, still name the old port: type `framework deploy --local`.',
};
