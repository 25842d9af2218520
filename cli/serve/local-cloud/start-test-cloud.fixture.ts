// Starts the cloud for a test. Calls from SDK clients in the same process reach it without a socket.
import { runtimeArguments } from '../../../test/ric/runtime-client.js';
import { createQuotas } from './api-gateway/quotas.fixture.js';
import { createClock } from './server/clock.js';
import { answerDirectly } from './server/direct-calls.fixture.js';
import { createFaults } from './server/faults.fixture.js';
import type { ManagementPorts } from './server/management.js';
import { startLocalCloud } from './start-local-cloud.js';
import type { CloudCall, TestCloud, TestCloudOptions } from './test-cloud.fixture.js';

export async function startTestCloud({
  quotas,
  ...options
}: TestCloudOptions = {}): Promise<TestCloud> {
  const faults = createFaults();
  const calls = createRecordedCalls();
  const tooEarly = quotas ? createQuotas(createClock(options)) : () => undefined;
  const { port, ports, ...cloud } = await startLocalCloud({
    runtime: runtimeArguments('aws'),
    record: calls.record,
    intercept: (call, run) =>
      faults.intercept(call, async () => {
        const { service, operation } = call;
        const isCounted = operation && service.name === 'apigateway';
        const refusal = isCounted ? tooEarly(operation.name) : undefined;
        return refusal ? service.refuse(refusal) : run();
      }),
    ...options,
  });
  const endDirectCalls = answerDirectly(port, { ports, isFaulty: faults.isArmed });
  return {
    ...cloud,
    calls: calls.list,
    clearCalls: calls.clear,
    arm: faults.arm,
    disarm: faults.disarm,
    close: async () => {
      endDirectCalls();
      await cloud.close();
    },
  };
}

function createRecordedCalls() {
  let calls: CloudCall[] = [];
  const record: ManagementPorts['record'] = (call) => {
    const row = { ...call, status: 0 };
    calls.push(row);
    return (status) => {
      row.status = status;
    };
  };
  return {
    record,
    list: () => calls.map((call) => ({ ...call })),
    clear: () => {
      calls = [];
    },
  };
}
