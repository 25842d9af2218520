// Combines all event sources: the `events` part of the manifest, and the rules that apply to every source.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { type Kind, positionOf, unchecked } from '../../declarations/kind.js';
import { compareTexts, valueFor } from '../../groups.js';
import { functionName, isFunction } from '../function/function-name.js';
import * as texts from './catalogue.js';
import { definitionOf, type EventKind, declaredPayload, membersOf } from './event-kind.js';
import { SOURCE_DEFINITIONS } from './source-name.js';
import type { TypeDefinitions } from '../../declarations/declared-type.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { checkPatterns } from '../route/input-rules.js';
import { viewName, isView, viewKey } from '../view/view.js';
import { entryOf } from '../../values/static-value.js';

export type EventView = { readonly kind: EventKind; readonly view: ViewDeclaration };

/** Returns the kind that combines all kinds of event sources. */
export function eventsOf(kinds: readonly EventKind[]): Kind {
  const byMember = new Map<string, EventKind>(kinds.map((kind) => [kind.member, kind]));
  const declared = ({ views }: AppFacts): readonly EventView[] =>
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

function buildEvents(declared: readonly EventView[]): readonly EventEntry[] | undefined {
  if (declared.length === 0) return undefined;
  return declared
    .map(buildEvent)
    .toSorted((left, right) => compareTexts(left.function, right.function));
}

function buildEvent({ kind, view }: EventView): EventEntry {
  const { source } = kind.read(view);
  const name = functionName(view);
  if (!source || !name) throw unchecked('an event source');
  return { ...source, function: name.value, member: kind.member, at: positionOf(view.at) };
}

/** Reports a required third parameter. Optional and rest parameters are allowed. */
function checkParameters({ view: { target } }: EventView): readonly Diagnostic[] {
  const { parameters } = target;
  const third = parameters[2];
  if (!third || third.form === 'optional' || third.form === 'rest') return [];
  const data = { name: viewName(target), count: parameters.length };
  return [diagnose(texts.eventParameters, data, { at: third.at })];
}

/** Reports a first parameter whose type does not match what the decorator passes, or whose payload cannot be validated. */
function checkTypes(
  { kind, view }: EventView,
  definitions: TypeDefinitions,
): readonly Diagnostic[] {
  const [first] = view.target.parameters;
  const { event, type } = first ?? {};
  if (!event || type === undefined || type === 'unknown' || type === 'any') return [];
  const expected = kind.eventTypes(view);
  if (event.name === undefined || !expected.includes(event.name)) {
    if (event.name === undefined && event.payload) return [];
    const hint =
      expected.length === 0
        ? 'Declare the type of the input.'
        : `Write ${expected.map((name) => `\`${name}\``).join(' or ')} of 'framework', or omit the type.`;
    const data = { member: kind.member, found: type, expected, hint };
    return [diagnose(texts.eventType, data, { at: event.at })];
  }
  return checkPayload({ kind, view }, definitions);
}

function checkPayload(
  { kind, view }: EventView,
  definitions: TypeDefinitions,
): readonly Diagnostic[] {
  const declared = declaredPayload(view);
  if (!declared) return [];
  const { at, type, problems } = declared;
  const input = view.target.parameters[0]?.name ?? 'event';
  const context = { noun: kind.noun, view: viewName(view.target), input, at };
  const patterns = checkPatterns(declared.patterns, context);
  const isBytes = membersOf(type, definitions).some((member) => member.kind === 'bytes');
  const bytes =
    isBytes && kind.plainPayload !== 'bytes'
      ? [diagnose(texts.payloadType, { member: kind.member, found: 'bytes' }, { at })]
      : [];
  return [...problems, ...patterns, ...bytes];
}

// Rules that involve several declarations of sources: for the same function, or for the same source. A rule for one kind of
// source is in the folder of that kind.

/** Reports the first argument after the options. */
function checkExtraArguments({ kind, view }: EventView): readonly Diagnostic[] {
  const [at] = view.extraArguments;
  if (!at) return [];
  const { member, example } = kind;
  return [diagnose(texts.extraSourceArgument, { member, example }, { at })];
}

/**
 * Reports a source that is declared twice for one function. A function can have only one event source mapping for each queue or
 * stream, and one subscription for each topic. Two equal rules would call the function twice.
 */
function checkRepeatedSources(declared: readonly EventView[]): readonly Diagnostic[] {
  const firsts = new Map<string, ViewDeclaration>();
  return declared.flatMap(({ kind, view }) => {
    const identity = kind.identityOf(view);
    const name = functionName(view)?.value;
    if (!identity || name === undefined) return [];
    const { key, what } = identity;
    const first = valueFor(firsts, `${String(view.app)} ${name} ${key}`, () => view);
    // Two methods with the same name are reported by another rule.
    if (first === view || viewKey(first.target) !== viewKey(view.target)) return [];
    const related = [{ message: 'The first is here.', at: first.at }];
    return [diagnose(texts.repeatedSource, { name, what }, { at: view.at, related })];
  });
}

/** The decorators of a method define one function: they must agree on its name, and only one may list middleware. */
function checkFunctions(
  { views }: AppFacts,
  declared: readonly EventView[],
): readonly Diagnostic[] {
  const others = views.filter((view) => isFunction(view) && isView(view.target));
  const events = new Set(declared.map(({ view }) => view));
  const firsts = new Map<string, ViewDeclaration>();
  const listing = new Set<string>();
  const findings: Diagnostic[] = [];
  for (const view of others) {
    // A blueprint that is registered twice creates one function for each registration.
    const { app, namePrefix = '' } = view;
    const key = `${String(app)} ${namePrefix} ${viewKey(view.target)}`;
    const first = firsts.get(key);
    if (first && (events.has(view) || events.has(first))) {
      const found = checkSharing(first, view, events);
      if (found) findings.push(found);
    } else firsts.set(key, view);
    // A blueprint's middleware runs only once, even for a method with several decorators, so only a list on the decorator itself
    // can be a repetition.
    const at = view.chain ? view.ownMiddleware : entryOf(view.options, 'middleware')?.key.at;
    if (at && listing.has(key) && events.has(view))
      findings.push(diagnose(texts.repeatedMiddleware, {}, { at }));
    if (at) listing.add(key);
  }
  return findings;
}

function checkSharing(
  first: ViewDeclaration,
  view: ViewDeclaration,
  events: ReadonlySet<ViewDeclaration>,
): Diagnostic | undefined {
  const name = functionName(view);
  const other = functionName(first);
  if (!name || !other) return undefined;
  const lambda = [first, view].find((one) => !events.has(one));
  if (lambda) {
    const data = { name: name.value, other: undefined };
    return diagnose(texts.functionOfSources, data, { at: lambda.at });
  }
  if (name.value === other.value) return undefined;
  const related = [{ message: 'The other name is here.', at: other.at }];
  return diagnose(
    texts.functionOfSources,
    { name: name.value, other: other.value },
    { at: name.at, related },
  );
}
