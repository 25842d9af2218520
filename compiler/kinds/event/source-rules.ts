// What several declarations of sources say together: of one function, and of one source.
import type { EventSource } from '../../../runtime/contract/events.js';
import type { SourceName } from '../../../runtime/contract/source-parts.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import { code } from '../../diagnostics/code-text.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { entryOf } from '../../values/static-value.js';
import { functionName, isFunction } from '../function/function-name.js';
import { isView, viewKey } from '../view/view.js';
import * as texts from './catalogue.js';
import type { EventKind } from './event-kind.js';
import { sourceNameText } from './source-name.js';

type Declared = { readonly kind: EventKind; readonly view: ViewDeclaration };

/** One mistake, however many arguments. */
export function checkExtraArguments({ kind, view }: Declared): readonly Diagnostic[] {
  const [at] = view.extraArguments;
  if (!at) return [];
  const { member, example } = kind;
  return [diagnose(texts.extraSourceArgument, { member, example }, { at })];
}

/** Lambda has one mapping for a queue or stream and a function, SNS one subscription, and a rule twice would call twice. */
export function checkRepeatedSources(declared: readonly Declared[]): readonly Diagnostic[] {
  const firsts = new Map<string, ViewDeclaration>();
  return declared.flatMap(({ kind, view }) => {
    const { source } = kind.read(view);
    const name = functionName(view)?.value;
    if (!source || name === undefined) return [];
    const { key, what } = identityOf(source);
    const whole = `${String(view.app)} ${name} ${key}`;
    const first = firsts.get(whole);
    if (!first) {
      firsts.set(whole, view);
      return [];
    }
    // Two methods of one name are reported as such.
    if (viewKey(first.target) !== viewKey(view.target)) return [];
    const related = [{ message: 'The first is here.', at: first.at }];
    return [diagnose(texts.repeatedSource, { name, what }, { at: view.at, related })];
  });
}

/**
 * A message goes to one reader of its queue. What variables hold is for each stage to say, so a deploy looks again; every
 * function that reads a stream gets all of its records.
 */
export function checkSharedQueues(declared: readonly Declared[]): readonly Diagnostic[] {
  const firsts = new Map<string, { readonly name: string; readonly view: ViewDeclaration }>();
  return declared.flatMap(({ kind, view }) => {
    const { source } = kind.read(view);
    const name = functionName(view)?.value;
    if (source?.kind !== 'sqs' || !('text' in source.queue) || name === undefined) return [];
    const queue = source.queue.text;
    const key = JSON.stringify([view.app, queue]);
    const first = firsts.get(key);
    if (!first) firsts.set(key, { name, view });
    if (!first || first.name === name) return [];
    // Two names for one method are reported as such.
    const isPlace = first.view.namePrefix === view.namePrefix;
    if (isPlace && viewKey(first.view.target) === viewKey(view.target)) return [];
    const related = [{ message: 'The other function is here.', at: first.view.at }];
    return [
      diagnose(texts.sharedQueue, { queue, name, other: first.name }, { at: view.at, related }),
    ];
  });
}

/** What makes two sources one for AWS, and what people call it. */
function identityOf(source: EventSource): { readonly key: string; readonly what: string } {
  const named = (kind: string, name: SourceName): { key: string; what: string } => {
    const text = sourceNameText(name);
    return { key: `${kind} ${text}`, what: `the ${kind} ${code(text)}` };
  };
  switch (source.kind) {
    case 'schedule': {
      const { expression, timezone = 'UTC', input } = source;
      const key = `schedule ${expression} ${timezone} ${JSON.stringify(input)}`;
      return { key, what: `the schedule ${code(expression)}` };
    }
    case 'rule':
      return { key: `rule ${JSON.stringify(source)}`, what: 'this pattern' };
    case 'sqs':
      return named('queue', source.queue);
    case 'sns':
      return named('topic', source.topic);
    case 's3': {
      const { key, what } = named('bucket', source.bucket);
      const { events, prefix = '', suffix = '' } = source;
      return { key: JSON.stringify([key, events, prefix, suffix]), what };
    }
    case 'dynamodb':
      return 'table' in source ? named('table', source.table) : named('stream', source.streamArn);
    case 'kinesis':
      return named('stream', source.stream);
  }
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
    // What the blueprints around it list runs once, however many decorators there are.
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
