// The kind `new Blueprint(...)` and its registration: the defaults for its views, and where it may be registered
// (docs/decisions/blueprints.md).
import { posix } from 'node:path';
import type {
  AppFacts,
  BlueprintDeclaration,
  Registration,
  ViewDeclaration,
} from '../../declarations/app-facts.js';
import type { Kind } from '../../declarations/kind.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { foundValue, text, textList } from '../../values/decoded.js';
import { decodeOptions, type OptionsObject, type OptionTable } from '../../values/options.js';
import type { StaticText } from '../../values/static-value.js';
import { type DeclaredFormat, formatOption } from '../format/format.js';
import { type Listed, middlewareOption } from '../middleware/middleware.js';
import { checkPathText } from '../route/paths.js';
import { ROUTE_OPTIONS, type RouteOptions } from '../route/options.js';
import * as texts from './catalogue.js';
import { isNamePrefix, blueprintPlaces, type BlueprintPlace } from './placed-view.js';

type Defaults = Partial<
  Pick<RouteOptions, 'cors' | 'authorizer' | 'contentTypes' | 'apiKeyRequired'>
>;
type BlueprintOptions = Defaults & {
  readonly middleware: readonly Listed[];
  readonly errors?: DeclaredFormat;
  readonly tags?: readonly string[];
};

const { cors, authorizer, contentTypes, apiKeyRequired } = ROUTE_OPTIONS.table;

const DEFAULTS: OptionTable<Defaults> = {
  cors: { ...given(cors), meaning: 'The default `cors` for its routes.' },
  authorizer: {
    ...given(authorizer),
    meaning:
      'The default `authorizer` for its routes; null removes the default of the enclosing blueprint.',
  },
  contentTypes: {
    ...given(contentTypes),
    meaning: 'The default `contentTypes` for its routes.',
  },
  apiKeyRequired: {
    ...given(apiKeyRequired),
    meaning: 'The default `apiKeyRequired` for its routes.',
  },
};

/** Returns the option of a route without its default, because a blueprint that omits the option changes nothing. */
function given<T extends { readonly absent?: unknown }>(option: T): Omit<T, 'absent'> {
  const { absent, ...rest } = option;
  return rest;
}

const BLUEPRINT_OPTIONS: OptionsObject<BlueprintOptions> = {
  table: {
    middleware: middlewareOption(
      'both',
      "Middleware around every view and lambda function in the blueprint. It runs inside the application's middleware.",
    ),
    errors: formatOption(
      "The format of error bodies for the blueprint's views. Members that are omitted come from the format of the enclosing blueprint or application.",
    ),
    ...DEFAULTS,
    tags: {
      ...textList(texts.tagsType),
      meaning:
        "The tags that group its routes in the OpenAPI document; defaults to the name of the blueprint's variable.",
    },
  },
  unknownOption: texts.unknownBlueprintOption,
  wrongType: ({ at }) => diagnose(texts.blueprintArguments, {}, { at }),
};

type RegisterOptions = { readonly urlPrefix?: string; readonly namePrefix?: string };

const REGISTER_OPTIONS: OptionsObject<RegisterOptions> = {
  table: {
    urlPrefix: {
      ...text(texts.prefixType, checkPathText),
      meaning: 'The prefix for the path of every route; may contain captures.',
    },
    namePrefix: {
      ...text(texts.prefixType, checkNamePrefix),
      problems: [texts.prefixType, texts.namePrefixCharacters],
      meaning: 'The prefix for the name of every function.',
    },
  },
  unknownOption: texts.unknownRegisterOption,
  wrongType: (value) =>
    diagnose(texts.registerOptions, { found: foundValue(value) }, { at: value.at }),
};

function checkNamePrefix({ value: prefix, at }: StaticText): readonly Diagnostic[] {
  return isNamePrefix(prefix) ? [] : [diagnose(texts.namePrefixCharacters, { prefix }, { at })];
}

function checkArguments({ arguments: values }: BlueprintDeclaration): readonly Diagnostic[] {
  const [options, extra] = values;
  if (extra) return [diagnose(texts.blueprintArguments, {}, { at: extra.at })];
  return decodeOptions(options, BLUEPRINT_OPTIONS).findings;
}

function checkRegistration(facts: AppFacts, registration: Registration): readonly Diagnostic[] {
  const { blueprint, given: found, options, isConditional, at } = registration;
  const name = nameOf(facts, blueprint);
  return [
    ...(blueprint === undefined
      ? [diagnose(texts.notABlueprint, { found: found.text }, { at: found.at })]
      : []),
    ...(isConditional && blueprint !== undefined
      ? [diagnose(texts.conditionalRegistration, { name }, { at })]
      : []),
    ...decodeOptions(options, REGISTER_OPTIONS).findings,
  ];
}

/**
 * Reports blueprints that are never registered, so that their views are not deployed. Skips blueprints that are registered on
 * another blueprint or come from a package. If it is not known which blueprint a registration refers to, reports nothing.
 */
function checkUnregistered(facts: AppFacts): readonly Diagnostic[] {
  const { blueprints, unreachedBlueprints, registrations, apps, entry } = facts;
  if (registrations.some(({ blueprint }) => blueprint === undefined)) return [];
  const app = apps[0]?.name ?? 'app';
  const unregistered = blueprints.filter(
    ({ at }, index) =>
      !at.file.includes('node_modules/') &&
      !registrations.some(({ blueprint }) => blueprint === index),
  );
  return [...unregistered, ...unreachedBlueprints].map(({ name, at }) => {
    const specifier = at.file === entry ? undefined : specifierOf(entry, at.file);
    return diagnose(texts.unregistered, { name, app, specifier }, { at });
  });
}

function specifierOf(entry: string, file: string): string {
  const path = posix.relative(posix.dirname(entry), file).replace(/\.([cm]?)tsx?$/, '.$1js');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Reports two registrations of the same blueprint with the same prefix, because their paths or function names would clash. */
function checkPlaces(facts: AppFacts): readonly Diagnostic[] {
  return facts.blueprints.flatMap(({ name }, index) => {
    const places = blueprintPlaces(facts, index);
    return places.flatMap((mount, position) => {
      const first = places
        .slice(0, position)
        .find((it) => it.urlPrefix === mount.urlPrefix || it.namePrefix === mount.namePrefix);
      const at = first && lastDifferent(mount, first)?.at;
      if (!first || !at) return [];
      const differs =
        mount.urlPrefix !== first.urlPrefix
          ? 'urlPrefix'
          : mount.namePrefix !== first.namePrefix
            ? 'namePrefix'
            : undefined;
      const before = lastDifferent(first, mount);
      const related = before ? [{ message: 'It is registered here first.', at: before.at }] : [];
      return [diagnose(texts.registeredAgain, { name, differs }, { at, related })];
    });
  });
}

/** Returns the innermost registration in the first chain that is not in the other. */
function lastDifferent(
  { registrations }: BlueprintPlace,
  other: BlueprintPlace,
): Registration | undefined {
  return registrations.findLast((one) => !other.registrations.includes(one));
}

/** Reports a cycle of blueprints at its last registration, which closes the cycle. */
function checkCircles(facts: AppFacts): readonly Diagnostic[] {
  const { registrations } = facts;
  const edges: Registration[] = [];
  return registrations.flatMap((registration) => {
    const { parent, blueprint, at } = registration;
    if (parent.kind !== 'blueprint' || blueprint === undefined) return [];
    const way = wayBetween(edges, blueprint, parent.index);
    edges.push(registration);
    if (!way) return [];
    const names = [blueprint, ...way.toReversed()].map(
      (index) => nameOf(facts, index) ?? 'a blueprint',
    );
    return [diagnose(texts.registeredInCircle, { names }, { at })];
  });
}

/** Returns the chain of blueprints from an outer to an inner blueprint; undefined if they are not nested. */
function wayBetween(
  edges: readonly Registration[],
  outer: number,
  inner: number,
): readonly number[] | undefined {
  const cameFrom = new Map<number, number | undefined>([[outer, undefined]]);
  for (const at of cameFrom.keys()) {
    if (at === inner) break;
    for (const { parent, blueprint } of edges) {
      if (parent.kind !== 'blueprint' || parent.index !== at || blueprint === undefined) continue;
      if (!cameFrom.has(blueprint)) cameFrom.set(blueprint, at);
    }
  }
  if (!cameFrom.has(inner)) return undefined;
  const way: number[] = [];
  for (let at: number | undefined = inner; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

function nameOf({ blueprints }: AppFacts, index: number | undefined): string | undefined {
  return index === undefined ? undefined : blueprints[index]?.name;
}

/**
 * Returns the tags of a view from its innermost blueprint: the option `tags`, otherwise the name of the blueprint; undefined if
 * it has no blueprint.
 */
export function blueprintTags(
  facts: AppFacts,
  { chain }: Pick<ViewDeclaration, 'chain'>,
): readonly string[] | undefined {
  const blueprint = facts.blueprints[chain?.at(-1) ?? -1];
  if (!blueprint) return undefined;
  const { value } = decodeOptions(blueprint.arguments[0], BLUEPRINT_OPTIONS).parts.tags;
  return value ?? (blueprint.name === undefined ? undefined : [blueprint.name]);
}

export const BLUEPRINT: Kind = {
  members: ['register'],
  classes: [],
  options: {
    'new Blueprint({ ... })': BLUEPRINT_OPTIONS.table,
    'app.register(blueprint, { ... })': REGISTER_OPTIONS.table,
  },
  rules: [
    ({ blueprints }) => blueprints.flatMap(checkArguments),
    (facts) => facts.registrations.flatMap((one) => checkRegistration(facts, one)),
    checkUnregistered,
    checkPlaces,
    checkCircles,
  ],
  catalogue: Object.values(texts),
  definitions: {},
};
