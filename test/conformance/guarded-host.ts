// A handler behind the gateway model, which rejects every caller if a route requires credentials or a key.
import {
  createInProcessHost,
  type InProcessHost,
  type LambdaHandler,
  type StreamingHandler,
} from '../../cli/serve/gateway/in-process-host.fixture.js';
import type { AppName } from './case.js';
import { compiledApp } from './compiled-app.js';

export function guardedHost(
  name: AppName,
  handler: LambdaHandler,
  stream: StreamingHandler,
): InProcessHost {
  return createInProcessHost({
    manifest: compiledApp(name).manifest,
    handler,
    stream,
    authorize: () => ({ kind: 'refused', error: 'missingAuthenticationToken' }),
    apiKeyId: () => undefined,
  });
}
