// FW622x: problems of a stage before it is deployed, deleted or rolled back.
import type { CatalogueEntry } from '../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../compiler/diagnostics/code-text.js';
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
    `${nearest === undefined ? '' : `Did you mean ${code(nearest)}? `}A deploy makes a copy of the application, with an address of its own; an entry in \`stages\` says that it is meant.`,
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

export const deletionUnasked: CatalogueEntry<{
  readonly deletions: readonly Loss[];
  /** The command that carries it out. */
  readonly command: string;
}> = {
  code: 'FW6228',
  severity: 'error',
  title: 'The deploy would delete an API or a function',
  message: ({ deletions }) => `This deploy would delete ${lossesText(deletions, code)}.`,
  hint: ({ command }) =>
    `If the source still has what they serve, import its file in \`app.ts\`; if they are to go, type ${code(command)}.`,
};
