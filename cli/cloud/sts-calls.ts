// The call that tells whose credentials are used.
import { type ActionsOf, call as needs } from './call-needs.js';
import type { Port, SdkService } from './port.js';
import type { ServiceCaller } from './service-caller.js';
import type * as stsClient from './sts-client.js';

export type StsCalls = {
  /** The ARN of the caller: it tells the account. */
  readonly getCallerArn: () => Promise<string>;
};

const STS_ACTIONS: ActionsOf<StsCalls> = {
  // Everybody may: docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  getCallerArn: needs('read'),
};

type Module = typeof stsClient;
type Client = InstanceType<Module['STSClient']>;

declare module './cloud.js' {
  interface CloudCalls {
    readonly sts: StsCalls;
  }
}

const STS: SdkService<Module, Client> = {
  id: 'STS',
  prefix: 'sts',
  isXml: true,
  open: async (config) => {
    const sdk = await import('./sts-client.js');
    return { sdk, client: new sdk.STSClient(config) };
  },
};

export const stsPort: Port<'sts'> = {
  name: 'sts',
  actions: STS_ACTIONS,
  open: ({ caller }) => stsService(caller(STS)),
};

/** The calls, made with the AWS SDK. */
function stsService(call: ServiceCaller<Module, Client>): StsCalls {
  return {
    getCallerArn: () =>
      call('GetCallerIdentity', async ({ sdk, client }, options) => {
        const { Arn = '' } = await client.send(new sdk.GetCallerIdentityCommand({}), options);
        return Arn;
      }),
  };
}
