// Opens a past request: the draft that sends it again, and how much of past requests the page keeps.
import {
  type ExplorerRoute,
  MASK,
  type SendForm,
  type ShownRequest,
} from '../explorer-document.js';
import { type Draft, fieldKey } from './draft.js';

/** The requests whose bodies and logs are kept, and how many characters they may have together. */
const MOST_KEPT = 50;
const MOST_CHARACTERS = 2 * 1024 * 1024;

/** Drops the contents of all but the newest requests. The newest is first. */
export function boundedRequests(requests: readonly ShownRequest[]): readonly ShownRequest[] {
  let kept = 0;
  let characters = 0;
  return requests.map((request) => {
    const { contents, ...rest } = request;
    if (!contents) return request;
    kept += 1;
    characters += sizeOf(contents);
    return kept <= MOST_KEPT && characters <= MOST_CHARACTERS ? request : rest;
  });
}

function sizeOf({ headers, body, answer }: NonNullable<ShownRequest['contents']>): number {
  const pairs = [...headers, ...answer.headers].flat();
  const bodies = [body, answer.body].map((each) =>
    !each ? 0 : 'text' in each ? each.text.length : each.base64.length,
  );
  return [...pairs.map(({ length }) => length), ...bodies].reduce(
    (sum, length) => sum + length,
    answer.log.length,
  );
}

/** The list that a server sends when the page connects again has no contents; those that the page has stay. */
export function withKeptContents(
  listed: readonly ShownRequest[],
  had: readonly ShownRequest[],
): readonly ShownRequest[] {
  return listed.map(
    (request) =>
      had.find(({ number, time }) => number === request.number && time === request.time) ?? request,
  );
}

/** The draft that sends a request again. Masked secrets are left to what is typed and authorized. */
export function draftOfRequest(
  request: ShownRequest,
  route: ExplorerRoute,
  { old, shared }: Pick<Reopening, 'old' | 'shared'>,
): Draft {
  const [, query = ''] = request.target.split(/\?([^]*)/);
  const known = new Set(route.query.map(({ name }) => name));
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(request.captures ?? {}))
    fields[fieldKey('captures', name)] = text;
  const more = query.split('&').filter((pair) => {
    if (pair === '' || pair.endsWith(`=${MASK}`)) return false;
    const [name = '', text = ''] = [...new URLSearchParams(pair)][0] ?? [];
    if (!known.has(name)) return true;
    const key = fieldKey('query', name);
    fields[key] = fields[key] === undefined ? text : `${fields[key]}\n${text}`;
    return false;
  });
  for (const name of known) fields[fieldKey('query', name)] ??= '';
  const kept = Object.entries(old.fields).filter(([key]) => key.startsWith('headers '));
  return {
    ...old,
    fields: { ...Object.fromEntries(kept), ...fields },
    moreQuery: more.join('&'),
    ...(request.contents && contentsOf(request.contents, { route, old, fields, shared })),
  };
}

/** Headers that clients add themselves. */
const OF_CLIENTS =
  /^(?:host|connection|content-length|transfer-encoding|accept-(?:encoding|language)|user-agent|sec-.*|keep-alive|te|expect|upgrade-insecure-requests|priority|dnt)$/;

type Reopening = {
  readonly route: ExplorerRoute;
  /** What the form has now. */
  readonly old: Draft;
  /** Captures and query parameters. */
  readonly fields: Readonly<Record<string, string>>;
  /** The headers that every request has anyway. */
  readonly shared: SendForm['headers'];
};

function contentsOf(
  { headers, body }: NonNullable<ShownRequest['contents']>,
  { route, old, fields, shared }: Reopening,
): Partial<Draft> {
  const declared: Record<string, string> = {};
  const more: string[] = [];
  let contentType: string | undefined;
  for (const field of route.headers) declared[fieldKey('headers', field.name)] = '';
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const field = route.headers.find((each) => each.name.toLowerCase() === lower);
    const isShared = shared.some(([each, text]) => each.toLowerCase() === lower && text === value);
    const isUsual = OF_CLIENTS.test(lower) || (lower === 'accept' && /^\*|^text\/html/.test(value));
    // Other parameters than the encoding, such as the boundary of parts, belong to this body.
    const [, type] = /^([^;\s]+)(?:\s*;\s*charset=[^;]*)?$/.exec(value.toLowerCase()) ?? [];
    if (value === MASK) {
      const key = field && fieldKey('headers', field.name);
      if (key !== undefined) declared[key] = old.fields[key] ?? '';
      else more.push(...linesNamed(old.moreHeaders, lower));
    } else if (field) declared[fieldKey('headers', field.name)] = value;
    else if (lower === 'content-type' && route.body?.contentTypes.includes(type ?? ''))
      contentType = type;
    else if (!isShared && !isUsual) more.push(`${name}: ${value}`);
  }
  return {
    fields: { ...declared, ...fields },
    moreHeaders: more.join('\n'),
    ...(contentType !== undefined && { contentType }),
    body: body && 'text' in body ? body.text : '',
  };
}

/** The lines of typed headers that have a name. */
function linesNamed(lines: string, lower: string): readonly string[] {
  return lines.split('\n').filter((line) => line.split(':', 1)[0]?.trim().toLowerCase() === lower);
}
