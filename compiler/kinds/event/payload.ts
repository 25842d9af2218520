// What the type of a parameter says of the payload of an event: whether it is JSON, and what is checked.
import type { SourceOptions } from '../../../runtime/contract/binding.js';
import type { ReadInput, ViewDeclaration } from '../../declarations/app-facts.js';
import type { Type, TypeDefinitions } from '../../declarations/declared-type.js';

/** The form of a payload without a declared type; undefined where AWS passes a JSON value. */
export type PlainPayload = 'text' | 'bytes' | undefined;

export type Payload = Pick<SourceOptions, 'payload'> & {
  /** The type that code checks; absent when every payload has it. */
  readonly type?: Type;
};

/** The payload that the first parameter declares; undefined when it declares none. */
export function declaredPayload({ target }: ViewDeclaration): ReadInput | undefined {
  const event = target.parameters[0]?.event;
  return event?.name === undefined ? undefined : event.payload;
}

export function payloadOf(
  view: ViewDeclaration,
  plain: PlainPayload,
  definitions: TypeDefinitions,
): Payload {
  const declared = declaredPayload(view);
  if (!declared) return {};
  const { type } = declared;
  const shown = type.kind === 'schema' ? type.document : type;
  const members = membersOf(shown, definitions);
  const form = plain === undefined ? undefined : formOf(members);
  const isPlain = form !== 'json' && members.every(isWithoutRules);
  const isAnything = members.some(({ kind }) => kind === 'unknown' || kind === 'bytes');
  const isChecked = type.kind === 'schema' || !(isPlain || isAnything);
  return {
    ...(form !== undefined && form !== plain && { payload: form }),
    ...(isChecked && { type }),
  };
}

function formOf(members: readonly Type[]): 'json' | 'text' | 'bytes' {
  if (members.every(({ kind }) => kind === 'bytes')) return 'bytes';
  return members.every(isText) ? 'text' : 'json';
}

function isText(type: Type): boolean {
  return type.kind === 'text' || (type.kind === 'literal' && typeof type.value === 'string');
}

function isWithoutRules(type: Type): boolean {
  return (type.kind === 'text' && type.rules === undefined) || type.kind === 'bytes';
}

/** The members of a union, behind names; any other type is its only member. */
export function membersOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const found: Type[] = [];
  const seen = new Set<string>();
  const open: Type[] = [type];
  for (let next = open.shift(); next; next = open.shift()) {
    if (next.kind === 'union') open.unshift(...next.of);
    else if (next.kind !== 'named') found.push(next);
    else if (!seen.has(next.key)) {
      seen.add(next.key);
      open.unshift(definitions.get(next.key)?.type ?? { kind: 'unknown' });
    }
  }
  return found;
}
