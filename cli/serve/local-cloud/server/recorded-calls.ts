// Records the management calls in the order in which they arrived.
import type { CloudCall } from '../test-cloud.js';
import type { ManagementPorts } from './management.js';

export type RecordedCalls = {
  readonly record: ManagementPorts['record'];
  readonly list: () => readonly CloudCall[];
  readonly clear: () => void;
};

export function createRecordedCalls(): RecordedCalls {
  let calls: { call: CloudCall }[] = [];
  return {
    record: (call) => {
      const row = { call: { ...call, status: 0 } };
      calls.push(row);
      return (status) => {
        row.call = { ...call, status };
      };
    },
    list: () => calls.map(({ call }) => call),
    clear: () => {
      calls = [];
    },
  };
}
