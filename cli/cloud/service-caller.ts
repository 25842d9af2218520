// Calls of one service: its client is loaded at the first, every call is repeated as far as that is safe, and what fails is
// a CloudError.
import { type Repetition, makeAttempts } from './attempts.js';
import { readCloudError } from './read-cloud-error.js';
import type { WaitFor } from './waiting.js';

/** What a call needs of the SDK: its module and a client. */
export type Sdk<Module, Client> = { readonly sdk: Module; readonly client: Client };

export type ServiceOptions<Module, Client> = {
  /** The prefix of its IAM actions: `lambda`. */
  readonly prefix: string;
  readonly open: () => Promise<Sdk<Module, Client>>;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly signal: AbortSignal;
  readonly waitFor: WaitFor;
  /** See {@link makeAttempts}. */
  readonly repeatsBusy: boolean;
};

export type CallOptions = { readonly abortSignal: AbortSignal };

/** How one call is made; repeated `always` unless said otherwise. */
export type CallRules = { readonly repetition?: Repetition; readonly uploaded?: number };

/** `operation` is the name of the operation: `CreateFunction`. */
export type ServiceCaller<Module, Client> = <Result>(
  operation: string,
  send: (sdk: Sdk<Module, Client>, options: CallOptions) => Promise<Result>,
  rules?: CallRules,
) => Promise<Result>;

/** The caller of a service. */
export function serviceCaller<Module, Client>(
  options: ServiceOptions<Module, Client>,
): ServiceCaller<Module, Client> {
  const { prefix, region, endpoint, signal, waitFor, repeatsBusy } = options;
  let opening: Promise<Sdk<Module, Client>> | undefined;
  return async (operation, send, { repetition = 'always', uploaded = 0 } = {}) => {
    opening ??= options.open();
    const opened = await opening;
    const call = { operation: `${prefix}:${operation}`, region, endpoint, uploaded };
    const attempt = async (): Promise<Awaited<ReturnType<typeof send>>> => {
      const end = waitFor(`the answer to ${call.operation}`);
      try {
        return await send(opened, { abortSignal: signal });
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
