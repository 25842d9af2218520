// What a service of AWS says of itself: how its client is opened, the calls that commands make, and the IAM actions that these
// need. Each has one row in `ports.ts`; whatever is done for all of them knows none by name.
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { ActionsOf } from './call-needs.js';
import type { CloudCalls } from './cloud.js';
import type { Connections } from './connections.js';
import type { MessageRule } from './error-kinds.js';
import type { Sdk, ServiceCaller } from './service-caller.js';

export type SdkService<Module, Client extends OpenClient> = {
  /** The service part of the variable `AWS_ENDPOINT_URL_<service>`. */
  readonly id: string;
  /** The prefix of its IAM actions. */
  readonly prefix: string;
  /** True when the service answers in XML. */
  readonly isXml?: boolean;
  /** False when the caller has to read the resource again before a throttled call is repeated. */
  readonly repeatsBusy?: false;
  /** The kinds of messages that this service alone has. */
  readonly kinds?: readonly MessageRule[];
  readonly open: (config: ClientConfig) => Promise<Sdk<Module, Client>>;
};

export type Port<Name extends keyof CloudCalls = keyof CloudCalls> = {
  [Each in Name]: {
    readonly name: Each;
    /** The type requires a row for every call. */
    readonly actions: ActionsOf<CloudCalls[Each]>;
    readonly open: (opening: Opening) => CloudCalls[Each];
  };
}[Name];

/** What the calls of a service are opened with. */
export type Opening = {
  readonly region: string;
  readonly signal: AbortSignal;
  readonly connections: () => Promise<Connections>;
  readonly endpointOf: (id: string) => string | undefined;
  readonly caller: <Module, Client extends OpenClient>(
    service: SdkService<Module, Client>,
    idleSeconds?: number,
  ) => ServiceCaller<Module, Client>;
};

export type Credentials = NonNullable<LambdaClientConfig['credentials']>;

export type OpenClient = {
  readonly destroy: () => void;
  readonly config: { readonly credentials: Credentials };
};

/** The settings that all clients share. */
export type ClientConfig = Pick<
  LambdaClientConfig,
  'region' | 'maxAttempts' | 'logger' | 'requestHandler' | 'profile' | 'credentials'
> & {
  readonly endpoint?: string;
  readonly clientConfig: { readonly requestHandler: LambdaClientConfig['requestHandler'] };
};
