// FW622x: problems when functions are created and changed. FW624x: problems when functions are rolled back.
import {
  code,
  codeList,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';

export const changedMeanwhile: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW6222',
  severity: 'error',
  title: 'Another deploy changed the function in the meantime',
  message: ({ name }) =>
    `The function ${code(name)} was changed elsewhere after this command read it.`,
  hint: () => 'Run the command again: it starts from the current state.',
};

export const functionFailed: CatalogueEntry<{ readonly name: string; readonly reason: string }> = {
  code: 'FW6224',
  severity: 'error',
  title: 'Lambda could not activate the function',
  message: ({ name, reason }) => `Lambda could not activate the function ${code(name)}: ${reason}`,
  hint: () => 'Fix what Lambda reports, then run the command again: the function is recreated.',
};

export const neverReady: CatalogueEntry<{ readonly name: string; readonly minutes: number }> = {
  code: 'FW6225',
  severity: 'error',
  title: 'A function was not ready in time',
  message: ({ name, minutes }) =>
    `Lambda is still working on the function ${code(name)} after ${minutes} minutes.`,
  hint: () => 'Run the command again: it continues where this one stopped.',
};

export const deletedSince: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW6240',
  severity: 'warning',
  title: 'A deleted function is not restored',
  message: ({ name }) =>
    `The function ${code(name)} is not restored: a later deploy deleted it together with its settings and permissions.`,
  hint: () => 'Deploy the earlier source to create it again.',
};

export const variablesGone: CatalogueEntry<{
  readonly name: string;
  readonly variables: readonly string[];
}> = {
  code: 'FW6244',
  severity: 'warning',
  title: 'The earlier code used variables that no longer exist',
  message: ({ name, variables }) =>
    `The earlier code of ${code(name)} ran with ${codeList(variables)}, which the function no longer has: a rollback restores neither variables nor permissions.`,
  hint: () =>
    'If the earlier code needs them, deploy the earlier source instead: the tables, queues and buckets that you removed are reused with their data.',
};

export const streamsDeletedSince: CatalogueEntry<{
  readonly stage: string;
  readonly name: string;
}> = {
  code: 'FW6243',
  severity: 'error',
  title: 'The function of the earlier streaming routes is deleted',
  message: ({ stage, name }) =>
    `The stage ${code(stage)} had streaming routes before its last deploy, which deleted their function ${code(name)}. A rollback creates no functions, so these routes would fail.`,
  hint: () => 'Deploy the earlier source, which creates the function again.',
};

export const settingsCameLast: CatalogueEntry<{
  readonly stage: string;
  readonly settings: readonly string[];
}> = {
  code: 'FW6241',
  severity: 'error',
  title: 'The last deploy changed only settings',
  message: ({ stage, settings }) =>
    `The last deploy of the stage ${code(stage)} changed only settings (${settings.map(code).join(', ')}). A rollback does not restore settings, so it would undo the deploy before that one instead.`,
  hint: () =>
    'Revert the change in the configuration and deploy it. To undo the deploy before it and keep the settings, add `--past-settings`.',
};

export const unrecordedDeploys: CatalogueEntry<{ readonly stage: string }> = {
  code: 'FW6242',
  severity: 'warning',
  title: 'Earlier rollbacks are not on record',
  message: ({ stage }) =>
    `The function of the stage ${code(stage)} was created by a version of framework that kept no record of rollbacks: if there was one before the last deploy, the code below is not the previous code.`,
  hint: () => 'Compare the times. From this rollback on, the stage has a record.',
};
