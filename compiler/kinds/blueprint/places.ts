// Where the blueprints of an application end up: a blueprint is registered with the application, or within another one that is
// (docs/decisions/blueprints.md).
import { joinPaths } from '../../../runtime/contract/joined-path.js';
import { parsePath } from '../../../runtime/contract/paths.js';
import type { AppFacts, Registration } from '../../declarations/app-facts.js';
import { entryOf, type StaticText, type StaticValue } from '../../values/static-value.js';

/** One place of a blueprint in an application. */
export type BlueprintPlace = {
  readonly app: number;
  /** The blueprints around what it declares, from the outside in; the last one is itself. */
  readonly chain: readonly number[];
  readonly urlPrefix: string;
  /** The texts that it is joined of. */
  readonly pieces: readonly StaticText[];
  readonly namePrefix: string;
  /** In the order of the chain. */
  readonly registrations: readonly Registration[];
};

export type Registered = Pick<AppFacts, 'blueprints' | 'registrations'>;

/** Blueprints within blueprints within blueprints: each way to one is a place, and their number may double at each step. */
const MOST_PLACES = 100;

/** The places of a blueprint. A circle leads to none. */
export function placesOf(facts: Registered, blueprint: number): readonly BlueprintPlace[] {
  return placesWithin(facts, { blueprint, around: [] });
}

type Search = { readonly blueprint: number; readonly around: readonly number[] };

function placesWithin(facts: Registered, { blueprint, around }: Search): readonly BlueprintPlace[] {
  if (around.includes(blueprint)) return [];
  const places = facts.registrations
    .filter((one) => one.blueprint === blueprint)
    .flatMap((registration): readonly BlueprintPlace[] => {
      const { parent } = registration;
      const outer: readonly BlueprintPlace[] =
        parent.kind === 'app'
          ? [{ app: parent.index, ...NOWHERE }]
          : placesWithin(facts, { blueprint: parent.index, around: [...around, blueprint] });
      return outer.map((place) => within(place, registration, blueprint));
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
  return {
    ...outer,
    chain: [...outer.chain, blueprint],
    urlPrefix: joinPaths(outer.urlPrefix, prefix?.value ?? '/'),
    pieces: prefix ? [...outer.pieces, prefix] : outer.pieces,
    namePrefix: outer.namePrefix + namePrefixOf(registration.options),
    registrations: [...outer.registrations, registration],
  };
}

/** The prefix of a registration; undefined when there is none, or when it is a mistake. */
function urlPrefixOf(options: StaticValue | undefined): StaticText | undefined {
  const text = textOf(options, 'urlPrefix');
  return text && parsePath(text.value).problems.length === 0 ? text : undefined;
}

function namePrefixOf(options: StaticValue | undefined): string {
  const prefix = textOf(options, 'namePrefix')?.value ?? '';
  return isNamePrefix(prefix) ? prefix : '';
}

/** Names of functions in the cloud can begin with it. */
export function isNamePrefix(prefix: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(prefix);
}

function textOf(options: StaticValue | undefined, name: string): StaticText | undefined {
  const value = entryOf(options, name)?.value;
  return value?.kind === 'string' ? value : undefined;
}
