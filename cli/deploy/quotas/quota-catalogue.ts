// FW612x: quotas that a deploy would meet, known before the first call. What the source or the configuration alone tells
// is reported where they are checked.
import type { CatalogueEntry } from '../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../compiler/diagnostics/code-text.js';

export const policyTooLong: CatalogueEntry<{
  readonly role: string;
  readonly characters: number;
  readonly quota: number;
  /** Undefined for a generated policy. */
  readonly file: string | undefined;
}> = {
  code: 'FW6120',
  severity: 'error',
  title: 'The policy of a role is longer than IAM takes',
  message: ({ role, characters, quota, file }) =>
    `The policy of the role ${code(role)}${file === undefined ? '' : `, ${code(file)},`} has ${characters} characters; IAM takes ${quota}, white space not counted.`,
  hint: ({ file }) =>
    file === undefined
      ? 'Give single functions roles of their own with `"autogen_policy": true` in `lambda_functions`; or write a shorter policy by hand, with `*` in names of actions, and set `autogen_policy` to false.'
      : 'Join statements of equal resources, and write `*` for actions that begin alike.',
};

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
