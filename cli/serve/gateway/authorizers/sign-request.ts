// Signs a request with Signature Version 4, as a client does for a route with IAM authorization.
import { SignatureV4 } from '@smithy/signature-v4';
import { parseQuery } from '../query-string.js';
import type { GatewayRequest } from '../request.js';
import { SERVICE, type Credentials, Sha256 } from './signature.js';

export type Signer = { readonly credentials: Credentials; readonly region: string };

/** Returns the request with the signature headers added. The headers must include `Host`. */
export async function signRequest<T extends Omit<GatewayRequest, 'sourceIp' | 'protocol'>>(
  request: T,
  { credentials, region }: Signer,
): Promise<T> {
  const signer = new SignatureV4({
    service: SERVICE,
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  });
  const [path = '', query = ''] = request.target.split(/\?([^]*)/);
  const host = request.headers.findIndex((name, at) => at % 2 === 0 && /^host$/i.test(name));
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: '',
      path,
      query: parseQuery(query)?.multi ?? {},
      headers: { host: request.headers[host + 1] ?? '' },
      body: request.body ?? new Uint8Array(),
    },
    { signingDate: new Date(request.time) },
  );
  const added = Object.entries(signed.headers).filter(([name]) => name !== 'host');
  return { ...request, headers: [...request.headers, ...added.flat()] };
}
