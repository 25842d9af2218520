// Creates the request that a form describes, with keys and signatures. Keys and credentials stay in this process; the page only
// says whether to use them.
import { type Manifest, routeAuthorizer } from '../../../runtime/contract/manifest.js';
import type { Credentials, GatewayRequest } from '../gateway/index.js';
import { buildResourceTree } from '../gateway/resources.js';
import type { CarriedBody, SendForm } from './explorer-document.js';

export type LocalCaller = {
  readonly apiKey: string;
  readonly credentials: Credentials;
  readonly region: string;
  /** The manifest of the last build without errors; undefined until there is one. */
  readonly manifest: Manifest | undefined;
};

/** The host of the application, for example `localhost:8000`. */
export type Host = string;

/** Returns the headers of a form, with everything that authorizes the caller except a signature. */
export async function headersOf(
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

/** Returns the request as the gateway receives it. */
export async function requestOf(
  form: SendForm,
  caller: LocalCaller,
  host: Host,
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

function hasHeader(headers: SendForm['headers'], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
}

function bytesOf(body: CarriedBody): Uint8Array {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}
