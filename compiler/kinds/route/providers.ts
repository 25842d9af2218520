// Checks that every view runs inside the providers whose values its code reads, directly or through functions that it calls.
// The same applies to every middleware around the view (docs/decisions/middleware.md).
import type { AppFacts, ProviderRead } from '../../declarations/app-facts.js';
import { groupBy } from '../../groups.js';
import { isFunction } from '../function/function-name.js';
import { type Diagnostic, type SourceSpan, code, diagnose } from '../../diagnostics/diagnostic.js';
import { commonMiddleware } from '../app/app.js';
import { missingProvider } from '../middleware/catalogue.js';
import { type Listed, stepMessage } from '../middleware/middleware.js';
import { viewName } from '../view/view.js';
import { routesOf, type Route } from './route.js';

export function checkProviders(facts: AppFacts): readonly Diagnostic[] {
  const { providerReads } = facts;
  if (providerReads.length === 0) return [];
  const byReader = groupBy(providerReads, ({ reader }) => keyOf(reader));
  const found = new Map<string, Diagnostic>();
  for (const reading of readingsOf(facts)) {
    for (const read of byReader.get(reading.key) ?? []) {
      const provider = keyOf(read.provider);
      if (reading.inside.includes(provider)) continue;
      const location = `${provider} ${keyOf(read.at)}`;
      if (!found.has(location)) found.set(location, report(read, reading));
    }
  }
  return [...found.values()];
}

/** A view or a middleware, and the middleware around it. */
type ProviderReader = {
  readonly key: string;
  readonly kind: 'view' | 'middleware' | 'function';
  readonly text: string;
  readonly at: SourceSpan;
  readonly inside: readonly string[];
  readonly chain: readonly string[];
};

function readingsOf(facts: AppFacts): readonly ProviderReader[] {
  const routes = routesOf(facts).flatMap((route): readonly ProviderReader[] => {
    const common = commonMiddleware(facts, route.app);
    const listed = route.decoded.parts.middleware.value;
    if (!common || !listed) return [];
    return readingsOfRoute(route, [...common, ...listed]);
  });
  const functions = facts.views.filter(isFunction);
  return [
    ...routes,
    ...functions.map(({ at, target }): ProviderReader => ({
      key: keyOf(at),
      kind: 'function',
      text: `the function ${code(viewName(target))}`,
      at: target.at,
      inside: [],
      chain: [],
    })),
  ];
}

function readingsOfRoute(route: Route, layers: readonly Listed[]): readonly ProviderReader[] {
  // If a function of the project returns the middleware, the call in the list identifies it.
  const chain = layers.map(({ origin, at: listedAt }) => keyOf(origin ?? listedAt));
  const { target, at } = route;
  const view = {
    key: keyOf(at),
    kind: 'view' as const,
    text: `the view ${code(viewName(target))}`,
    at: target.at,
  };
  return [
    { ...view, inside: chain, chain },
    ...layers.map(({ origin, at: listedAt }, index): ProviderReader => ({
      key: keyOf(origin ?? listedAt),
      kind: 'middleware',
      text: 'a middleware',
      at: listedAt,
      inside: chain.slice(0, index),
      chain,
    })),
  ];
}

function report(
  { name, at, provider, steps }: ProviderRead,
  { kind, text, inside, chain, at: place }: ProviderReader,
): Diagnostic {
  const isBehind = chain.includes(keyOf(provider)) && !inside.includes(keyOf(provider));
  const what =
    kind === 'middleware'
      ? 'The middleware is listed'
      : `${text.charAt(0).toUpperCase()}${text.slice(1)} is`;
  const related = [
    { message: `${what} here.`, at: place },
    ...steps.map((step) => ({ message: stepMessage(step.name), at: step.at })),
  ];
  return diagnose(missingProvider, { name, kind, reader: text, isBehind }, { at, related });
}

function keyOf({ file, start }: SourceSpan): string {
  return `${file}:${String(start)}`;
}
