// Rules about several declarations of sources: of one function, and of one source. A rule about one kind of source is in the
// folder of that kind.
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { entryOf } from '../../values/static-value.js';
import { functionName, isFunction } from '../function/function-name.js';
import { isView, viewKey } from '../view/view.js';
import * as texts from './catalogue.js';
import type { EventKind } from './event-kind.js';

type Declared = { readonly kind: EventKind; readonly view: ViewDeclaration };

/** Reports the first argument behind the options. */
export function checkExtraArguments({ kind, view }: Declared): readonly Diagnostic[] {
  const [at] = view.extraArguments;
  if (!at) return [];
  const { member, example } = kind;
  return [diagnose(texts.extraSourceArgument, { member, example }, { at })];
}

/**
 * A function has one event source mapping for each queue or stream, and one subscription for each topic. Two equal rules would
 * call it twice.
 */
export function checkRepeatedSources(declared: readonly Declared[]): readonly Diagnostic[] {
  const firsts = new Map<string, ViewDeclaration>();
  return declared.flatMap(({ kind, view }) => {
    const identity = kind.identityOf(view);
    const name = functionName(view)?.value;
    if (!identity || name === undefined) return [];
    const { key, what } = identity;
    const whole = `${String(view.app)} ${name} ${key}`;
    const first = firsts.get(whole);
    if (!first) {
      firsts.set(whole, view);
      return [];
    }
    // Two methods with the same name have a diagnostic of their own.
    if (viewKey(first.target) !== viewKey(view.target)) return [];
    const related = [{ message: 'The first is here.', at: first.at }];
    return [diagnose(texts.repeatedSource, { name, what }, { at: view.at, related })];
  });
}

/** The decorators of one method make one function: they agree on its name, and one of them lists its middleware. */
export function checkFunctions(
  { views }: AppFacts,
  declared: readonly Declared[],
): readonly Diagnostic[] {
  const others = views.filter((view) => isFunction(view) && isView(view.target));
  const events = new Set(declared.map(({ view }) => view));
  const firsts = new Map<string, ViewDeclaration>();
  const listing = new Set<string>();
  const findings: Diagnostic[] = [];
  for (const view of others) {
    // A blueprint that is registered twice makes a function at each place.
    const { app, namePrefix = '' } = view;
    const key = `${String(app)} ${namePrefix} ${viewKey(view.target)}`;
    const first = firsts.get(key);
    if (first && (events.has(view) || events.has(first))) {
      const found = checkSharing(first, view, events);
      if (found) findings.push(found);
    } else firsts.set(key, view);
    // The middleware of blueprints runs once, also for a method with several decorators.
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
