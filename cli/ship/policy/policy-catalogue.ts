// FW405x: problems with handwritten policies.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export const policyFileMissing: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4050',
  severity: 'error',
  title: 'The policy that is to be used instead of a generated one does not exist',
  message: ({ path }) => `There is no file ${code(path)} to take the policy of the role from.`,
  hint: ({ path }) =>
    `Write it with \`framework gen-policy > ${path}\`, and change it as you like.`,
};

export const policyNotJson: CatalogueEntry<{ readonly path: string; readonly message: string }> = {
  code: 'FW4051',
  severity: 'error',
  title: 'A policy file is not valid JSON',
  message: ({ path, message }) => `The policy ${code(path)} is not valid JSON: ${message}.`,
  hint: () => 'JSON has double quotes only, no comments and no comma after the last entry.',
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
    'Take the form of what `framework gen-policy` prints: `Version`, and `Statement` with `Effect`, `Action` and `Resource`.',
};

export const baseStatement: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW4053',
  severity: 'error',
  title: 'A statement of the base policy names no actions and resources',
  message: ({ path }) =>
    `Every statement of ${code(path)} must name its actions and resources: it is printed with the generated ones.`,
  hint: () => 'Write `Action` and `Resource` instead of `NotAction` and `NotResource`.',
};
