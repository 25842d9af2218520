// Calls that the SDK's clients do not make: with unknown parameters, or without what they need.
import type { Service } from './service.js';
import type { TestCloud } from './test-cloud.js';

export type RawCall = {
  readonly service: Service['name'];
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** Sends a call with a signature in form only; status and body of the answer. */
export async function rawCall(
  { url }: TestCloud,
  { service, method = 'POST', path = '/', headers = {}, body, signal }: RawCall,
): Promise<string> {
  const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `test/${now.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const response = await fetch(url + path, {
    method,
    headers: {
      'X-Amz-Date': now,
      Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return `${response.status} ${await response.text()}`;
}

/** The code and the message of an error of the query protocol. */
export function withoutXml(answer: string): string {
  const [, status, code, message] =
    /^(\d+) .*<Code>(.*)<\/Code><Message>(.*)<\/Message>/.exec(answer) ?? [];
  return code === undefined ? answer : `${status} ${code} ${message}`;
}
