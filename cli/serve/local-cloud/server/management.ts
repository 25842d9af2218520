// Handles a management call: checks the signature, the fault and the permission, runs the operation, and records the call.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerOf,
  type Operation,
  type Question,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';
import { resourceVerdict } from '../policy/evaluate-policies.js';
import { anonymousCaller, type Caller, denialText } from './caller.js';
import { readRequest } from './listener.js';
import { readSignature, unknownKey } from './signature.js';

export type ManagementPorts = {
  /** Returns the services of a region, whose name is empty for an unsigned call. */
  readonly servicesIn: (region: string) => readonly Service[];
  /** Returns the caller that an access key identifies; undefined for an unknown key. */
  readonly callerOf: (accessKeyId: string) => Caller | undefined;
  readonly secretOf: (accessKeyId: string) => string | undefined;
  readonly regionOfBucket: (bucket: string) => string | undefined;
  /** Carries out a call whose caller is known: calls `run`, or lets the call fail. */
  readonly intercept: (call: Call, run: () => Promise<ServiceAnswer>) => Promise<Outcome>;
  /** Records a call. The returned function receives the status of the response, which is 0 if there is none. */
  readonly record: (call: {
    readonly service: string;
    readonly operation: string;
    readonly isWrite: boolean;
  }) => (status: number) => void;
};

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: ServiceAnswer }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silence' };

export async function manage(
  ports: ManagementPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isGone = (): boolean => response.destroyed;
  const outcome = await outcomeOf(ports, { ...(await readRequest(request)), isGone });
  if (outcome.kind === 'answer') send(response, outcome.answer);
  if (outcome.kind === 'reset') request.socket.resetAndDestroy();
}

export async function outcomeOf(
  ports: ManagementPorts,
  read: Omit<ServiceRequest, 'region'>,
): Promise<Outcome> {
  const signature = readSignature(read, { now: Date.now(), ...ports });
  const region = signature.kind === 'refused' ? '' : signature.region;
  const service = ports.servicesIn(region).find(({ name }) => name === signature.service);
  if (!service) {
    const body = `The local cloud does not support the service "${signature.service}".`;
    return { kind: 'answer', answer: { status: 404, body } };
  }
  const caller =
    signature.kind === 'signed' ? ports.callerOf(signature.accessKeyId) : anonymousCaller;
  const asking = caller && { arn: caller.arn, denial: (one: Question) => denialOf(caller, one) };
  const call: ServiceRequest = { ...read, region, ...(asking && { caller: asking }) };
  const operation = service.operationOf(call);
  const settle = ports.record({
    service: service.name,
    operation: operation?.name ?? `${read.method} ${read.path}`,
    isWrite: operation?.isWrite ?? false,
  });
  if (signature.kind === 'refused') {
    settle(signature.refusal.status);
    return { kind: 'answer', answer: service.refuse(signature.refusal) };
  }
  if (!caller) {
    const refusal = unknownKey(service.name);
    settle(refusal.status);
    return { kind: 'answer', answer: service.refuse(refusal) };
  }
  const allowed = { service, caller, operation, request: call };
  const outcome = await ports.intercept(allowed, () => answerCall(allowed));
  settle(outcome.kind === 'answer' ? outcome.answer.status : 0);
  return outcome;
}

export type Call = {
  readonly service: Service;
  readonly caller: Caller;
  readonly operation: Operation | undefined;
  readonly request: ServiceRequest;
};

async function answerCall({ service, caller, operation, request }: Call): Promise<ServiceAnswer> {
  if (!operation) return service.refuse(unknownOperation(service.name, operationText(request)));
  const denial = operation.isFree ? undefined : denialOf(caller, operation);
  if (denial !== undefined) return service.refuse(denied(service.name, denial));
  return answerOf(service, operation);
}

/** Returns the operation in the request, for example `AddPermission`, or a line such as `GET /photos?acl`. */
function operationText({ method, path, query, headers, body }: ServiceRequest): string {
  const [, target] = (headers['x-amz-target'] ?? '').split('.');
  const action = /(?:^|&)Action=(\w+)/.exec(body.subarray(0, 1000).toString())?.[1];
  // S3 selects its operations by query parameters. The SDK adds its own parameter, `x-id`.
  const asked = [...query.keys()].filter((name) => name !== 'x-id').join('&');
  return target ?? action ?? `${method} ${path}${asked && `?${asked}`}`;
}

/** Services with XML responses. The names of their errors do not end in `Exception`. */
const IN_XML: readonly Service['name'][] = ['iam', 'sns', 's3', 'sts'];
/** Services that use status 400 for all client errors. */
const WITH_400: readonly Service['name'][] = ['logs', 'events', 'ssm'];

export function denied(service: Service['name'], message: string): Refusal {
  const code = IN_XML.includes(service) ? 'AccessDenied' : 'AccessDeniedException';
  const status = WITH_400.includes(service) ? 400 : 403;
  return { status, code: service === 'sns' ? 'AuthorizationError' : code, message };
}

function unknownOperation(service: Service['name'], what: string): Refusal {
  const isXml = IN_XML.includes(service);
  return {
    status: isXml || WITH_400.includes(service) ? 400 : 404,
    code: isXml ? 'InvalidAction' : 'UnknownOperationException',
    message: `The local cloud does not support the operation ${what} of ${service}. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account.`,
  };
}

/** Evaluates the policies of the caller and of the resource together. An explicit deny in any of them takes precedence. */
function denialOf(
  caller: Caller,
  operation: Question & Pick<Operation, 'also'>,
): string | undefined {
  const { also = [], resourcePolicy } = operation;
  for (const right of [operation, ...also]) {
    const question = { ...operation, ...right };
    const own = caller.denial(question);
    if (resourcePolicy === undefined) {
      if (own !== undefined) return own;
      continue;
    }
    const verdict = resourceVerdict(resourcePolicy, { ...question, principals: caller.principals });
    if (verdict === 'forbidden') return denialText(caller.arn, question, 'forbidden-by-resource');
    if (own !== undefined && (verdict !== 'allowed' || caller.verdict(question) === 'forbidden'))
      return own;
  }
  return undefined;
}

function send(response: ServerResponse, answer: ServiceAnswer): void {
  response.writeHead(answer.status, headersOf(answer));
  if (hasBody(answer)) for (const part of bodyChunks(answer)) response.write(part);
  response.end();
}

/** Returns the headers of a response, including `Content-Length` if it has a body. */
export function headersOf(answer: ServiceAnswer): Readonly<Record<string, string>> {
  const length = bodyChunks(answer).reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  return { ...(hasBody(answer) && { 'Content-Length': String(length) }), ...answer.headers };
}

export function bodyChunks({ body }: ServiceAnswer): readonly (string | Buffer)[] {
  const parts = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body;
  return parts.filter(({ length }) => length > 0);
}

export function hasBody({ status }: ServiceAnswer): boolean {
  return status !== 204;
}
