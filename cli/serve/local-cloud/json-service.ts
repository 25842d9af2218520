// A service that speaks JSON with the operation in X-Amz-Target: members are validated, and every error has the message of the
// service.
import { randomUUID } from 'node:crypto';
import {
  RefusedCall,
  type Refusal,
  type Right,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from './service.js';

export type MemberKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'map';
export type Members = Readonly<Record<string, unknown>>;

export type JsonOperation<Store> = {
  readonly name: string;
  readonly isWrite: boolean;
  readonly members: Readonly<Record<string, MemberKind>>;
  readonly required: readonly string[];
  /** The ARNs on which the caller needs permission. */
  readonly resource: (members: Members, store: Store) => string | readonly string[];
  /** The action that the caller needs, if its name differs from the operation, for example `SendMessage`. */
  readonly action?: string;
  /** The permissions that the caller needs, if they are not one action. */
  readonly rights?: (members: Members, store: Store) => readonly Right[];
  /** The policy of the resource, if it has one. */
  readonly policy?: (members: Members, store: Store) => string | undefined;
  readonly run: (members: Members, store: Store, request: ServiceRequest) => unknown;
};

export type JsonServiceOptions<Store> = {
  readonly name: Service['name'];
  /** The prefix of the operation in X-Amz-Target, for example `AWSEvents`. */
  readonly target: string;
  /** The version of the protocol. */
  readonly version: '1.0' | '1.1';
  readonly store: Store;
  readonly operations: readonly JsonOperation<Store>[];
  readonly inventory: () => readonly string[];
  /** Headers of errors for clients of an older protocol. */
  readonly refusalHeaders?: (code: string) => Readonly<Record<string, string>>;
};

export function jsonService<Store>(options: JsonServiceOptions<Store>): Service {
  const { name, target, version, store, inventory } = options;
  const operations = new Map(options.operations.map((one) => [one.name, one]));
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
      const operation = operations.get(operationName(request, target));
      if (!operation) return undefined;
      const members = parse(request.body);
      const { isWrite, rights } = operation;
      const action = `${name}:${operation.action ?? operation.name}`;
      const needed =
        rights?.(members, store) ??
        [operation.resource(members, store)].flat().map((resource) => ({ action, resource }));
      const [first = { action, resource: '*' }, ...also] = needed;
      const resourcePolicy = operation.policy?.(members, store);
      return { name: operation.name, isWrite, ...first, also, resourcePolicy };
    },
    answer: async (called, request) => {
      const operation = operations.get(called.name);
      if (!operation) throw new Error(`${name} has no ${called.name}`);
      try {
        return write(
          200,
          await operation.run(readMembers(operation, request.body), store, request),
        );
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    inventory,
  };
}

function operationName({ headers }: ServiceRequest, target: string): string {
  const [service, name] = (headers['x-amz-target'] ?? '').split('.');
  return service === target ? (name ?? '') : '';
}

function parse(body: Buffer): Members {
  const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
  return isMembers(value) ? value : {};
}

const CHECKS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  map: isMembers,
};

function readMembers<Store>({ members, required }: JsonOperation<Store>, body: Buffer): Members {
  const given = Object.entries(parse(body)).filter(([, value]) => value !== null);
  for (const [name, value] of given) {
    const kind = Object.hasOwn(members, name) ? members[name] : undefined;
    if (kind === undefined)
      throw serialization(`Unknown member ${name}. The cloud on this machine does not know it.`);
    if (!CHECKS[kind](value)) throw serialization(`Unexpected value at ${name}.`);
  }
  const found: Members = Object.fromEntries(given);
  for (const name of required) {
    if (found[name] !== undefined) continue;
    const wire = name.charAt(0).toLowerCase() + name.slice(1);
    throw invalid(
      `1 validation error detected: Value null at '${wire}' failed to satisfy constraint: Member must not be null`,
    );
  }
  return found;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the structures in a list. */
export function listOf(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

export function textsOf(members: Members, name: string): readonly string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function invalid(message: string, code = 'ValidationException'): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}

function serialization(message: string): RefusedCall {
  return invalid(message, 'SerializationException');
}
