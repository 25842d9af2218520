// Starts the cloud for a test. Calls from SDK clients in the same process reach it without a socket.
import { runtimeArguments } from '../../../test/ric/runtime-client.js';
import { answerDirectly } from './server/direct-calls.fixture.js';
import { type LocalCloudOptions, startLocalCloud } from './start-local-cloud.js';
import type { TestCloud } from './test-cloud.js';

export async function startTestCloud(options: LocalCloudOptions = {}): Promise<TestCloud> {
  const { port, ports, ...cloud } = await startLocalCloud({
    runtime: runtimeArguments('aws'),
    ...options,
  });
  const endDirectCalls = answerDirectly(port, ports);
  return {
    ...cloud,
    close: async () => {
      endDirectCalls();
      await cloud.close();
    },
  };
}
