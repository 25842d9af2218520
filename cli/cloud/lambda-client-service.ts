// The client of Lambda, which has the calls for functions and those for event source mappings.
import type * as lambdaClient from './lambda-client.js';
import type { SdkService } from './port.js';
import type { ServiceCaller } from './service-caller.js';

type Module = typeof lambdaClient;
type Client = InstanceType<Module['LambdaClient']>;

export type LambdaCaller = ServiceCaller<Module, Client>;

export const LAMBDA: SdkService<Module, Client> = {
  id: 'LAMBDA',
  prefix: 'lambda',
  // A change of a function takes up to a minute, so the deploy step waits for its state instead.
  repeatsBusy: false,
  open: async (config) => {
    const sdk = await import('./lambda-client.js');
    return { sdk, client: new sdk.LambdaClient(config) };
  },
};
