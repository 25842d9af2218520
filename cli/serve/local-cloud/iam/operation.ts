// The type of an IAM operation: its parameters and its function.
import type { Caller } from '../server/caller.js';
import type { ParameterNames, Parameters } from './parameters.js';
import { noSuchRole } from './refusals.js';
import type { Role, Roles } from './roles.js';
import type { XmlValue } from './xml.js';

export type IamOperation = {
  readonly name: string;
  readonly isWrite: boolean;
  readonly parameters: ParameterNames;
  /** Returns the members of the result; undefined if there are none. */
  readonly run: (call: IamCall) => XmlValue;
};

export type IamCall = {
  readonly roles: Roles;
  readonly caller: Caller;
  readonly parameters: Parameters;
};

/** Returns the role that the call names. */
export function roleOf({ roles, parameters }: IamCall): Role {
  const name = parameters.text('RoleName');
  const role = roles.byName.get(name);
  if (!role) throw noSuchRole(name);
  return role;
}

/** Documents are percent-encoded in responses. */
export function encodeDocument(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns a page of a sorted list, with the marker of the next page. */
export function page<Item>(
  items: readonly Item[],
  { parameters }: IamCall,
): { readonly items: readonly Item[]; readonly next: Readonly<Record<string, XmlValue>> } {
  const size = Number(parameters.optional('MaxItems') ?? 100);
  const start = Number(parameters.optional('Marker') ?? 0);
  const end = start + size;
  const next = end < items.length ? { IsTruncated: true, Marker: end } : { IsTruncated: false };
  return { items: items.slice(start, end), next };
}
