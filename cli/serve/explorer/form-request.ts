// Creates the request that a form describes. Keys and credentials stay in this process; the page only says whether to use them.
import { type Manifest, routeAuthorizer } from '../../../runtime/contract/manifest.js';
import type { GatewayRequest } from '../gateway/index.js';
import { buildResourceTree } from '../gateway/resources.js';
import type { LocalAccess } from '../local/local-access.js';
import { type CarriedBody, hasHeader, type SendForm } from './explorer-document.js';
import { isMapping, listOf, parseJson } from '../../../compiler/json-values.js';
import { quoteForShell } from '../../terminal/printable.js';

export type LocalCaller = LocalAccess & {
  readonly region: string;
  /** The manifest of the last build without errors; undefined until there is one. */
  readonly manifest: Manifest | undefined;
};

/** Returns the headers of a form, with everything that authorizes the caller except a signature. */
async function headersOf(
  form: SendForm,
  caller: LocalCaller,
): Promise<(readonly [name: string, value: string])[]> {
  const { headers, hasKey } = form;
  const token = await tokenOf(form, caller.manifest);
  return [
    ...headers,
    ...(hasKey && !hasHeader(headers, 'x-api-key') ? [['X-Api-Key', caller.apiKey] as const] : []),
    ...(token && !hasHeader(headers, token[0]) ? [token] : []),
  ];
}

/** Returns the request as the gateway receives it. `host` is the host of the application, for example `localhost:8000`. */
export async function requestOf(
  form: SendForm,
  caller: LocalCaller,
  host: string,
): Promise<GatewayRequest> {
  const own = await headersOf(form, caller);
  const added = [
    ...(hasHeader(own, 'host') ? [] : ['Host', host]),
    ...(hasHeader(own, 'accept') ? [] : ['Accept', '*/*']),
    ...(hasHeader(own, 'user-agent') ? [] : ['User-Agent', 'framework-explorer']),
  ];
  const request: GatewayRequest = {
    method: form.method,
    target: form.target,
    headers: [...added, ...own.flat()],
    body: form.body && bytesOf(form.body),
    sourceIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    time: Date.now(),
  };
  if (!form.isSigned) return request;
  const { signRequest } = await import('../gateway/authorizers/sign-request.js');
  return signRequest(request, caller);
}

async function tokenOf(
  { method, target, claims }: SendForm,
  manifest: Manifest | undefined,
): Promise<readonly [name: string, value: string] | undefined> {
  if (!claims || !manifest) return undefined;
  const [path = ''] = target.split('?');
  const route = buildResourceTree(manifest).find(path)?.resource.routes.get(method);
  const entry = route && routeAuthorizer(route, manifest.authorizers);
  if (entry?.kind !== 'userPool') return undefined;
  const { makeIdToken } = await import('../gateway/authorizers/user-pool.js');
  return [entry.header, makeIdToken(entry, { sub: 'local-user', ...claims })];
}

function bytesOf(body: CarriedBody): Uint8Array {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

type ReadForm = { readonly form: SendForm } | { readonly problem: string };

export function readSendForm(text: string): ReadForm {
  const value = parseJson(text);
  if (!isMapping(value)) return { problem: 'The form is not a JSON object.' };
  const { method, target, headers, body, isSigned, hasKey, claims } = value;
  if (typeof method !== 'string' || !TOKEN.test(method))
    return { problem: 'The method is not an HTTP method.' };
  if (typeof target !== 'string' || !TARGET.test(target))
    return { problem: 'The path must begin with a slash, and its characters must be encoded.' };
  const fields = readHeaders(headers);
  if (typeof fields === 'string') return { problem: fields };
  const carried = body === undefined ? undefined : readBody(body);
  if (body !== undefined && !carried) return { problem: 'The body is neither text nor base64.' };
  if (claims !== undefined && !isMapping(claims))
    return { problem: 'The claims are not a JSON object.' };
  return {
    form: {
      method,
      target,
      headers: fields,
      ...(carried && { body: carried }),
      isSigned: isSigned === true,
      hasKey: hasKey === true,
      ...(claims && { claims }),
    },
  };
}

// RFC 9110: a token (section 5.6.2), and a field value without control characters (section 5.5).
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;

function readHeaders(value: unknown): [string, string][] | string {
  if (!Array.isArray(value)) return 'The headers are not a list.';
  const headers: [string, string][] = [];
  for (const pair of value) {
    const [name, text] = listOf(pair);
    if (typeof name !== 'string' || typeof text !== 'string')
      return 'A header cannot have two values.';
    if (!TOKEN.test(name)) return `\`${name}\` is not a valid header name.`;
    if (!FIELD_VALUE.test(text))
      return `The value of ${name} contains characters that a header cannot contain.`;
    headers.push([name, text.trim()]);
  }
  return headers;
}

function readBody(value: unknown): CarriedBody | undefined {
  if (!isMapping(value)) return undefined;
  const { text, base64 } = value;
  if (typeof text === 'string') return { text };
  return typeof base64 === 'string' ? { base64 } : undefined;
}

/** Returns the command, with one option per line. `url` is the URL of the application, for example `http://localhost:8000`. */
export async function curlCommand(
  form: SendForm,
  caller: LocalCaller,
  url: string,
): Promise<string> {
  const { method, target, body } = form;
  const headers = await headersOf(form, caller);
  const lines = [
    `curl${methodOption(method, body !== undefined)} ${quoteForShell(`${url}${target}`)}`,
    ...(/[[\]{}]/.test(target) ? ['--globoff'] : []),
    // In curl, a header without a value is written with a semicolon.
    ...headers.map(
      ([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    // This empty header prevents curl from adding the content type of a form.
    ...(body && !hasHeader(headers, 'content-type') ? ["-H 'Content-Type:'"] : []),
    ...(form.isSigned ? signatureOptions(caller) : []),
    ...(body
      ? ['text' in body ? `--data-raw ${quoteForShell(body.text)}` : '--data-binary @-']
      : []),
  ];
  const command = lines.join(' \\\n  ');
  if (!body || 'text' in body) return command;
  return `printf %s ${quoteForShell(body.base64)} | base64 -d | ${command}`;
}

function methodOption(method: string, hasBody: boolean): string {
  if (method === 'HEAD' && !hasBody) return ' --head';
  return method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${quoteForShell(method)}`;
}

/** Credentials from the environment are not shown: the command refers to the environment variables. */
function signatureOptions({ credentials, isOwnCredentials, region }: LocalCaller): string[] {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const user = isOwnCredentials
    ? '"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"'
    : quoteForShell(`${accessKeyId}:${secretAccessKey}`);
  return [
    `--aws-sigv4 ${quoteForShell(`aws:amz:${region}:execute-api`)}`,
    `--user ${user}`,
    ...(sessionToken === undefined ? [] : ['-H "X-Amz-Security-Token: $AWS_SESSION_TOKEN"']),
  ];
}
