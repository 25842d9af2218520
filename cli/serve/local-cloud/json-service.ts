// A service that speaks JSON with the operation in X-Amz-Target. Validates members with the service's own messages.
import { randomUUID } from 'node:crypto';
import { mappingOf } from '../../../compiler/json-values.js';
import { checkShape, type Members, type ShapeErrors, unmet, wireName } from './members.js';
import {
  isWriting,
  RefusedCall,
  type Refusal,
  type Right,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from './service.js';

export type JsonOperation<Store> = {
  /** The members of the operation's input (`checkShape`). */
  readonly takes: string;
  /** The ARNs on which the caller needs permission; defaults to `*`. */
  readonly resource?: (members: Members, store: Store) => string | readonly string[];
  /**
   * The action that the caller must be allowed to perform, if its name differs from the operation, for example `SendMessage`.
   */
  readonly action?: string;
  /** The permissions that the caller needs, if they are not a single action. */
  readonly rights?: (members: Members, store: Store) => readonly Right[];
  readonly policy?: (members: Members, store: Store) => string | undefined;
  readonly run: (members: Members, store: Store, request: ServiceRequest) => unknown;
};

export type JsonOperations<Store> = Readonly<Record<string, JsonOperation<Store>>>;

type JsonServiceOptions<Store> = {
  readonly name: Service['name'];
  /** The prefix of the operation in X-Amz-Target, for example `AWSEvents`. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly store: Store;
  readonly operations: JsonOperations<Store>;
  readonly inventory: () => readonly string[];
  /** Returns additional error headers, for clients of an older protocol. */
  readonly refusalHeaders?: (code: string) => Readonly<Record<string, string>>;
  /** Creates the error for an unknown member; defaults to a SerializationException. */
  readonly unknown?: ShapeErrors['unknown'];
};

export function jsonService<Store>(options: JsonServiceOptions<Store>): Service {
  const { name, target, version, store, inventory } = options;
  const operations = new Map(Object.entries(options.operations));
  const errors = { ...SHAPE_ERRORS, ...(options.unknown && { unknown: options.unknown }) };
  const write = (status: number, body: unknown): ServiceAnswer => ({
    status,
    headers: {
      'Content-Type': `application/x-amz-json-${version}`,
      'x-amzn-RequestId': randomUUID(),
    },
    body: JSON.stringify(body ?? {}),
  });
  const refuse = ({ status, code, message, headers, members }: Refusal): ServiceAnswer => {
    const answer = write(status, { __type: code, message, ...members });
    const own = options.refusalHeaders?.(code);
    return { ...answer, headers: { ...answer.headers, ...own, ...headers } };
  };
  return {
    name,
    operationOf: (request) => {
      const called = operationName(request, target);
      const operation = operations.get(called);
      if (!operation) return undefined;
      const members = parseBody(request.body);
      const action = `${name}:${operation.action ?? called}`;
      const needed =
        operation.rights?.(members, store) ??
        [operation.resource?.(members, store) ?? '*']
          .flat()
          .map((resource) => ({ action, resource }));
      const [first = { action, resource: '*' }, ...also] = needed;
      const resourcePolicy = operation.policy?.(members, store);
      return {
        ...{ name: called, isWrite: isWriting(called), ...first, also, resourcePolicy },
        run: async () => {
          const checked = checkShape(members, operation.takes, errors);
          return write(200, await operation.run(checked, store, request));
        },
      };
    },
    refuse,
    inventory,
  };
}

function operationName({ headers }: ServiceRequest, target: string): string {
  const [service, name] = (headers['x-amz-target'] ?? '').split('.');
  return service === target ? (name ?? '') : '';
}

export function parseBody(body: Buffer): Members {
  return body.length === 0 ? {} : mappingOf(JSON.parse(body.toString()));
}

const SHAPE_ERRORS: ShapeErrors = {
  unknown: (name) => serialization(`Unknown member ${name}. The local cloud does not support it.`),
  unexpected: (name) => serialization(`Unexpected value at ${name}.`),
  missing: ([name]) => invalid(unmet(wireName(name), 'not be null', null)),
};

export function invalid(message: string, code = 'ValidationException'): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}

function serialization(message: string): RefusedCall {
  return invalid(message, 'SerializationException');
}
