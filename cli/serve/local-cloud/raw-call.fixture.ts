// Makes calls that the SDK's clients cannot make, with unknown parameters or without required ones.
import type { Service } from './service.js';
import type { TestCloud } from './test-cloud.fixture.js';

export type RawCall = {
  readonly service: Service['name'];
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** Sends a call with a formally valid signature, and returns the status and body of the response. */
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

/** Returns the status, code and message from an error in the query protocol. */
export function withoutXml(answer: string): string {
  const [, status, code, message] =
    /^(\d+) .*<Code>(.*)<\/Code><Message>(.*)<\/Message>/.exec(answer) ?? [];
  return code === undefined ? answer : `${status} ${code} ${message}`;
}
