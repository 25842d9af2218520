// The call that returns the identity of the caller.
import { type Calls, call, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-sts';

export const stsPort: Port<'sts', ReturnType<typeof stsCalls>> = port({
  name: 'sts',
  id: 'STS',
  prefix: 'sts',
  load: () => import('@aws-sdk/client-sts'),
  client: 'STSClient',
  isXml: true,
  // Every caller has permission for this call: docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  actions: { getCallerArn: call('read') },
  calls: stsCalls,
});

function stsCalls({ send }: Calls<typeof sdk>) {
  return {
    getCallerArn: (): Promise<string> => send('GetCallerIdentity', {}, ({ Arn = '' }) => Arn),
  };
}
