// Combines all resources: the part `resources` of the manifest, and the rules that involve several resources.
import type { ResourceEntry } from '../../../runtime/contract/manifest.js';
import { failedName, resourceVariables } from '../../../runtime/contract/resources.js';
import type { AppFacts, MadeConstant } from '../../declarations/app-facts.js';
import { type Kind, positionOf, unchecked } from '../../declarations/kind.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { compareTexts, oncePer, valueFor } from '../../groups.js';
import { objectSchema } from '../../values/decoded.js';
import { entryOf } from '../../values/static-value.js';
import * as texts from './catalogue.js';
import {
  definitionOf,
  nameOfInstance,
  type ResourceKind,
  resourceTypeOf,
  type ReadResource,
} from './resource-kind.js';

type DeclaredResource = ReadResource & { readonly kind: ResourceKind; readonly made: MadeConstant };

/** Returns the kind that combines all kinds of resources. */
export function resourcesOf(kinds: readonly ResourceKind[]): Kind {
  const byMaker = new Map(kinds.map((kind) => [kind.maker, kind]));
  const declaredIn = oncePer((facts: AppFacts): readonly DeclaredResource[] =>
    facts.made.flatMap((made) => {
      const kind = byMaker.get(made.maker);
      return kind ? [{ kind, made, ...kind.read(made) }] : [];
    }),
  );
  return {
    members: [],
    classes: [],
    options: {},
    rules: [
      (facts) => declaredIn(facts).flatMap(checkDeclaration),
      (facts) => checkNames(declaredIn(facts)),
      (facts) => checkVariables(entriesOf(facts, declaredIn(facts))),
    ],
    catalogue: Object.values(texts).filter((entry) => typeof entry === 'object'),
    manifest: {
      name: 'resources',
      isOptional: true,
      build: (facts) => buildResources(facts, declaredIn(facts)),
      schema: {
        description:
          'The resources that a deploy creates, sorted by type and name; absent when the source declares none.',
        type: 'array',
        minItems: 1,
        items: {
          oneOf: kinds.map(({ type }) => ({ $ref: `#/definitions/${definitionOf(type)}` })),
        },
      },
    },
    definitions: {
      keyAttribute: {
        description: 'An attribute of a key.',
        ...objectSchema(['name', 'type'], {
          name: { type: 'string', minLength: 1, maxLength: 255 },
          type: { enum: ['string', 'number', 'binary'] },
        }),
      },
    },
  };
}

function checkDeclaration({ kind, made, name, findings }: DeclaredResource): readonly Diagnostic[] {
  const { maker, example, type } = kind;
  const { name: constant, isUsed, at } = made;
  if (made.arguments === undefined || constant === undefined)
    return [diagnose(texts.resourcePlace, { maker, example }, { at })];
  if (isUsed || !name || findings.length > 0) return findings;
  return [diagnose(texts.unusedResource, { type, name: name.value, constant }, { at })];
}

/** A queue with `retries` also uses the name of its queue for failed messages. */
function checkNames(declared: readonly DeclaredResource[]): readonly Diagnostic[] {
  const named = declared.flatMap(({ kind: { type }, name, made, described }) =>
    name && made.name !== undefined ? [{ type, name: name.value, at: made.at, described }] : [],
  );
  return named.flatMap((one) => {
    const { type, name, at } = one;
    const other = named.find((each) => each !== one && each.type === type && each.name === name);
    const owner = named.find(
      (each) =>
        type === 'queue' &&
        each.type === type &&
        each.described &&
        'retries' in each.described &&
        failedName(each.name) === name,
    );
    if (other) {
      const related = [{ message: 'The other one is here.', at: other.at }];
      return [diagnose(texts.sameResource, { type, name, isFailed: false }, { at, related })];
    }
    if (!owner) return [];
    const related = [{ message: 'The queue with `retries` is here.', at: owner.at }];
    const data = { type, name: owner.name, isFailed: true };
    return [diagnose(texts.sameResource, data, { at, related })];
  });
}

type Entry = { readonly entry: ResourceEntry; readonly made: MadeConstant };

function checkVariables(entries: readonly Entry[]): readonly Diagnostic[] {
  const firsts = new Map<string, Entry>();
  return entries.flatMap((one) =>
    resourceVariables(one.entry).flatMap(({ name: variable }) => {
      const first = valueFor(firsts, variable, () => one);
      // Two declarations of the same resource are reported separately.
      if (first.entry.name === one.entry.name) return [];
      const related = [{ message: 'The other one is here.', at: first.made.at }];
      const data = { variable, names: [first.entry.name, one.entry.name] as const };
      return [diagnose(texts.sameVariable, data, { at: one.made.at, related })];
    }),
  );
}

function entriesOf(facts: AppFacts, declared: readonly DeclaredResource[]): readonly Entry[] {
  const sources = queueSources(facts);
  return declared.flatMap(({ kind: { type }, made, name, described }) => {
    if (!name || !described || made.name === undefined) return [];
    const isArnRead = made.readsArn === true || (type === 'queue' && sources.has(name.value));
    const entry = {
      type,
      name: name.value,
      ...described,
      ...(isArnRead && type !== 'topic' && { arn: true }),
      at: positionOf(made.at),
    };
    return [{ entry: entry as ResourceEntry, made }]; // because the kind creates the properties of this type of resource
  });
}

/** Returns the queues that are event sources of a function. The function identifies them by their ARN (`boundName`). */
function queueSources({ views }: AppFacts): ReadonlySet<string> {
  const names = views.flatMap(({ options }) =>
    [entryOf(options, 'queue')?.value].flatMap((value) =>
      value?.kind === 'instance' && resourceTypeOf(value) === 'queue'
        ? [nameOfInstance(value)]
        : [],
    ),
  );
  return new Set(names.filter((name) => name !== undefined));
}

function buildResources(
  facts: AppFacts,
  declared: readonly DeclaredResource[],
): readonly ResourceEntry[] | undefined {
  const entries = entriesOf(facts, declared).map(({ entry }) => entry);
  if (entries.length !== declared.length) throw unchecked('a resource');
  if (entries.length === 0) return undefined;
  return entries.toSorted(
    (left, right) => compareTexts(left.type, right.type) || compareTexts(left.name, right.name),
  );
}
