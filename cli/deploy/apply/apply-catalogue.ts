// FW622x: what happens to a deploy while it is applied, apart from what the cloud refuses.
import type { CatalogueEntry } from '../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../compiler/diagnostics/code-text.js';
import { type Deletion, deletionsText } from '../plan/deletions.js';

/** Somebody made the resource between our look and our creation. */
export const otherDeploy: CatalogueEntry<{ readonly kind: string; readonly name: string }> = {
  code: 'FW6221',
  severity: 'error',
  title: 'Another deploy of this stage is under way',
  message: ({ kind, name }) =>
    `Another deploy of this stage is under way: it made the ${kind} ${code(name)} at the same moment.`,
  hint: () => 'Wait until it has ended, then run the command again.',
};

export const changedMeanwhile: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW6222',
  severity: 'error',
  title: 'Another deploy changed the function meanwhile',
  message: ({ name }) =>
    `The function ${code(name)} was changed by somebody else since this command looked at it.`,
  hint: () => 'Run the command again: it begins with what is there now.',
};

export const crossedDeploys: CatalogueEntry<{ readonly stage: string }> = {
  code: 'FW6223',
  severity: 'error',
  title: 'Two deploys of this stage crossed',
  message: ({ stage }) =>
    `Another deploy changed code or routes while this one published the stage ${code(stage)}, so the two may not fit.`,
  hint: () => 'Run the command again when the other deploy has ended.',
};

export const functionFailed: CatalogueEntry<{ readonly name: string; readonly reason: string }> = {
  code: 'FW6224',
  severity: 'error',
  title: 'Lambda could not make the function run',
  message: ({ name, reason }) => `Lambda could not make the function ${code(name)} run: ${reason}`,
  hint: () => 'Correct what Lambda names, then run the command again: the function is made anew.',
};

export const neverReady: CatalogueEntry<{ readonly name: string; readonly minutes: number }> = {
  code: 'FW6225',
  severity: 'error',
  title: 'A function is not ready in time',
  message: ({ name, minutes }) =>
    `Lambda is still working on the function ${code(name)} after ${minutes} minutes.`,
  hint: () => 'Run the command again: it goes on where this one stopped.',
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
    `Type ${code(command)}; an application without routes has no API. If it is deployed elsewhere, name the place with \`--region\` or \`--profile\`.`,
};

export const nothingBefore: CatalogueEntry<{ readonly stage: string; readonly what: string }> = {
  code: 'FW6227',
  severity: 'error',
  title: 'There is no earlier deployment to go back to',
  message: ({ stage, what }) =>
    `The stage ${code(stage)} cannot go back: there is no earlier ${what}.`,
  hint: () => 'Take the change back in the source and deploy it.',
};

export const deletionUnasked: CatalogueEntry<{
  readonly deletions: readonly Deletion[];
  /** Carries it out. */
  readonly command: string;
}> = {
  code: 'FW6228',
  severity: 'error',
  title: 'The deploy would delete an API or a function',
  message: ({ deletions }) => `This deploy would delete ${deletionsText(deletions, code)}.`,
  hint: ({ command }) =>
    `If the source still has what they serve, import its file in \`app.ts\`; if they are to go, type ${code(command)}.`,
};
