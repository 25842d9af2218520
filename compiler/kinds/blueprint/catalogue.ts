// FW33: blueprints (docs/decisions/blueprints.md).
import {
  code,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

type NamedBlueprint = { readonly name: string | undefined };

export const unregistered: CatalogueEntry<
  NamedBlueprint & { readonly app: string; readonly specifier: string | undefined }
> = {
  code: 'FW3301',
  severity: 'warning',
  title: 'A blueprint is registered nowhere',
  message: ({ name = 'This blueprint' }) =>
    `${name === 'This blueprint' ? name : code(name)} is not registered, so its views are not deployed.`,
  hint: ({ name = 'blueprint', app, specifier }) =>
    `Write ${code(`${app}.register(${name});`)}${specifier === undefined ? '' : ` after ${code(`import { ${name} } from '${specifier}';`)}`}.`,
};

export const registeredAgain: CatalogueEntry<
  NamedBlueprint & { readonly differs: 'urlPrefix' | 'namePrefix' | undefined }
> = {
  code: 'FW3302',
  severity: 'error',
  title: 'A blueprint is registered more than once',
  message: ({ name = 'The blueprint', differs }) =>
    `${name === 'The blueprint' ? name : code(name)} is registered again, with the same ${differs === undefined ? '`urlPrefix` and `namePrefix`' : code(differs === 'urlPrefix' ? 'namePrefix' : 'urlPrefix')}.`,
  hint: () =>
    "Register it once, or give each place prefixes of its own: `app.register(admin, { urlPrefix: '/v2', namePrefix: 'v2-' })`.",
};

export const registeredInCircle: CatalogueEntry<{ readonly names: readonly string[] }> = {
  code: 'FW3303',
  severity: 'error',
  title: 'Blueprints are registered within each other in a circle',
  message: ({ names }) =>
    `This closes a circle of blueprints: ${names.map((name) => code(name)).join(' within ')}.`,
  hint: () => 'Take one of the calls of `register` out.',
};

export const conditionalRegistration: CatalogueEntry<NamedBlueprint> = {
  code: 'FW3304',
  severity: 'error',
  title: 'A blueprint is registered where it may not happen',
  message: ({ name = 'The blueprint' }) =>
    `${name === 'The blueprint' ? name : code(name)} is registered inside a function or a condition, so its routes cannot be known.`,
  hint: () => 'Write `app.register(...)` as a statement of its own in a module.',
};

export const notABlueprint: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3305',
  severity: 'error',
  title: 'What is registered is not known to be a blueprint',
  message: ({ found }) => `\`register\` takes a blueprint, and ${code(found)} is not one.`,
  hint: () =>
    'Give it a constant: `export const admin = new Blueprint();` of a module of the project, or of a package that has `framework` in its `peerDependencies`.',
};

export const registerOptions: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3306',
  severity: 'error',
  title: 'The options of register are not an object',
  message: ({ found }) => `\`register\` takes an object of options, and this is ${found}.`,
  hint: () => "Write `app.register(admin, { urlPrefix: '/admin' })`.",
};

export const unknownRegisterOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3307',
  severity: 'error',
  title: 'An option of register is unknown',
  message: ({ option }) => `\`register\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const prefixType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3308',
  severity: 'error',
  title: 'A prefix of a blueprint is not a string',
  message: ({ found }) => `A prefix must be a string, and this is ${found}.`,
};

export const namePrefixCharacters: CatalogueEntry<{ readonly prefix: string }> = {
  code: 'FW3309',
  severity: 'error',
  title: 'namePrefix has a character that names of functions cannot have',
  message: ({ prefix }) =>
    `${code(prefix)} has a character other than letters, digits, \`-\` and \`_\`.`,
  hint: () => "Write a prefix such as `namePrefix: 'admin-'`.",
};

export const blueprintArguments: CatalogueEntry<NoData> = {
  code: 'FW3310',
  severity: 'error',
  title: 'The arguments of Blueprint are not an object of options',
  message: () => '`new Blueprint` takes one object of options.',
  hint: () => 'Write `new Blueprint()` or `new Blueprint({ cors: true })`.',
};

export const unknownBlueprintOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3311',
  severity: 'error',
  title: 'An option of Blueprint is unknown',
  message: ({ option }) => `\`Blueprint\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) =>
    `${didYouMean(suggestion, known)} Prefixes belong to \`app.register\`, because the application decides where it is.`,
};

export const tagsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3312',
  severity: 'error',
  title: 'tags is not a list of strings',
  message: ({ found }) => `\`tags\` must be a list of strings, and this is ${found}.`,
  hint: () => "Write `tags: ['admin']`.",
};
