// The call that tells whose credentials are used.
import { type ActionsOf, call as needs } from './call-needs.js';
import type { ServiceCaller } from './service-caller.js';
import type * as stsClient from './sts-client.js';

export type StsCalls = {
  /** The ARN of the caller: it tells the account. */
  readonly getCallerArn: () => Promise<string>;
};

export const STS_ACTIONS: ActionsOf<StsCalls> = {
  // Everybody may: docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  getCallerArn: needs('read'),
};

type Module = typeof stsClient;

/** The calls, made with the AWS SDK. */
export function stsService(
  call: ServiceCaller<Module, InstanceType<Module['STSClient']>>,
): StsCalls {
  return {
    getCallerArn: () =>
      call('GetCallerIdentity', async ({ sdk, client }, options) => {
        const { Arn = '' } = await client.send(new sdk.GetCallerIdentityCommand({}), options);
        return Arn;
      }),
  };
}
