// The members of a request. A string lists the members that an operation accepts, and the body is checked against this list.

export type MemberKind =
  'text' | 'integer' | 'number' | 'boolean' | 'list' | 'texts' | 'maps' | 'map' | 'text-map';
export type Members = Readonly<Record<string, unknown>>;

const CHECKS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  maps: (value) => Array.isArray(value) && value.every(isMembers),
  map: isMembers,
  'text-map': (value) =>
    isMembers(value) && Object.values(value).every((item) => typeof item === 'string'),
};

type Shape = ReadonlyMap<string, { readonly kind: MemberKind; readonly isRequired: boolean }>;

export type ShapeErrors = {
  readonly unknown: (name: string) => Error;
  readonly unexpected: (name: string, kind: MemberKind, value: unknown) => Error;
  readonly missing: (names: readonly [string, ...string[]]) => Error;
};

/** Checks the members of a body. `Name! Tags:list Force:boolean` defines a required text, a list and a boolean. */
export function checkShape(body: Members, takes: string, errors: ShapeErrors): Members {
  const shape = shapeOf(takes);
  const given = Object.entries(body).filter(([, value]) => value !== null);
  for (const [name, value] of given) {
    const kind = shape.get(name)?.kind;
    if (kind === undefined) throw errors.unknown(name);
    if (!CHECKS[kind](value)) throw errors.unexpected(name, kind, value);
  }
  const found: Members = Object.fromEntries(given);
  const [first, ...rest] = [...shape]
    .filter(([name, { isRequired }]) => isRequired && found[name] === undefined)
    .map(([name]) => name);
  if (first !== undefined) throw errors.missing([first, ...rest]);
  return found;
}

const shapes = new Map<string, Shape>();

function shapeOf(takes: string): Shape {
  const known = shapes.get(takes);
  if (known) return known;
  const words = takes.split(/\s+/).filter((word) => word !== '');
  const shape: Shape = new Map(
    words.map((word) => {
      const [name = '', kind = 'text'] = word.replace('!', '').split(':');
      if (!isKind(kind)) throw new TypeError(`${kind} is no kind of a member`);
      return [name, { kind, isRequired: word.endsWith('!') }];
    }),
  );
  shapes.set(takes, shape);
  return shape;
}

function isKind(text: string): text is MemberKind {
  return Object.hasOwn(CHECKS, text);
}

/** Returns the name of a member as messages spell it, for example `functionName`. */
export function wireName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

export function integerOf(members: Members, name: string): number | undefined {
  const value = members[name];
  return typeof value === 'number' ? value : undefined;
}

export function listOf(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

export function textsOf(members: Members, name: string): readonly string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns a page of a list. `NextToken` is the offset of the next item. */
export function pageOf<Item>(
  items: readonly Item[],
  members: Members,
  size: number,
): { readonly items: readonly Item[]; readonly next: { readonly NextToken?: string } } {
  const start = Number(textOf(members, 'NextToken') ?? 0);
  const end = start + size;
  const next = end < items.length ? { NextToken: String(end) } : {};
  return { items: items.slice(start, end), next };
}

/** Returns the tags in a list of `Key` and `Value` pairs. */
export function tagsOf(members: Members): Map<string, string> {
  return new Map(
    listOf(members, 'Tags').map((tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? '']),
  );
}

export function unmet(...violation: Parameters<typeof failed>): string {
  return detected([failed(...violation)]);
}

/** Returns one message for all problems that {@link failed} describes. */
export function detected(problems: readonly string[]): string {
  const noun = problems.length === 1 ? 'error' : 'errors';
  return `${problems.length} validation ${noun} detected: ${problems.join('; ')}`;
}

/** Describes a violated constraint: `failed('limit', 'have value less than or equal to 100', 200)`. A missing value is `null`. */
export function failed(member: string, rule: string, value?: string | number | null): string {
  const shown = value === undefined ? '' : value === null ? ' null' : ` '${value}'`;
  return `Value${shown} at '${member}' failed to satisfy constraint: Member must ${rule}`;
}

/** Describes a value outside its range; undefined if the value is in the range or absent. */
export function rangeProblem(
  members: Members,
  name: string,
  [least, most]: readonly [number, number],
): string | undefined {
  const value = integerOf(members, name);
  if (value === undefined || (value >= least && value <= most)) return undefined;
  const limit =
    value < least ? `greater than or equal to ${least}` : `less than or equal to ${most}`;
  return failed(wireName(name), `have value ${limit}`, value);
}
