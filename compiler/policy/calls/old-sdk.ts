// The methods of version 2 of the SDK that are no operations of their service.
import type { InputValue, SdkUse } from '../sdk-use.js';
import type { Call } from './call.js';
import { documentCall } from './document-client.js';
import { presignedPost, upload } from './uploads.js';

type OldUse = { readonly use: SdkUse; readonly client: string; readonly input: InputValue };

export function oldCalls({ use, client, input }: OldUse): readonly Call[] {
  if (use.package === 'aws-sdk/DynamoDB.DocumentClient') return [documentCall(use.name, input)];
  if (client === 's3' && use.name === 'Upload') return upload(input);
  // The bucket is in `Bucket`, as in `createPresignedPost` of version 3.
  if (client === 's3' && use.name === 'CreatePresignedPost') return presignedPost(input);
  return [{ client, operation: use.name, input }];
}
