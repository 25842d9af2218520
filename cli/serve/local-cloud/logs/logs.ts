// CloudWatch Logs: JSON 1.1.
import { jsonService } from '../json-service.js';
import type { Service } from '../service.js';
import { EVENT_OPERATIONS } from './filter-log-events.js';
import { GROUP_OPERATIONS } from './group-operations.js';
import type { LogStore } from './log-store.js';
import { invalidParameter } from './operation.js';

export function createLogs(store: LogStore): Service {
  return jsonService({
    name: 'logs',
    target: 'Logs_20140328',
    version: '1.1',
    store,
    operations: { ...GROUP_OPERATIONS, ...EVENT_OPERATIONS },
    unknown: (name) => invalidParameter(`Unknown member ${name}.`),
    inventory: () => [...store.groups.keys()].map((name) => `log-group ${name}`),
  });
}
