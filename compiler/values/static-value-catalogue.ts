// FW28: a value that must be static but is not (docs/decisions/static-values.md).
import { code, type CatalogueEntry } from '../diagnostics/diagnostic.js';

type NamedValue = { readonly name: string };
type Written = { readonly text: string };

const WHY = 'so its value is not known without running the program';

export const callResult: CatalogueEntry<Written> = {
  code: 'FW2801',
  severity: 'error',
  title: 'A value is the result of a call',
  message: ({ text }) => `${code(text)} is the result of a call, ${WHY}.`,
  hint: () =>
    "Write the value itself, or a `const` that contains it: `const ORIGIN = 'https://example.com';`.",
};

export const reassignedVariable: CatalogueEntry<NamedValue> = {
  code: 'FW2802',
  severity: 'error',
  title: 'A value is changed after its declaration',
  message: ({ name }) => `${code(name)} is changed after its declaration, ${WHY}.`,
  hint: ({ name }) => `Give it its final value in the declaration: ${code(`const ${name} = ...`)}.`,
};

export const parameterValue: CatalogueEntry<NamedValue> = {
  code: 'FW2803',
  severity: 'error',
  title: 'A value is a parameter of a function',
  message: ({ name }) => `${code(name)} is a parameter, ${WHY}.`,
  hint: () => 'Declare each route with its own values, at the top level of a module.',
};

export const unresolvedName: CatalogueEntry<NamedValue> = {
  code: 'FW2804',
  severity: 'error',
  title: 'A name is not declared',
  message: ({ name }) => `${code(name)} is not declared in this module, ${WHY}.`,
  hint: ({ name }) =>
    `Declare it with ${code(`const ${name} = ...`)}, or import it from the module that declares it.`,
};

export const outsideProject: CatalogueEntry<NamedValue & { readonly module: string }> = {
  code: 'FW2805',
  severity: 'error',
  title: 'A value comes from a package',
  message: ({ name, module }) =>
    `${code(name)} comes from ${code(module)}, which is not a module of this project, ${WHY}.`,
  hint: ({ name }) =>
    `Write the value itself, or a constant of your own: ${code(`const ${name} = ...`)}.`,
};

export const environmentVariable: CatalogueEntry<NamedValue> = {
  code: 'FW2806',
  severity: 'error',
  title: 'An environment variable is not configured',
  message: ({ name }) => `The stage has no environment variable ${code(name)}, ${WHY}.`,
  hint: ({ name }) =>
    `Add ${code(`"environment_variables": { "${name}": "..." }`)} to the stage in \`.framework/config.json\`.`,
};

export const missingProperty: CatalogueEntry<NamedValue & Written> = {
  code: 'FW2807',
  severity: 'error',
  title: 'A constant has no such property',
  message: ({ name, text }) =>
    `${code(text)} has no known value: there is no property ${code(name)}.`,
  hint: ({ name }) => `Add ${code(name)} to the object or enum, or check the spelling.`,
};

export const constantCycle: CatalogueEntry<NamedValue> = {
  code: 'FW2808',
  severity: 'error',
  title: 'A constant is defined in terms of itself',
  message: ({ name }) =>
    `The constant ${code(name)} is defined in terms of itself, so it has no value.`,
  hint: () =>
    'Break the cycle: give one of the constants a value that does not refer to the others.',
};

export const otherExpression: CatalogueEntry<Written> = {
  code: 'FW2809',
  severity: 'error',
  title: 'An expression is not static',
  message: ({ text }) => `${code(text)} is an expression that is evaluated at run time, ${WHY}.`,
  hint: () =>
    'Write a literal, a `const`, a template of constants (`` `${BASE}/cities` ``), an enum member, or `process.env.NAME`.',
};

export const tooLarge: CatalogueEntry<Written> = {
  code: 'FW2810',
  severity: 'error',
  title: 'A constant is too large to be evaluated',
  message: ({ text }) => `${code(text)} is too large or nested too deeply to be evaluated.`,
  hint: () =>
    'Write the value itself; the limit is 100,000 characters for a string and 100,000 items for a list or an object.',
};
