// Determines from the arguments what `framework invoke` calls: a lambda function with a payload, or a route with a request.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Diagnostic,
  code,
  diagnose,
  didYouMean,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { type CommandInput, isGiven, optionalText } from '../../program/command.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import {
  createGateway,
  type GatewayIdentity,
  type HttpAnswer,
  type Invocation,
} from '../../serve/gateway/index.js';
import { describeNearest } from '../../serve/local/nearest-route.js';

export const payloadNotJson: CatalogueEntry<{
  /** `--payload`, a file name in backticks, or standard input. */
  readonly source: string;
  readonly reason: string;
}> = {
  code: 'FW6231',
  severity: 'error',
  title: 'The payload is not JSON',
  message: ({ source, reason }) => `The payload of ${source} is not JSON: ${reason}.`,
  hint: () => 'In a shell, put JSON in single quotes, or pass a file with `--payload-file`.',
};

export const payloadUnreadable: CatalogueEntry<{
  readonly file: string;
  readonly reason: string;
}> = {
  code: 'FW6232',
  severity: 'error',
  title: 'The file cannot be read',
  message: ({ file, reason }) => `${code(file)} cannot be read: ${reason}.`,
  hint: () => 'Paths are relative to the current directory; `-` is standard input.',
};

export const noSuchRoute: CatalogueEntry<{
  readonly method: string;
  readonly path: string;
  /** The nearest route, as part of a sentence; undefined if the application has no routes. */
  readonly nearest: string | undefined;
}> = {
  code: 'FW6233',
  severity: 'error',
  title: 'No route matches the request',
  message: ({ method, path }) => `No route matches ${code(`${method} ${path}`)}.`,
  hint: ({ nearest }) =>
    nearest === undefined
      ? 'The application has no routes: pass the name of a lambda function instead of `--path`.'
      : `${nearest[0]?.toUpperCase() ?? ''}${nearest.slice(1)}.`,
};

export const noSuchFunction: CatalogueEntry<{
  readonly name: string;
  readonly nearest: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW6234',
  severity: 'error',
  title: 'The application has no such function',
  message: ({ name }) => `There is no lambda function ${code(name)}.`,
  hint: ({ nearest, known }) =>
    known.length === 0
      ? 'The application has none; call a route with `--path`.'
      : didYouMean(nearest, known),
};

export const noSource: CatalogueEntry<{
  readonly name: string;
  /** The functions that have an event source. */
  readonly others: readonly string[];
}> = {
  code: 'FW6235',
  severity: 'error',
  title: 'Nothing sends events to the function',
  message: ({ name }) => `Nothing sends events to ${code(name)}, so it has no sample event.`,
  hint: ({ others }) =>
    others.length === 0
      ? 'Pass the event itself with `--payload` or `--payload-file`.'
      : `Pass the event with \`--payload\`, or call a function that has an event source: ${others.map(code).join(', ')}.`,
};

export type FunctionCall = {
  readonly kind: 'function';
  /** The key of the function in `lambda_functions`. */
  readonly name: string;
  /** JSON text; undefined to use the sample event for the function's source. */
  readonly payload: string | undefined;
};

export type RouteCall = {
  readonly kind: 'route';
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
};

export type Call = FunctionCall | RouteCall;

type ReadCall =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'misuse'; readonly message: string }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

export type ReadInput = () => Promise<Uint8Array>;

const OF_ROUTES = ['method', 'body', 'body-file', 'header'] as const;
const OF_FUNCTIONS = ['payload', 'payload-file'] as const;

/** Reads the file or standard input that the arguments refer to. */
export async function readCall(input: CommandInput, readInput: ReadInput): Promise<ReadCall> {
  const name = input.positionals['name'];
  const path = optionalText(input, 'path');
  const given = (options: readonly string[]): readonly string[] =>
    options.filter((option) => optionalText(input, option) !== undefined);
  if ((name === undefined) === (path === undefined))
    return misuse('Pass either the name of a lambda function or a route with `--path`.');
  const [stray] = given(path === undefined ? OF_ROUTES : OF_FUNCTIONS);
  if (stray !== undefined) {
    const needs = path === undefined ? 'needs `--path`' : 'is for lambda functions';
    return misuse(`\`--${stray}\` ${needs}.`);
  }
  for (const pair of [OF_FUNCTIONS, ['body', 'body-file'] as const]) {
    if (given(pair).length > 1)
      return misuse(`\`--${pair[0]}\` and \`--${pair[1]}\` cannot be combined.`);
  }
  if (isGiven(input, 'sample')) {
    if (path !== undefined) return misuse('`--sample` is for lambda functions.');
    if (given(OF_FUNCTIONS).length > 0)
      return misuse('`--sample` replaces the payload: remove one of the two.');
    if (!isGiven(input, 'local'))
      return misuse(
        '`--sample` needs `--local`: a deployed function receives the events of its sources.',
      );
    return { kind: 'call', call: { kind: 'function', name: name ?? '', payload: undefined } };
  }
  if (path !== undefined) return readRoute(input, path, readInput);
  return readFunction(input, name ?? '', readInput);
}

async function readFunction(
  input: CommandInput,
  name: string,
  readInput: ReadInput,
): Promise<ReadCall> {
  const read = await readBytes(input, 'payload', readInput);
  if ('problem' in read) return failed(read.problem);
  const { bytes, source } = read;
  const text = bytes ? new TextDecoder().decode(bytes) : '{}';
  if (text.trim() === '')
    return failed(diagnose(payloadNotJson, { source, reason: 'it is empty' }));
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(diagnose(payloadNotJson, { source, reason }));
  }
  return { kind: 'call', call: { kind: 'function', name, payload: text } };
}

async function readRoute(
  input: CommandInput,
  path: string,
  readInput: ReadInput,
): Promise<ReadCall> {
  if (!path.startsWith('/'))
    return misuse(`\`--path\` must begin with a slash, as in \`/${path}\`.`);
  const lines = (optionalText(input, 'header') ?? '').split('\n').filter((line) => line !== '');
  const headers: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1)
      return misuse(`\`--header\` must have the form \`Accept: text/plain\`, not \`${line}\`.`);
    headers.push(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const read = await readBytes(input, 'body', readInput);
  if ('problem' in read) return failed(read.problem);
  const { bytes: body } = read;
  const hasType = headers.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'content-type');
  if (body && !hasType) headers.push('Content-Type', 'application/json');
  const method = (optionalText(input, 'method') ?? (body ? 'POST' : 'GET')).toUpperCase();
  return { kind: 'call', call: { kind: 'route', method, target: path, headers, body } };
}

type ReadBytes =
  | { readonly bytes: Uint8Array | undefined; readonly source: string }
  | { readonly problem: Diagnostic };

/** Returns the value of `--<option>`, or the content of the file that `--<option>-file` names. */
async function readBytes(
  input: CommandInput,
  option: 'payload' | 'body',
  readInput: ReadInput,
): Promise<ReadBytes> {
  const file = optionalText(input, `${option}-file`);
  const text = optionalText(input, option);
  if (file === '-' || text === '-') return { bytes: await readInput(), source: 'standard input' };
  if (file === undefined) {
    const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
    return { bytes, source: code(`--${option}`) };
  }
  try {
    const path = resolve(input.workingDirectory, file);
    return { bytes: await readFile(path), source: code(file) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = /^[A-Z0-9_]+: ([^,]+)/.exec(text)?.[1] ?? text;
    return { problem: diagnose(payloadUnreadable, { file, reason }) };
  }
}

function misuse(message: string): ReadCall {
  return { kind: 'misuse', message };
}

function failed(problem: Diagnostic): ReadCall {
  return { kind: 'failed', diagnostics: [problem] };
}

// Creates the event for a request to a route, with its captures, as the gateway would. `invoke` calls the function directly, so
// neither API keys nor authorizers are checked.

type Admitted =
  | { readonly kind: 'invoke'; readonly invocation: Invocation; readonly isStreamed: boolean }
  /** The gateway itself responds, for example to an OPTIONS request for a route with CORS. */
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

export async function admitRequest(
  { method, target, headers, body }: RouteCall,
  manifest: Manifest,
  identity: GatewayIdentity,
): Promise<Admitted> {
  const host = `${identity.apiId}.execute-api.${identity.region}.amazonaws.com`;
  const decision = await createGateway({ manifest, identity }).admit({
    method,
    target,
    headers: ['Host', host, 'User-Agent', 'framework', ...headers],
    body,
    sourceIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    time: Date.now(),
  });
  if (decision.kind === 'invoke') return decision;
  if (decision.refusal?.error !== 'missingAuthenticationToken') return decision;
  const data = { method, path: target, nearest: describeNearest(manifest, method, target) };
  return { kind: 'failed', diagnostics: [diagnose(noSuchRoute, data)] };
}
