// The authorizers of routes: the option `authorizer`, the deprecated option `authorizerName`, and the list of the application's
// authorizers.
import { IAM_AUTHORIZER, type AuthorizerEntry } from '../../../runtime/contract/manifest.js';
import type {
  AppFacts,
  AuthorizerDeclaration,
  ViewDeclaration,
} from '../../declarations/app-facts.js';
import type { Kind } from '../../declarations/kind.js';
import {
  type Diagnostic,
  type SourceSpan,
  nearestName,
  diagnose,
} from '../../diagnostics/diagnostic.js';
import { compareTexts, valueFor } from '../../groups.js';
import { sound, text, wrongType, objectSchema } from '../../values/decoded.js';
import {
  schemasOf,
  type DefaultedOption,
  type OptionTable,
  type RequiredOption,
} from '../../values/options.js';
import {
  entryOf,
  type StaticInstance,
  type StaticText,
  replaceText,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';
import { CUSTOM, decodeDefinition, decodeInstance, POOL, ROUTE_SCOPES } from './options.js';

/** A mistake in an authorizer is reported once, where it is created, even if several routes use it. */
export const AUTHORIZER_OPTION: DefaultedOption<AuthorizerEntry | null> = {
  decode: (value) => {
    if (value.kind === 'null') return sound(null);
    const decoded = value.kind === 'instance' ? decodeInstance(value) : undefined;
    if (!decoded) return wrongType(texts.authorizerType, value);
    return { value: decoded.value, findings: [] };
  },
  problems: [texts.authorizerType],
  schema: {
    description: 'The name of an entry of `authorizers`; null when the route has none.',
    type: ['string', 'null'],
  },
  absent: null,
  meaning:
    'The authorizer, which decides whether a request is admitted; null removes the authorizer that the blueprint sets.',
};

/** Reports only values that are not static. `checkDeprecatedName`, which also sees `authorizer`, checks the type. */
export const AUTHORIZER_NAME_OPTION: DefaultedOption<string | null> = {
  decode: (value) => {
    const { value: name, findings } = text(texts.authorizerNameType).decode(value);
    return { value: name, findings: value.kind === 'unknown' ? findings : [] };
  },
  schema: { type: 'string' },
  problems: [texts.authorizerNameType, texts.unknownAuthorizerName, texts.twoAuthorizers],
  absent: null,
  meaning: 'The name passed to `app.defineAuthorizer`.',
};

/** Returns the authorizer of a route; undefined if the route has none, or if it is invalid. */
export function authorizerOf(
  facts: AppFacts,
  { app, options }: ViewDeclaration,
): AuthorizerEntry | undefined {
  const given = entryOf(options, 'authorizer')?.value;
  if (given) return AUTHORIZER_OPTION.decode(given).value ?? undefined;
  const name = entryOf(options, 'authorizerName')?.value;
  const definition = name?.kind === 'string' && findDefinition(facts, app, name.value);
  return definition ? decodeDefinition(definition).value : undefined;
}

/** Returns the `defineAuthorizer` call for a name. If there are several, returns the last one, which the runtime uses too. */
function findDefinition(
  { authorizers }: AppFacts,
  app: number,
  name: string,
): AuthorizerDeclaration | undefined {
  return authorizers.findLast(
    (definition) =>
      definition.app === app && definition.name.kind === 'string' && definition.name.value === name,
  );
}

function routesOf({ views }: AppFacts): readonly ViewDeclaration[] {
  return views.filter(({ kind }) => kind === 'route');
}

/** An authorizer object, and the application of the first route that uses it. */
type MadeAuthorizer = { readonly app: number; readonly instance: StaticInstance };

/** Returns each authorizer object of the routes once. All uses of a constant refer to the same `new` expression. */
function madeAuthorizers(facts: AppFacts): readonly MadeAuthorizer[] {
  const byArguments = new Map<StaticInstance['arguments'], MadeAuthorizer>();
  for (const { app, options } of routesOf(facts)) {
    const instance = entryOf(options, 'authorizer')?.value;
    if (instance?.kind !== 'instance' || byArguments.has(instance.arguments)) continue;
    byArguments.set(instance.arguments, { app, instance });
  }
  return [...byArguments.values()];
}

function checkArguments(facts: AppFacts): readonly Diagnostic[] {
  return [
    ...madeAuthorizers(facts).flatMap(({ instance }) => decodeInstance(instance)?.findings ?? []),
    ...facts.authorizers.flatMap((definition) => decodeDefinition(definition).findings),
  ];
}

type NamedAuthorizer = {
  readonly app: number;
  readonly entry: AuthorizerEntry;
  readonly at: SourceSpan;
};

/** Reports names that several authorizers share, because the manifest and the gateway identify an authorizer by its name. */
function checkNames(facts: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, NamedAuthorizer>();
  return namedAuthorizers(facts).flatMap(({ app, entry, at }) => {
    const { name } = entry;
    if (entry.kind !== 'iam' && name === IAM_AUTHORIZER) {
      return [diagnose(texts.reservedAuthorizerName, { name }, { at })];
    }
    const first = valueFor(firsts, `${app} ${name}`, () => ({ app, entry, at }));
    if (textOf(first.entry) === textOf(entry)) return [];
    const message = 'The first authorizer with that name is created here.';
    const related = [{ message, at: first.at }];
    return [diagnose(texts.authorizerNameTaken, { name }, { at, related })];
  });
}

function namedAuthorizers(facts: AppFacts): readonly NamedAuthorizer[] {
  const defined = facts.authorizers.flatMap((definition) => {
    const entry = decodeDefinition(definition).value;
    return entry ? [{ app: definition.app, entry, at: definition.name.at }] : [];
  });
  const made = madeAuthorizers(facts).flatMap(({ app, instance }) => {
    const entry = decodeInstance(instance)?.value;
    return entry ? [{ app, entry, at: instance.at }] : [];
  });
  return [...defined, ...made];
}

/** Returns a key that is the same for all authorizers that accept the same requests. */
function textOf(entry: AuthorizerEntry): string {
  switch (entry.kind) {
    case 'iam':
      return entry.kind;
    case 'userPool':
      return JSON.stringify([
        entry.kind,
        entry.header.toLowerCase(),
        entry.providerArns.toSorted(),
        entry.scopes?.toSorted() ?? [],
      ]);
    case 'custom':
      return JSON.stringify([
        entry.kind,
        entry.header.toLowerCase(),
        entry.authorizerUri,
        entry.ttl ?? null,
      ]);
  }
}

const DEFAULT_QUOTA = 10;

/**
 * Warns about more than 10 authorizers, the limit of a REST API unless the account's quota was increased
 * (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html).
 */
function checkCount(facts: AppFacts): readonly Diagnostic[] {
  const [app] = facts.apps;
  // IAM authorization is a property of a method, not an authorizer, so it does not count.
  const used = usedAuthorizers(facts).filter(({ kind }) => kind !== 'iam');
  const count = new Set(used.map(({ name }) => name)).size;
  if (!app || count <= DEFAULT_QUOTA) return [];
  return [diagnose(texts.tooManyAuthorizers, { count, quota: DEFAULT_QUOTA }, { at: app.at })];
}

/** Reports scopes on an authorizer without a user pool: only tokens from user pools have scopes. */
function checkRouteScopes(facts: AppFacts): readonly Diagnostic[] {
  return routesOf(facts).flatMap((view) => {
    const scopes = entryOf(view.options, 'scopes');
    const names = ['authorizer', 'authorizerName'];
    const isNamed = names.some((name) => entryOf(view.options, name) !== undefined);
    const found = authorizerOf(facts, view);
    // If the scopes or the authorizer are invalid, only that is reported.
    if (!scopes || ROUTE_SCOPES.decode(scopes.value).findings.length > 0) return [];
    if (found?.kind === 'userPool' || (isNamed && !found)) return [];
    const subject = found && { iam: 'IAMAuthorizer', custom: 'CustomAuthorizer' }[found.kind];
    return [diagnose(texts.scopesWithoutPool, { found: subject }, { at: scopes.key.at })];
  });
}

function usedAuthorizers(facts: AppFacts): readonly AuthorizerEntry[] {
  return routesOf(facts).flatMap((view) => authorizerOf(facts, view) ?? []);
}

/** Warns about the deprecated way to name an authorizer, which still works (specification 5). */
function checkDeprecated(facts: AppFacts): readonly Diagnostic[] {
  return [
    ...facts.authorizers.map(({ at }) => diagnose(texts.deprecatedDefineAuthorizer, {}, { at })),
    ...routesOf(facts).flatMap((view) => checkDeprecatedName(view, facts)),
  ];
}

/** Warns about `authorizerName`. An invalid name is reported as an error instead. */
function checkDeprecatedName(
  { app, options }: ViewDeclaration,
  facts: AppFacts,
): readonly Diagnostic[] {
  const option = entryOf(options, 'authorizerName');
  if (!option) return [];
  const { at } = option.key;
  const authorizer = entryOf(options, 'authorizer');
  if (authorizer) {
    const related = [{ message: 'The other authorizer is here.', at: authorizer.key.at }];
    return [diagnose(texts.twoAuthorizers, {}, { at, related })];
  }
  const name = option.value;
  if (name.kind === 'unknown') return [];
  if (name.kind !== 'string') return wrongType(texts.authorizerNameType, name).findings;
  if (!findDefinition(facts, app, name.value)) return [reportUnknown(name, facts)];
  return [diagnose(texts.deprecatedAuthorizerName, {}, { at })];
}

function reportUnknown(name: StaticText, { authorizers }: AppFacts): Diagnostic {
  const known = authorizers.flatMap((item) =>
    item.name.kind === 'string' ? [item.name.value] : [],
  );
  const suggestion = nearestName(name.value, known);
  const location = { at: name.at, fix: replaceText(name, suggestion) };
  return diagnose(texts.unknownAuthorizerName, { name: name.value, suggestion }, location);
}

/** An authorizer that no route uses is not a resource of the API. */
function buildAuthorizers(facts: AppFacts): AuthorizerEntry[] {
  // Equal authorizers may be written differently. Sorting makes the choice among them independent of the order of the routes.
  const ranked = usedAuthorizers(facts).toSorted((left, right) =>
    compareTexts(JSON.stringify(right), JSON.stringify(left)),
  );
  const byName = new Map(ranked.map((entry) => [entry.name, entry]));
  return [...byName.values()].toSorted((left, right) => compareTexts(left.name, right.name));
}

function schemaOf<T>(kind: AuthorizerEntry['kind'], name: object, table: OptionTable<T>): object {
  // An option that is not required and has no default may be absent.
  const rows = Object.entries<Partial<RequiredOption<unknown>>>(table);
  const required = rows.filter(([, { missing }]) => missing).map(([option]) => option);
  return objectSchema(['kind', 'name', ...required], {
    kind: { const: kind },
    name,
    ...schemasOf(table),
  });
}

const NAME = { type: 'string', minLength: 1 };

export const AUTHORIZER: Kind = {
  members: ['defineAuthorizer'],
  classes: ['IAMAuthorizer', 'UserPoolAuthorizer', 'CustomAuthorizer'],
  options: {
    'new UserPoolAuthorizer(name, { ... })': POOL.table,
    'new CustomAuthorizer(name, { ... })': CUSTOM.table,
  },
  rules: [checkArguments, checkNames, checkCount, checkRouteScopes, checkDeprecated],
  catalogue: Object.values(texts),
  manifest: {
    name: 'authorizers',
    build: buildAuthorizers,
    schema: {
      description: 'Authorizers that routes use, sorted by name.',
      type: 'array',
      items: { $ref: '#/definitions/authorizer' },
    },
  },
  definitions: {
    authorizer: {
      oneOf: [
        schemaOf('iam', { const: IAM_AUTHORIZER }, {}),
        schemaOf('userPool', NAME, POOL.table),
        schemaOf('custom', NAME, CUSTOM.table),
      ],
    },
  },
};
