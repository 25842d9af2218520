// Rewrites a view of a blueprint, for one registration, as the equivalent declaration on the application. Only these
// declarations are read by the rules, the manifest and the OpenAPI document.
import type {
  BlueprintDeclaration,
  ViewDeclaration,
  AppFacts,
  Registration,
} from '../../declarations/app-facts.js';
import type { ViewKind } from '../../declarations/kind.js';
import type { Option } from '../../values/options.js';
import {
  entryOf,
  type StaticEntry,
  type StaticObject,
  type StaticValue,
  type StaticText,
} from '../../values/static-value.js';
import { otherMiddleware } from '../middleware/catalogue.js';
import { parsePath, joinPaths } from '../../../runtime/contract/paths.js';

/** Options that a view inherits from its blueprint. */
const DEFAULTS = ['cors', 'authorizer', 'contentTypes', 'apiKeyRequired'] as const;

type Placing = {
  readonly kind: ViewKind;
  readonly place: BlueprintPlace;
  readonly blueprints: readonly BlueprintDeclaration[];
};

type Around = {
  readonly kind: ViewKind;
  /** The options of the enclosing blueprints, outermost first. */
  readonly around: readonly StaticValue[];
};

export function placedView(
  view: ViewDeclaration,
  { kind, place, blueprints }: Placing,
): ViewDeclaration {
  const around = place.chain.flatMap((index) => blueprints[index]?.arguments[0] ?? []);
  return {
    ...view,
    app: place.app,
    chain: place.chain,
    namePrefix: place.namePrefix,
    ownMiddleware: entryOf(view.options, 'middleware')?.key.at,
    leading: kind.prefixed?.(view.leading, place) ?? view.leading,
    options: optionsOf(view, { kind, place, around }),
  };
}

/** Returns a view with its application's `cors` if neither the view nor a blueprint around it sets one. */
export function withCors(view: ViewDeclaration, cors: StaticValue): ViewDeclaration {
  const own = ownOptions(view);
  if (!own || entryOf(own, 'cors')) return view;
  const added = { key: { value: 'cors', at: cors.at }, value: cors };
  return { ...view, options: { ...own, entries: [...own.entries, added] } };
}

/** Returns the view's options, which may be empty; undefined if they are not an object. */
function ownOptions({ options, at }: ViewDeclaration): StaticObject | undefined {
  if (options?.kind === 'object') return options;
  const isAbsent = !options || options.kind === 'undefined';
  return isAbsent ? { kind: 'object', entries: [], at: options?.at ?? at } : undefined;
}

/** Adds the options from a view's blueprints. A value that is not an object is returned unchanged, and a rule reports it. */
function optionsOf(
  view: ViewDeclaration,
  { kind, place, around }: Around & Pick<Placing, 'place'>,
): StaticValue | undefined {
  const { options, target } = view;
  const own = ownOptions(view);
  if (!own) return options;
  const added = [
    ...DEFAULTS.flatMap((name) => defaultOf(own, { name, kind, around })),
    ...middlewareOf(own, { kind, around }),
    ...(optionNamed(kind, 'name') ? nameOf(own, target, place.namePrefix) : []),
  ];
  return options === undefined && added.length === 0
    ? undefined
    : { ...own, entries: [...own.entries, ...added] };
}

/** Returns the option from the innermost blueprint that sets it. */
function defaultOf(
  own: StaticObject,
  { name, kind, around }: Around & { readonly name: string },
): readonly StaticEntry[] {
  if (!optionNamed(kind, name) || entryOf(own, name)) return [];
  if (name === 'authorizer' && entryOf(own, 'authorizerName')) return [];
  const found = around.map((options) => entryOf(options, name)).findLast((entry) => entry);
  return found ? [found] : [];
}

/** Returns the blueprints' items that run around this kind of view, outermost first, followed by the view's own items. */
function middlewareOf(own: StaticObject, { kind, around }: Around): readonly StaticEntry[] {
  const option = optionNamed(kind, 'middleware');
  const entry = entryOf(own, 'middleware');
  if (!option || (entry && entry.value.kind !== 'list')) return [];
  const outer = around.flatMap((options) => {
    const value = entryOf(options, 'middleware')?.value;
    return value?.kind === 'list' ? value.items.filter((item) => isForThis(option, item)) : [];
  });
  if (outer.length === 0) return [];
  const listed = entry?.value.kind === 'list' ? entry.value.items : [];
  const at = entry?.value.at ?? own.at;
  return [
    { key: { value: 'middleware', at }, value: { kind: 'list', items: [...outer, ...listed], at } },
  ];
}

function isForThis(option: Option<unknown>, item: StaticValue): boolean {
  const { findings } = option.decode({ kind: 'list', items: [item], at: item.at });
  return findings.every(({ code }) => code !== otherMiddleware.code);
}

/** Returns the option `name` of a function, including the prefix from its blueprints. */
function nameOf(
  own: StaticObject,
  target: ViewDeclaration['target'],
  namePrefix: string,
): readonly StaticEntry[] {
  if (namePrefix === '') return [];
  const given = entryOf(own, 'name')?.value;
  if (given && given.kind !== 'string') return [];
  const name = given ?? target.name;
  if (!name) return [];
  const { value, at } = name;
  return [{ key: { value: 'name', at }, value: { kind: 'string', value: namePrefix + value, at } }];
}

function optionNamed({ options }: ViewKind, name: string): Option<unknown> | undefined {
  return Object.values(options)
    .map((table) => table[name])
    .find((option) => option !== undefined);
}

// Finds every position at which a blueprint is registered: with the application, or inside another registered blueprint
// (docs/decisions/blueprints.md).

export type BlueprintPlace = {
  readonly app: number;
  /** The enclosing blueprints, outermost first, ending with the blueprint itself. */
  readonly chain: readonly number[];
  readonly urlPrefix: string;
  /** The pieces of the URL prefix. */
  readonly pieces: readonly StaticText[];
  readonly namePrefix: string;
  /** The registration of each blueprint in `chain`, in the same order. */
  readonly registrations: readonly Registration[];
};

type Registered = Pick<AppFacts, 'blueprints' | 'registrations'>;

/** The maximum number of positions of a blueprint. The number can double with each level of nested registrations. */
const MOST_PLACES = 100;

/** Returns the positions of a blueprint; none for a blueprint that is inside itself. */
export function blueprintPlaces(facts: Registered, blueprint: number): readonly BlueprintPlace[] {
  return placesWithin(facts, { blueprint, around: [] });
}

function placesWithin(
  facts: Registered,
  { blueprint, around }: { readonly blueprint: number; readonly around: readonly number[] },
): readonly BlueprintPlace[] {
  if (around.includes(blueprint)) return [];
  const places = facts.registrations
    .filter((one) => one.blueprint === blueprint)
    .flatMap((registration): readonly BlueprintPlace[] => {
      const { parent } = registration;
      const outer: readonly BlueprintPlace[] =
        parent.kind === 'app'
          ? [{ app: parent.index, ...NOWHERE }]
          : placesWithin(facts, { blueprint: parent.index, around: [...around, blueprint] });
      return outer.map((mount) => within(mount, registration, blueprint));
    });
  return places.slice(0, MOST_PLACES);
}

const NOWHERE = {
  chain: [],
  urlPrefix: '/',
  pieces: [],
  namePrefix: '',
  registrations: [],
} as const;

function within(
  outer: BlueprintPlace,
  registration: Registration,
  blueprint: number,
): BlueprintPlace {
  const prefix = urlPrefixOf(registration.options);
  const namePrefix = textOf(registration.options, 'namePrefix')?.value ?? '';
  return {
    ...outer,
    chain: [...outer.chain, blueprint],
    urlPrefix: joinPaths(outer.urlPrefix, prefix?.value ?? '/'),
    pieces: prefix ? [...outer.pieces, prefix] : outer.pieces,
    namePrefix: outer.namePrefix + (isNamePrefix(namePrefix) ? namePrefix : ''),
    registrations: [...outer.registrations, registration],
  };
}

/** Returns the URL prefix of a registration; undefined if the prefix is absent or invalid. */
function urlPrefixOf(options: StaticValue | undefined): StaticText | undefined {
  const text = textOf(options, 'urlPrefix');
  return text && parsePath(text.value).problems.length === 0 ? text : undefined;
}

/** Tells whether the name of a Lambda function may begin with the text. */
export function isNamePrefix(prefix: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(prefix);
}

function textOf(options: StaticValue | undefined, name: string): StaticText | undefined {
  const value = entryOf(options, name)?.value;
  return value?.kind === 'string' ? value : undefined;
}
