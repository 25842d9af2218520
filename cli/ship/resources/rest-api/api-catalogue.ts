// FW612x, FW622x: problems of the document and the deployment of the API.
import type { CatalogueEntry } from '../../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../../compiler/diagnostics/code-text.js';

export const documentTooLarge: CatalogueEntry<{
  readonly bytes: number;
  readonly quota: number;
  readonly routes: number;
}> = {
  code: 'FW6121',
  severity: 'error',
  title: 'The description of the API is larger than API Gateway takes',
  message: ({ bytes, quota, routes }) =>
    `The OpenAPI document of the ${routes} routes has ${bytes} bytes; API Gateway takes ${quota}.`,
  hint: () => 'Split the application into several.',
};

export const crossedDeploys: CatalogueEntry<{ readonly stage: string }> = {
  code: 'FW6223',
  severity: 'error',
  title: 'Two deploys of this stage crossed',
  message: ({ stage }) =>
    `Another deploy changed code or routes while this one published the stage ${code(stage)}, so the two may not fit.`,
  hint: () => 'Run the command again when the other deploy has ended.',
};
