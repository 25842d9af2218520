// Opens a past request as a draft so that it can be sent again, and limits how many past requests the page keeps.
import {
  type ExplorerRoute,
  lengthOf,
  MASK,
  type SendForm,
  type ShownRequest,
} from '../explorer-document.js';
import { type Draft, fieldKey } from './draft.js';

/** The maximum number of requests whose bodies and logs are kept, and their maximum total number of characters. */
const MOST_KEPT = 50;
const MOST_CHARACTERS = 2 * 1024 * 1024;

/** Removes the contents of older requests. The newest request is first. */
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
  const bodies = lengthOf(answer.body) + (body ? lengthOf(body) : 0);
  const texts = [...headers, ...answer.headers].flat();
  return texts.reduce((sum, { length }) => sum + length, answer.log.length + bodies);
}

/** Restores the contents that the page has kept. After a reconnect, the server sends its list of requests without them. */
export function withKeptContents(
  listed: readonly ShownRequest[],
  had: readonly ShownRequest[],
): readonly ShownRequest[] {
  return listed.map(
    (request) =>
      had.find(({ number, time }) => number === request.number && time === request.time) ?? request,
  );
}

/** Returns a draft for sending a past request again. The user's input and authorization replace masked secrets. */
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

const OF_CLIENTS =
  /^(?:host|connection|content-length|transfer-encoding|accept-(?:encoding|language)|user-agent|sec-.*|keep-alive|te|expect|upgrade-insecure-requests|priority|dnt)$/;

type Reopening = {
  readonly route: ExplorerRoute;
  readonly old: Draft;
  readonly fields: Readonly<Record<string, string>>;
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
    // Parameters other than the charset, such as the boundary of a multipart body, apply only to this body.
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

function linesNamed(lines: string, lower: string): readonly string[] {
  return lines.split('\n').filter((line) => line.split(':', 1)[0]?.trim().toLowerCase() === lower);
}
