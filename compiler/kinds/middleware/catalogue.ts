// FW32: middleware, providers and blueprints (docs/decisions/middleware.md).
import { code, type CatalogueEntry, type NoData } from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

export const middlewareType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3201',
  severity: 'error',
  title: 'middleware is not a list',
  message: ({ found }) => `\`middleware\` must be a list, but this is ${found}.`,
  hint: () => 'Write `middleware: [audit]`.',
};

export const notMiddleware: CatalogueEntry<{
  readonly found: string;
  readonly hint: string | undefined;
}> = {
  code: 'FW3202',
  severity: 'error',
  title: 'A list of middleware contains something that is not middleware',
  message: ({ found }) => `Every item in \`middleware\` must be middleware, but this is ${found}.`,
  hint: ({ hint }) =>
    hint ?? 'Create one: `export const audit = middleware(async (request, next) => next());`.',
};

export const missingProvider: CatalogueEntry<{
  readonly name: string;
  readonly kind: 'view' | 'middleware' | 'function' | 'module' | 'format';
  readonly reader: string;
  readonly isBehind: boolean;
}> = {
  code: 'FW3204',
  severity: 'error',
  title: "A provider's value is read outside the provider",
  message: ({ name, kind, reader, isBehind }) =>
    kind === 'module'
      ? `${code(name)} is read here while the module is loaded, when no request is being handled.`
      : isBehind
        ? `${code(name)} is read here by ${reader} that comes before it in the list.`
        : `${code(name)} is read here, but ${reader} can reach this code without running inside ${code(name)}.`,
  hint: ({ name, kind, isBehind }) => {
    if (kind === 'module') return 'Read it within a view, or within a function that a view calls.';
    if (kind === 'format')
      return 'An error format runs outside all middleware: use its arguments, such as `request`.';
    if (kind === 'function')
      return 'A provider runs only for requests to views: pass the value as an argument.';
    return isBehind
      ? `Move ${code(name)} closer to the start of the list.`
      : `Run this code inside ${code(name)}: add ${code(`middleware: [${name}]`)} to the route or to the application.`;
  },
};

export const unfollowedProvider: CatalogueEntry<NoData> = {
  code: 'FW3205',
  severity: 'warning',
  title: 'A provider has no name',
  message: () =>
    'This provider has no name, so it cannot be proved that the code that reads its value runs inside it.',
  hint: () =>
    'Make it a constant: `export const user = middleware.provide(...)`, or a member of a constant object.',
};

export const unreadMiddleware: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3206',
  severity: 'warning',
  title: 'A middleware comes from a package that is not analyzed',
  message: ({ name }) =>
    `This middleware is from the package ${code(name)}, whose package.json does not mention ${code('framework')}. The package is not analyzed, so what the middleware provides, reads and calls is unknown.`,
  hint: ({ name }) =>
    `Add ${code('"framework": "*"')} to ${code('peerDependencies')} in the package.json of ${code(name)}.`,
};

export const otherMiddleware: CatalogueEntry<{ readonly isEvent: boolean }> = {
  code: 'FW3203',
  severity: 'error',
  title: 'The wrong kind of middleware is listed',
  message: ({ isEvent }) =>
    isEvent
      ? 'This middleware is for lambda functions, but it is listed for a view.'
      : 'This middleware is for views, but it is listed for a lambda function.',
  hint: ({ isEvent }) =>
    isEvent
      ? `Create it with ${code('middleware(async (request, next) => ...)')}.`
      : `Create it with ${code('middleware.event(async (event, next) => ...)')}.`,
};

export const securityScheme: CatalogueEntry<{ readonly why: string }> = {
  code: 'FW3207',
  severity: 'error',
  title: "A provider's security is not an OpenAPI security scheme",
  message: ({ why }) => `A security scheme ${why}.`,
  hint: () =>
    "Write an OpenAPI scheme: `{ security: { type: 'http', scheme: 'bearer' } }`, or `{ type: 'apiKey', in: 'header', name: 'X-Key' }`.",
};

export const optionalType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3208',
  severity: 'error',
  title: 'The option optional of a provider is neither true nor false',
  message: ({ found }) => `\`optional\` must be \`true\` or \`false\`, but this is ${found}.`,
  hint: () => 'Write `optional: true`, or omit it.',
};

export const unknownProviderOption: CatalogueEntry<UnknownOption> = {
  code: 'FW3209',
  severity: 'error',
  title: 'A provider has an unknown option',
  message: ({ option }) => `\`middleware.provide\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) =>
    suggestion === undefined
      ? `Its options are ${known.map(code).join(' and ')}.`
      : `Write ${code(suggestion)}.`,
};

export const schemeName: CatalogueEntry<{ readonly name: string | undefined }> = {
  code: 'FW3215',
  severity: 'error',
  title: 'The security scheme of a provider has no unique name',
  message: ({ name }) =>
    name === undefined
      ? 'The security scheme of this provider is named after its variable, but the provider has no variable.'
      : `Two providers with a security scheme are named ${code(name)}; the OpenAPI document names each scheme after its variable, so these two would collide.`,
  hint: ({ name }) =>
    name === undefined
      ? 'Make it a constant: `export const user = middleware.provide(...)`.'
      : `Rename one of the variables.`,
};
