// FW405x: problems with handwritten policies.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export const policyFileMissing: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4050',
  severity: 'error',
  title: 'The policy file that replaces the generated policy does not exist',
  message: ({ path }) =>
    `The file ${code(path)}, which should contain the policy of the role, does not exist.`,
  hint: ({ path }) => `Create it with \`framework gen-policy > ${path}\`, and edit it as needed.`,
};

export const policyNotJson: CatalogueEntry<{ readonly path: string; readonly message: string }> = {
  code: 'FW4051',
  severity: 'error',
  title: 'A policy file is not valid JSON',
  message: ({ path, message }) => `The policy ${code(path)} is not valid JSON: ${message}.`,
  hint: () =>
    'JSON allows only double quotes, and neither comments nor a comma after the last entry.',
};

export const notPolicy: CatalogueEntry<{
  readonly path: string;
  /** The path of the part with the problem, such as `Statement[0].Action`; empty for the whole document. */
  readonly part: string;
  readonly expected: string;
}> = {
  code: 'FW4052',
  severity: 'error',
  title: 'A policy file is not a policy document',
  message: ({ path, part, expected }) =>
    part === ''
      ? `The policy ${code(path)} must be ${expected}.`
      : `${code(part)} of the policy ${code(path)} must be ${expected}.`,
  hint: () =>
    'Use the format that `framework gen-policy` prints: `Version`, and `Statement` with `Effect`, `Action` and `Resource`.',
};

export const baseStatement: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4053',
  severity: 'error',
  title: 'A statement in the base policy does not name its actions and resources',
  message: ({ path }) =>
    `Every statement of ${code(path)} must name its actions and resources, because it is combined with the generated statements.`,
  hint: () => 'Write `Action` and `Resource` instead of `NotAction` and `NotResource`.',
};
