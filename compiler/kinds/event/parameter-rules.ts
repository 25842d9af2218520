// Checks the parameters of a function for events: the event, and behind it the context.
import type { ViewDeclaration } from '../../declarations/app-facts.js';
import type { TypeDefinitions } from '../../declarations/declared-type.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { checkPatterns } from '../route/input-rules.js';
import { viewName } from '../view/view.js';
import * as texts from './catalogue.js';
import type { EventKind } from './event-kind.js';
import { declaredPayload, membersOf } from './payload.js';

type Declared = { readonly kind: EventKind; readonly view: ViewDeclaration };

/** Reports a third parameter that is required. One that is optional or takes the rest is allowed. */
export function checkParameters({ view: { target } }: Declared): readonly Diagnostic[] {
  const { parameters } = target;
  const third = parameters[2];
  if (!third || third.form === 'optional' || third.form === 'rest') return [];
  const data = { name: viewName(target), count: parameters.length };
  return [diagnose(texts.eventParameters, data, { at: third.at })];
}

/** The first parameter has a type that the decorator passes, and a payload that code can check. */
export function checkTypes(
  { kind, view }: Declared,
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
        : `Write ${expected.map((name) => `\`${name}\``).join(' or ')} of 'framework', or leave the type out.`;
    const data = { member: kind.member, found: type, expected, hint };
    return [diagnose(texts.eventType, data, { at: event.at })];
  }
  return checkPayload({ kind, view }, definitions);
}

function checkPayload(
  { kind, view }: Declared,
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
