// Releases of an application with two routes, of which none, one or both stream. The manifest and the bundle are written here
// instead of built.
import { createHash } from 'node:crypto';
import type { RawConfig } from '../../cli/config/keys.js';
import { desiredOf } from '../../cli/ship/deploy/states.fixture.js';
import type { Desired } from '../../cli/ship/stage/states.js';
import { zipOf } from '../../cli/serve/local-cloud/clients.fixture.js';

/** Which of `/` and `/more` stream, and the text of the responses. */
export type Release = {
  readonly code: string;
  readonly streams: readonly ('/' | '/more')[];
  readonly config?: RawConfig;
  readonly region?: string;
};

export function release({ code, streams, ...sketch }: Release): Desired {
  const routes = (['/', '/more'] as const).map((path) => ({
    path,
    ...(streams.includes(path) && { stream: 'text' as const }),
  }));
  const stream = `
const stream = async (event, out) => {
  out.setContentType('application/vnd.awslambda.http-integration-response');
  out.write('{"statusCode":200}' + '\\0'.repeat(8));
  out.write('${code}');
  out.end();
};
stream[Symbol.for('aws.lambda.runtime.handler.streaming')] = 'response';
export { stream };`;
  const module = `export const handler = async () => ({ statusCode: 200, body: '${code}' });
${streams.length > 0 ? stream : ''}`;
  const zip = zipOf({ 'index.mjs': module });
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf({ routes, ...sketch }), package: { zip, sha256 } };
}

export const BUFFERED: Desired = release({ code: 'one', streams: [] });
export const ONE: Desired = release({ code: 'two', streams: ['/'] });
export const BOTH: Desired = release({ code: 'three', streams: ['/', '/more'] });
