// Finds the deployed API of a request: by the host name of the real service, or by a path, because tests cannot resolve that
// host.
import type { IncomingMessage } from 'node:http';
import type { Domain, Store } from '../control/store.js';

export type Address = {
  readonly apiId: string;
  readonly stage: string;
  /** Without the stage; still encoded, begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The path that the client signed. */
  readonly wholePath: string;
  /** The path including the base path, as functions see it; undefined if the request does not use a domain name. */
  readonly mappedPath?: string;
};

const BY_PATH = /^\/restapis\/([^/]+)\/([^/]+)\/_user_request_(\/.*)?$/;
const BY_HOST = /^([a-z0-9]+)\.execute-api\.(?:[a-z0-9-]+\.amazonaws\.com|localhost)(?::\d+)?$/;

/** Returns undefined if the request is not addressed to an API. */
export function readAddress(
  { url = '/', headers }: IncomingMessage,
  domains: Store['domains'],
): Address | undefined {
  const mark = url.indexOf('?');
  const wholePath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const byPath = BY_PATH.exec(wholePath);
  if (byPath) {
    const [, apiId = '', stage = '', path = '/'] = byPath;
    return { apiId, stage, path, query, wholePath };
  }
  const domain = domains.get((headers.host ?? '').replace(/:\d+$/, ''));
  if (domain) return belowDomain(domain, { wholePath, query });
  const apiId = BY_HOST.exec(headers.host ?? '')?.[1];
  if (apiId === undefined) return undefined;
  const [, stage = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(wholePath) ?? [];
  return { apiId, stage, path, query, wholePath };
}

/** Finds the API of a domain name by the first path segment; if no mapping matches it, the root mapping applies. */
function belowDomain(
  { mappings }: Domain,
  { wholePath, query }: Pick<Address, 'wholePath' | 'query'>,
): Address {
  const [, first = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(wholePath) ?? [];
  const below = first === '' ? undefined : mappings.get(first);
  const mapping = below ?? mappings.get('');
  const { apiId = '', stage = '' } = mapping ?? {};
  const path = below ? rest : wholePath;
  return { apiId, stage, path, query, wholePath, mappedPath: wholePath };
}
