// Makes the calls of one service: it loads the client at the first call, repeats calls as far as that is safe, and
// throws CloudErrors.
import { type Repetition, makeAttempts } from './attempts.js';
import type { MessageRule } from './error-kinds.js';
import { readCloudError } from './read-cloud-error.js';
import type { WaitFor } from './cloud.js';

/** The SDK's module and a client, which a call needs. */
export type Sdk<Module, Client> = { readonly sdk: Module; readonly client: Client };

export type ServiceOptions<Module, Client> = {
  /** The prefix of the service's IAM actions: `lambda`. */
  readonly prefix: string;
  /** The kinds of messages that the service alone has. */
  readonly kinds?: readonly MessageRule[] | undefined;
  readonly open: () => Promise<Sdk<Module, Client>>;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly signal: AbortSignal;
  readonly waitFor: WaitFor;
  /** See {@link makeAttempts}. */
  readonly repeatsBusy: boolean;
};

export type CallOptions = { readonly abortSignal: AbortSignal };

/** How a call is made; it is repeated `always` unless said otherwise. */
export type CallRules = { readonly repetition?: Repetition; readonly uploaded?: number };

/** Makes a call. `operation` is its name, such as `CreateFunction`. */
export type ServiceCaller<Module, Client> = <Result>(
  operation: string,
  send: (sdk: Sdk<Module, Client>, options: CallOptions) => Promise<Result>,
  rules?: CallRules,
) => Promise<Result>;

export function serviceCaller<Module, Client>(
  options: ServiceOptions<Module, Client>,
): ServiceCaller<Module, Client> {
  const { prefix, kinds, region, endpoint, signal, waitFor, repeatsBusy } = options;
  let opening: Promise<Sdk<Module, Client>> | undefined;
  return async (operation, send, { repetition = 'always', uploaded = 0 } = {}) => {
    opening ??= options.open();
    const opened = await opening;
    const call = { operation: `${prefix}:${operation}`, region, endpoint, uploaded, kinds };
    const attempt = async (): Promise<Awaited<ReturnType<typeof send>>> => {
      const end = waitFor(`the answer to ${call.operation}`);
      try {
        return await send(opened, { abortSignal: signal });
      } catch (error) {
        throw isUnreadable(error) ? unreadable(error) : error;
      } finally {
        end();
      }
    };
    return makeAttempts(attempt, (error) => readCloudError(error, call), {
      repetition,
      repeatsBusy,
      signal,
      waitFor,
    });
  };
}

/** Errors of Node.js have a code, and those of `fetch` a cause. */
function isUnreadable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.cause === undefined && !('code' in error);
}

/** The error of an answer whose members have other types than the service gives them. AWS has carried the call out. */
function unreadable(error: TypeError): Error {
  const message = `the answer cannot be read (${error.message})`;
  const facts = { name: 'UnreadableAnswer', $metadata: { httpStatusCode: 200 } };
  return Object.assign(new Error(message), facts, { stack: error.stack });
}
