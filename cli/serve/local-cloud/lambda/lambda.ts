// Lambda: REST with JSON. The operation is selected by method and path.
import { randomUUID } from 'node:crypto';
import type { Sending } from '../deliveries.js';
import {
  type Match,
  matchRest,
  isWriting,
  type FunctionInvoker,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';
import {
  CONCURRENCY_OPERATIONS,
  READ_OPERATIONS,
  UPDATE_OPERATIONS,
  VERSION_OPERATIONS,
} from './function-operations.js';
import {
  type FunctionBook,
  type LambdaAnswer,
  findVersion,
  functionArn,
  permits,
  readFunctionName,
  runningChange,
} from './function-book.js';
import { SYNCHRONOUS_LIMIT, type SendLater, createInvokeOperations } from './invoke-operation.js';
import { type MappingBook, livingMappings, mappingText } from './mappings/mapping-book.js';
import { mappingOperations, mappingTagOperations } from './mappings/mapping-operations.js';
import { PERMISSION_OPERATIONS, TAG_OPERATIONS } from './permission-operations.js';
import type { FunctionRunner } from './run/function-runner.js';

const OPERATIONS = [
  READ_OPERATIONS,
  UPDATE_OPERATIONS,
  VERSION_OPERATIONS,
  CONCURRENCY_OPERATIONS,
  TAG_OPERATIONS,
  PERMISSION_OPERATIONS,
];

export function createLambda(
  book: FunctionBook,
  {
    runner,
    mappings,
    sendLater,
  }: {
    readonly runner: FunctionRunner;
    readonly mappings: MappingBook;
    readonly sendLater?: SendLater | undefined;
  },
): Service {
  const operations = [
    mappingTagOperations(mappings),
    ...OPERATIONS,
    mappingOperations(mappings),
    createInvokeOperations(runner, sendLater),
  ].flatMap((one) => Object.entries(one));
  return {
    name: 'lambda',
    operationOf: (request) => {
      // Older clients add a slash to some paths.
      const match = matchRest(operations, { ...request, path: request.path.replace(/\/$/, '') });
      if (!match) return undefined;
      const { name, operation, captures } = match;
      const { action = `lambda:${name}` } = operation;
      const asked = operation.asks?.({ captures, body: request.body }, book);
      const resource = asked ?? { resource: resourceOf(match, request, book) };
      return {
        ...{ name, isWrite: isWriting(name), action, ...resource },
        run: async () => write(await operation.run({ ...request, captures }, book)),
      };
    },
    refuse,
    close: runner.close,
    inventory: () => [
      ...[...book.functions.keys()].map((name) => `function ${name}`),
      ...livingMappings(mappings).map(mappingText),
    ],
  };
}

/** Returns the ARN for which the caller needs permission. */
function resourceOf(
  { name: called, captures }: Match<unknown>,
  request: ServiceRequest,
  book: FunctionBook,
): string {
  if (captures['arn'] !== undefined) return decodeURIComponent(captures['arn']);
  if (called === 'ListFunctions') return '*';
  const { name: encoded } = captures;
  const given = encoded === undefined ? createdName(request) : decodeURIComponent(encoded);
  try {
    const { name, qualifier } = readFunctionName(book, given, request.query.get('Qualifier'));
    const arn = functionArn(book, name);
    return qualifier === undefined ? arn : `${arn}:${qualifier}`;
  } catch {
    // A malformed name is rejected later, with the reason.
    return functionArn(book, given);
  }
}

function createdName({ body }: ServiceRequest): string {
  return /"FunctionName"\s*:\s*"([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '';
}

function write({ status, headers, body }: LambdaAnswer): ServiceAnswer {
  const isBytes = body instanceof Uint8Array;
  return {
    status,
    headers: {
      'x-amzn-RequestId': randomUUID(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: isBytes ? Buffer.from(body) : body === undefined ? '' : JSON.stringify(body),
  };
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const type = status >= 500 ? 'Service' : 'User';
  return write({
    status,
    headers: { 'x-amzn-ErrorType': code, ...headers },
    // Errors from the permission check spell `Message` with a capital letter; other errors do not.
    body: code.startsWith('AccessDenied') ? { Message: message } : { Type: type, message },
  });
}

export function createFunctionInvoker(
  book: FunctionBook,
  runner: FunctionRunner,
): FunctionInvoker & {
  readonly permits: (sending: Omit<Sending, 'event'>) => boolean;
} {
  return {
    permits: ({ functionArn, principal, sourceArn }) => {
      const found = lookUp(book, functionArn);
      const statements = found?.owner.policies.get(found.qualifier ?? '') ?? [];
      return permits(statements, { principal, sourceArn, account: book.account });
    },
    invoke: async ({ arn, event, principal, sourceArn, isPermitted, onChunk }) => {
      const found = lookUp(book, arn);
      if (!found) return { kind: 'missing' };
      const { owner, version, qualifier } = found;
      const statements = owner.policies.get(qualifier ?? '') ?? [];
      if (!isPermitted && !permits(statements, { principal, sourceArn, account: book.account }))
        return { kind: 'forbidden' };
      if (runner.isWaiting(owner)) return { kind: 'throttled' };
      // A function that is being created cannot be invoked.
      if (runningChange(owner.latest, book.clock) === 'creating') return { kind: 'missing' };
      const payload = JSON.stringify(event);
      if (Buffer.byteLength(payload) > SYNCHRONOUS_LIMIT) return { kind: 'tooLong' };
      const chunks: Buffer[] = [];
      const keep = (chunk: Buffer): void => {
        chunks.push(chunk);
      };
      const sink = onChunk ?? keep;
      const execution = runner.run({ owner, version, arn, payload, onChunk: sink });
      if (!execution) return { kind: 'throttled' };
      const { kind, payload: result, isStreamed } = await execution;
      const isWhole = isStreamed && kind === 'returned' && !onChunk;
      return { kind, isStreamed, payload: isWhole ? Buffer.concat(chunks).toString() : result };
    },
  };
}

type FoundVersion = ReturnType<typeof findVersion> & { readonly qualifier: string | undefined };

function lookUp(book: FunctionBook, arn: string): FoundVersion | undefined {
  try {
    const name = readFunctionName(book, arn);
    return { ...findVersion(book, name), qualifier: name.qualifier };
  } catch {
    // Callers get the same response for a malformed name, for another account, and for a missing function.
    return undefined;
  }
}
