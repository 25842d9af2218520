// FW622x: problems with a stage that are found before it is deployed, deleted or rolled back.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';
import { type Loss, lossesText } from './plan-deploy.js';

export const newStage: CatalogueEntry<{
  readonly stage: string;
  readonly region: string;
  /** The known stage that the user may have meant. */
  readonly nearest: string | undefined;
}> = {
  code: 'FW6229',
  severity: 'warning',
  title: 'The stage is neither configured nor deployed',
  message: ({ stage, region }) =>
    `The stage ${code(stage)} is neither in \`.framework/config.json\` nor deployed in ${code(region)}.`,
  hint: ({ nearest }) =>
    `${nearest === undefined ? '' : `Did you mean ${code(nearest)}? `}A deploy creates a copy of the application with its own URL; an entry in \`stages\` removes this warning.`,
};

export const notDeployed: CatalogueEntry<{
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  readonly command: string;
}> = {
  code: 'FW6226',
  severity: 'error',
  title: 'The stage is not deployed',
  message: ({ app, stage, region }) =>
    `The stage ${code(stage)} of ${code(app)} has no API in ${code(region)}.`,
  hint: ({ command }) =>
    `Run ${code(command)}; an application without routes has no API. If the stage is deployed elsewhere, select it with \`--region\` or \`--profile\`.`,
};

export const deletionUnasked: CatalogueEntry<{
  readonly deletions: readonly Loss[];
  /** The command that performs the deletions. */
  readonly command: string;
}> = {
  code: 'FW6228',
  severity: 'error',
  title: 'The deploy would delete an API or a function',
  message: ({ deletions }) => `This deploy would delete ${lossesText(deletions, code)}.`,
  hint: ({ command }) =>
    `If an import in \`app.ts\` is missing, add it; if the deletion is intended, run ${code(command)}.`,
};

export const dataUnasked: CatalogueEntry<{
  /** `table shop-dev-cities, bucket ...` */
  readonly names: string;
  /** The command that performs the deletions. */
  readonly command: string;
}> = {
  code: 'FW6283',
  severity: 'error',
  title: 'Data is deleted only on request',
  message: ({ names }) =>
    `This would delete ${names}, including all data, which cannot be restored.`,
  hint: ({ command }) =>
    `Nothing was changed. To delete the data without confirmation, run ${code(command)}.`,
};

// FW62: problems with `.framework/deployed/`: the record of the last deploy, and the lock of a running one.

export const stateUnreadable: CatalogueEntry<{
  readonly file: string;
  readonly reason: string;
}> = {
  code: 'FW6201',
  severity: 'warning',
  title: 'The record of the last deploy cannot be read',
  message: ({ file, reason }) => `${code(file)} cannot be used: ${reason}.`,
  hint: () => 'The deployed state is read from AWS; the next deploy writes the file again.',
};

export const stateElsewhere: CatalogueEntry<{
  readonly file: string;
  /** `region` or `account`. */
  readonly what: string;
  readonly before: string;
  readonly now: string;
}> = {
  code: 'FW6202',
  severity: 'warning',
  title: 'The last deploy from this directory had a different target',
  message: ({ file, what, before, now }) =>
    `The last deploy from this directory was to the ${what} ${code(before)} (${code(file)}). This command is for ${code(now)} and does not change that deploy.`,
  hint: () =>
    'If this is not intended, check `--region`, `--profile`, `AWS_ENDPOINT_URL` and `app_name`.',
};

export const deployIsRunning: CatalogueEntry<{
  readonly stage: string;
  readonly pid: number;
  readonly host: string | undefined;
  readonly since: string;
  readonly file: string;
}> = {
  code: 'FW6203',
  severity: 'error',
  title: 'Another deploy of the stage is running',
  message: ({ stage, pid, host, since }) =>
    `Process ${pid}${host === undefined ? '' : ` on ${host}`} has been working on the stage ${code(stage)} since ${since}.`,
  hint: ({ file }) =>
    `Wait until it ends, then run the command again; if there is no such process, remove ${code(file)}.`,
};

export const stateUnwritable: CatalogueEntry<{
  readonly file: string;
  readonly reason: string;
}> = {
  code: 'FW6204',
  severity: 'error',
  title: 'The state of the stage cannot be written',
  message: ({ file, reason }) => `${code(file)} cannot be written: ${reason}.`,
  hint: () => 'Make it writable, or free disk space.',
};
