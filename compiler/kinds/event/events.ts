// All sources of events together: the part `events` of the manifest, and the rules that hold for every kind of them.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import type { Kind } from '../../declarations/kind.js';
import { positionOf, unchecked } from '../../declarations/manifest-part.js';
import { compareTexts } from '../../text-order.js';
import { functionName } from '../function/function-name.js';
import * as texts from './catalogue.js';
import { definitionOf, type EventKind } from './event-kind.js';
import { checkParameters, checkTypes } from './parameter-rules.js';
import { SOURCE_DEFINITIONS } from './source-name.js';
import { checkExtraArguments, checkFunctions, checkRepeatedSources } from './source-rules.js';

/** A declaration of a source, with its kind. */
export type Declared = { readonly kind: EventKind; readonly view: ViewDeclaration };

/** The kind that joins the kinds of sources. */
export function eventsOf(kinds: readonly EventKind[]): Kind {
  const byMember = new Map<string, EventKind>(kinds.map((kind) => [kind.member, kind]));
  const declared = ({ views }: AppFacts): readonly Declared[] =>
    views.flatMap((view) => {
      const kind = byMember.get(view.kind);
      return kind ? [{ kind, view }] : [];
    });
  return {
    members: [],
    classes: [],
    options: {},
    rules: [
      (facts) => declared(facts).flatMap(({ kind, view }) => kind.read(view).findings),
      (facts) => declared(facts).flatMap(checkExtraArguments),
      (facts) => declared(facts).flatMap(checkParameters),
      (facts) => declared(facts).flatMap((one) => checkTypes(one, facts.types)),
      (facts) => checkRepeatedSources(declared(facts)),
      (facts) => checkFunctions(facts, declared(facts)),
    ],
    catalogue: Object.values(texts),
    manifest: {
      name: 'events',
      isOptional: true,
      build: (facts) => buildEvents(declared(facts)),
      schema: {
        description:
          'What sends events to functions, sorted by function; absent when nothing does.',
        type: 'array',
        minItems: 1,
        items: {
          oneOf: [...new Set(kinds.map(({ member }) => definitionOf(member)))].map((name) => ({
            $ref: `#/definitions/${name}`,
          })),
        },
      },
    },
    definitions: SOURCE_DEFINITIONS,
  };
}

function buildEvents(declared: readonly Declared[]): readonly EventEntry[] | undefined {
  if (declared.length === 0) return undefined;
  return declared
    .map(buildEvent)
    .toSorted((left, right) => compareTexts(left.function, right.function));
}

function buildEvent({ kind, view }: Declared): EventEntry {
  const { source } = kind.read(view);
  const name = functionName(view);
  if (!source || !name) throw unchecked('a source of events');
  return { ...source, function: name.value, member: kind.member, at: positionOf(view.at) };
}
