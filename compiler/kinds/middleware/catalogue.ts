// FW32: middleware, providers and blueprints (docs/decisions/middleware.md).
import type { CatalogueEntry } from '../../diagnostics/catalogue-entry.js';
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

export const otherMiddleware: CatalogueEntry<{ readonly isEvent: boolean }> = {
  code: 'FW3203',
  severity: 'error',
  title: 'A middleware stands around something of another kind',
  message: ({ isEvent }) =>
    isEvent
      ? 'This is a middleware of lambda functions, and it stands around a view.'
      : 'This is a middleware of views, and it stands around a lambda function.',
  hint: ({ isEvent }) =>
    isEvent
      ? `Make it with ${code('middleware(async (request, next) => ...)')}.`
      : `Make it with ${code('middleware.event(async (event, next) => ...)')}.`,
};
