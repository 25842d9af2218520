// The places of blueprints: a blueprint is registered with the application, or inside another registered blueprint
// (docs/decisions/blueprints.md).
import { joinPaths } from '../../../runtime/contract/joined-path.js';
import { parsePath } from '../../../runtime/contract/paths.js';
import type { AppFacts, Registration } from '../../declarations/app-facts.js';
import { entryOf, type StaticText, type StaticValue } from '../../values/static-value.js';

/** One place of a blueprint in an application. */
export type BlueprintPlace = {
  readonly app: number;
  /** The enclosing blueprints, outermost first; the last one is the blueprint itself. */
  readonly chain: readonly number[];
  readonly urlPrefix: string;
  /** The pieces of the URL prefix. */
  readonly pieces: readonly StaticText[];
  readonly namePrefix: string;
  /** One registration for each blueprint of `chain`, in the same order. */
  readonly registrations: readonly Registration[];
};

export type Registered = Pick<AppFacts, 'blueprints' | 'registrations'>;

/**
 * The maximum number of places of one blueprint. Each path of nested registrations is a place, so their number can double with
 * each level.
 */
const MOST_PLACES = 100;

/** The places of a blueprint. A blueprint inside itself has none. */
export function placesOf(facts: Registered, blueprint: number): readonly BlueprintPlace[] {
  return placesWithin(facts, { blueprint, around: [] });
}

type BlueprintSearch = { readonly blueprint: number; readonly around: readonly number[] };

function placesWithin(
  facts: Registered,
  { blueprint, around }: BlueprintSearch,
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

/** The URL prefix of a registration; undefined when it is absent or invalid. */
function urlPrefixOf(options: StaticValue | undefined): StaticText | undefined {
  const text = textOf(options, 'urlPrefix');
  return text && parsePath(text.value).problems.length === 0 ? text : undefined;
}

function namePrefixOf(options: StaticValue | undefined): string {
  const prefix = textOf(options, 'namePrefix')?.value ?? '';
  return isNamePrefix(prefix) ? prefix : '';
}

/** Whether function names in the cloud may begin with the text. */
export function isNamePrefix(prefix: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(prefix);
}

function textOf(options: StaticValue | undefined, name: string): StaticText | undefined {
  const value = entryOf(options, name)?.value;
  return value?.kind === 'string' ? value : undefined;
}
