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
  title: 'A blueprint is not registered',
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
  title: 'A blueprint is registered twice with the same prefix',
  message: ({ name = 'The blueprint', differs }) =>
    `${name === 'The blueprint' ? name : code(name)} is registered again, with the same ${differs === undefined ? '`urlPrefix` and `namePrefix`' : code(differs === 'urlPrefix' ? 'namePrefix' : 'urlPrefix')}.`,
  hint: () =>
    "Register it once, or give each registration its own prefixes: `app.register(admin, { urlPrefix: '/v2', namePrefix: 'v2-' })`.",
};

export const registeredInCircle: CatalogueEntry<{ readonly names: readonly string[] }> = {
  code: 'FW3303',
  severity: 'error',
  title: 'The registrations of blueprints form a cycle',
  message: ({ names }) =>
    `This creates a cycle of blueprints: ${names.map((name) => code(name)).join(' within ')}.`,
  hint: () => 'Remove one of the `register` calls.',
};

export const conditionalRegistration: CatalogueEntry<NamedBlueprint> = {
  code: 'FW3304',
  severity: 'error',
  title: 'A blueprint is registered inside a function or a condition',
  message: ({ name = 'The blueprint' }) =>
    `${name === 'The blueprint' ? name : code(name)} is registered inside a function or a condition, so its routes cannot be determined.`,
  hint: () => 'Write `app.register(...)` as a statement at the top level of a module.',
};

export const notABlueprint: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3305',
  severity: 'error',
  title: 'The registered value is not known to be a blueprint',
  message: ({ found }) =>
    `\`register\` takes a blueprint, but ${code(found)} is not known to be one.`,
  hint: () =>
    'Pass a constant, `export const admin = new Blueprint();`, from a module of the project or from a package that has `framework` in its `peerDependencies`.',
};

export const registerOptions: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3306',
  severity: 'error',
  title: 'The options of register are not an object',
  message: ({ found }) => `\`register\` takes an options object, but this is ${found}.`,
  hint: () => "Write `app.register(admin, { urlPrefix: '/admin' })`.",
};

export const unknownRegisterOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3307',
  severity: 'error',
  title: 'register receives an unknown option',
  message: ({ option }) => `\`register\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const prefixType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3308',
  severity: 'error',
  title: 'A prefix of a blueprint is not a string',
  message: ({ found }) => `A prefix must be a string, but this is ${found}.`,
};

export const namePrefixCharacters: CatalogueEntry<{ readonly prefix: string }> = {
  code: 'FW3309',
  severity: 'error',
  title: 'namePrefix contains a character that function names cannot contain',
  message: ({ prefix }) =>
    `${code(prefix)} contains a character other than letters, digits, \`-\` and \`_\`.`,
  hint: () => "Write a prefix such as `namePrefix: 'admin-'`.",
};

export const blueprintArguments: CatalogueEntry<NoData> = {
  code: 'FW3310',
  severity: 'error',
  title: 'The argument of Blueprint is not an options object',
  message: () => '`new Blueprint` takes a single options object.',
  hint: () => 'Write `new Blueprint()` or `new Blueprint({ cors: true })`.',
};

export const unknownBlueprintOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3311',
  severity: 'error',
  title: 'Blueprint receives an unknown option',
  message: ({ option }) => `\`Blueprint\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) =>
    `${didYouMean(suggestion, known)} Prefixes are options of \`app.register\`, because the application decides where the blueprint is mounted.`,
};

export const tagsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3312',
  severity: 'error',
  title: 'tags is not a list of strings',
  message: ({ found }) => `\`tags\` must be a list of strings, but this is ${found}.`,
  hint: () => "Write `tags: ['admin']`.",
};
