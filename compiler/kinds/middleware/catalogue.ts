// FW32: middleware, providers and blueprints (docs/decisions/middleware.md).
import type { CatalogueEntry, NoData } from '../../diagnostics/catalogue-entry.js';
import { code } from '../../diagnostics/code-text.js';

export const middlewareType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW3201',
  severity: 'error',
  title: 'middleware is not a list',
  message: ({ found }) => `\`middleware\` must be a list, and this is ${found}.`,
  hint: () => 'Write `middleware: [audit]`.',
};

export const notMiddleware: CatalogueEntry<{
  readonly found: string;
  readonly hint: string | undefined;
}> = {
  code: 'FW3202',
  severity: 'error',
  title: 'A list of middleware holds something that is no middleware',
  message: ({ found }) => `Each item of \`middleware\` is a middleware, and this is ${found}.`,
  hint: ({ hint }) =>
    hint ?? 'Make one: `export const audit = middleware(async (request, next) => next());`.',
};

export const missingProvider: CatalogueEntry<{
  readonly name: string;
  readonly kind: 'view' | 'middleware' | 'function' | 'module';
  readonly reader: string;
  readonly isBehind: boolean;
}> = {
  code: 'FW3204',
  severity: 'error',
  title: 'The value of a provider is read outside of it',
  message: ({ name, kind, reader, isBehind }) =>
    kind === 'module'
      ? `${code(name)} is read here while the module is loaded, when no request is served.`
      : isBehind
        ? `${code(name)} is read here by ${reader} that stands before it in the list.`
        : `${code(name)} is read here, and ${reader} reaches this without running inside ${code(name)}.`,
  hint: ({ name, kind, isBehind }) => {
    if (kind === 'module') return 'Read it within a view, or within a function that a view calls.';
    if (kind === 'function') return 'A provider serves views: pass the value as an argument.';
    return isBehind
      ? `List ${code(name)} further to the left.`
      : `List it before what reads it: ${code(`middleware: [${name}]`)} of the route or of the application.`;
  },
};

export const unfollowedProvider: CatalogueEntry<NoData> = {
  code: 'FW3205',
  severity: 'warning',
  title: 'A provider is made where no name leads to it',
  message: () =>
    'No name leads to this provider, so it cannot be proved that what reads its value runs inside it.',
  hint: () =>
    'Make it a constant: `export const user = middleware.provide(...)`, or a member of a constant object.',
};

export const unreadMiddleware: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3206',
  severity: 'warning',
  title: 'A middleware is of a package that is not read',
  message: ({ name }) =>
    `This is of the package ${code(name)}, whose package.json does not name ${code('framework')}: it is not read, so what it provides, reads and calls is not known.`,
  hint: ({ name }) =>
    `Add ${code('"framework": "*"')} to ${code('peerDependencies')} in the package.json of ${code(name)}.`,
};

export const otherMiddleware: CatalogueEntry<{ readonly isEvent: boolean }> = {
  code: 'FW3203',
  severity: 'error',
  title: 'A middleware of the wrong kind is listed',
  message: ({ isEvent }) =>
    isEvent
      ? 'This middleware is for lambda functions, and it is listed for a view.'
      : 'This middleware is for views, and it is listed for a lambda function.',
  hint: ({ isEvent }) =>
    isEvent
      ? `Make it with ${code('middleware(async (request, next) => ...)')}.`
      : `Make it with ${code('middleware.event(async (event, next) => ...)')}.`,
};
