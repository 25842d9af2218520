// Invokes functions for other services, if the policy of the function allows it.
import type { FunctionInvoker, FunctionPermissions } from '../service.js';
import { SYNCHRONOUS_LIMIT } from './invoke-operation.js';
import { type FunctionBook, runningChange } from './function-book.js';
import { permits } from './function-policy.js';
import { findVersion, readFunctionName } from './function-name.js';
import type { FunctionRunner } from './run/function-runner.js';

export function createFunctionInvoker(
  book: FunctionBook,
  runner: FunctionRunner,
): FunctionInvoker & FunctionPermissions {
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

type Found = ReturnType<typeof findVersion> & { readonly qualifier: string | undefined };

function lookUp(book: FunctionBook, arn: string): Found | undefined {
  try {
    const name = readFunctionName(book, encodeURIComponent(arn));
    return { ...findVersion(book, name), qualifier: name.qualifier };
  } catch {
    // Callers get the same response for a malformed name, for another account, and for a missing function.
    return undefined;
  }
}
