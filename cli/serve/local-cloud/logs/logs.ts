// CloudWatch Logs: JSON 1.1, with the operation in X-Amz-Target.
import { randomUUID } from 'node:crypto';
import {
  RefusedCall,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';
import { filterLogEvents } from './filter-log-events.js';
import { GROUP_OPERATIONS } from './group-operations.js';
import { logGroupArn, type LogStore } from './log-store.js';
import { checkMembers, type LogsOperation } from './operation.js';

const OPERATIONS: ReadonlyMap<string, LogsOperation> = new Map(
  [filterLogEvents, ...GROUP_OPERATIONS].map((operation) => [operation.name, operation]),
);

export function createLogs(store: LogStore): Service {
  return {
    name: 'logs',
    operationOf: (request) => {
      const operation = OPERATIONS.get(targetOf(request));
      if (!operation) return undefined;
      const { name, isWrite } = operation;
      return { name, isWrite, action: `logs:${name}`, resource: resourceOf(request, store) };
    },
    answer: ({ name }, { body }) => {
      const operation = OPERATIONS.get(name);
      if (!operation) throw new Error(`logs has no ${name}`);
      try {
        return write(200, operation.run(checkMembers(operation, body), store));
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    inventory: () => [...store.groups.keys()].map((name) => `log-group ${name}`),
  };
}

function targetOf({ headers }: ServiceRequest): string {
  return /^Logs_20140328\.(\w+)$/.exec(headers['x-amz-target'] ?? '')?.[1] ?? '';
}

/** For a call about a group, the service checks a stream with an empty name: policies must end in `:*`. */
function resourceOf({ body }: ServiceRequest, store: LogStore): string {
  const name = /"logGroupName"\s*:\s*"([^"]*)"/.exec(body.toString())?.[1] ?? '';
  return `${logGroupArn(store, name)}:log-stream:`;
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const answer = write(status, { __type: code, message });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function write(status: number, body: unknown): ServiceAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'x-amzn-RequestId': randomUUID(),
    },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
