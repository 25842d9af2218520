// FW6262 to FW6264: bucket notifications that are not managed by this stage, and templates that cannot contain notifications.
import { code, type CatalogueEntry } from '../../../../compiler/diagnostics/diagnostic.js';

export const overlappingEntry: CatalogueEntry<{
  readonly bucket: string;
  readonly entry: string;
  readonly functionName: string;
  /** The function, topic or queue that the other entry notifies. */
  readonly other: string;
  /** `shop-dev`: the application and the stage of the entry, if the framework wrote it. */
  readonly owner: string | undefined;
}> = {
  code: 'FW6262',
  severity: 'error',
  title: 'Another destination already receives the events for the same keys',
  message: ({ bucket, entry, functionName, other, owner }) =>
    `The bucket ${code(bucket)} cannot notify ${code(functionName)} of ${code(entry)}: ${code(other)} already receives the events for the same keys${owner === undefined ? '' : `, in the stage ${code(owner)}`}.`,
  hint: () =>
    "Write `delivery: 'eventbridge'`, which sends the events of a key to any number of functions; or use another prefix or suffix, or another bucket for each stage (`bucket: process.env.UPLOADS`).",
};

export const deadNotification: CatalogueEntry<{
  readonly bucket: string;
  readonly destination: string;
}> = {
  code: 'FW6263',
  severity: 'error',
  title: 'A bucket notifies a function that no longer exists',
  message: ({ bucket, destination }) =>
    `S3 refuses to change the notifications of the bucket ${code(bucket)}, because one of them goes to ${code(destination)}, which S3 cannot call. That notification does not belong to this stage.`,
  hint: ({ bucket }) =>
    `Ask the owner of the notification to remove it (\`aws s3api get-bucket-notification-configuration --bucket ${bucket}\` shows it), or write \`delivery: 'eventbridge'\`.`,
};

export const notExported: CatalogueEntry<{ readonly bucket: string }> = {
  code: 'FW6264',
  severity: 'error',
  title: 'Notifications of a bucket cannot be exported',
  message: ({ bucket }) =>
    `All notifications of the bucket ${code(bucket)} are stored in one document, and Terraform and CloudFormation would remove those that they do not manage.`,
  hint: () => "Write `delivery: 'eventbridge'`: it is exported as a rule.",
};
