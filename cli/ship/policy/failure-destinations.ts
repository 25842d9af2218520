// The permissions that a role needs to report records that Lambda gave up: to a queue, a topic or a bucket, by the service in
// its ARN. https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
import type { SourceArn } from '../../../compiler/declarations/source-forms.js';

/** An action on resources. */
export type Permission = { readonly action: string; readonly resources: readonly string[] };

export function notifyPermissions(arn: SourceArn | undefined): readonly Permission[] {
  const text = arn?.text ?? '';
  switch (arn?.service) {
    case 'sqs':
      return [{ action: 'sqs:SendMessage', resources: [text] }];
    case 'sns':
      return [{ action: 'sns:Publish', resources: [text] }];
    case 's3':
      return [
        { action: 's3:ListBucket', resources: [text] },
        { action: 's3:PutObject', resources: [`${text}/*`] },
      ];
    default:
      return [];
  }
}
