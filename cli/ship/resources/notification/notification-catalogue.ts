// FW6262 to FW6264: what a bucket tells others, and what a template cannot say of a bucket.
import type { CatalogueEntry } from '../../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../../compiler/diagnostics/code-text.js';

export const overlappingEntry: CatalogueEntry<{
  readonly bucket: string;
  readonly entry: string;
  readonly functionName: string;
  /** The function, topic or queue that the other entry names. */
  readonly other: string;
  /** `shop-dev`: the application and the stage, when an entry of ours says it. */
  readonly owner: string | undefined;
}> = {
  code: 'FW6262',
  severity: 'error',
  title: 'A bucket tells somebody else of the same keys',
  message: ({ bucket, entry, functionName, other, owner }) =>
    `The bucket ${code(bucket)} cannot tell ${code(functionName)} of ${code(entry)}: it tells ${code(other)} of the same keys${owner === undefined ? '' : `, for the stage ${code(owner)}`}.`,
  hint: () =>
    "Write `delivery: 'eventbridge'`, by which any number of functions hear of a key; or another prefix or suffix, or another bucket for each stage (`bucket: process.env.UPLOADS`).",
};

export const deadNotification: CatalogueEntry<{
  readonly bucket: string;
  readonly destination: string;
}> = {
  code: 'FW6263',
  severity: 'error',
  title: 'A bucket tells a function that is not there any more',
  message: ({ bucket, destination }) =>
    `S3 takes no change of what the bucket ${code(bucket)} tells, because it tells ${code(destination)}, which it cannot call. That entry is not of this stage.`,
  hint: ({ bucket }) =>
    `Whoever made it has to take it away: \`aws s3api get-bucket-notification-configuration --bucket ${bucket}\`. Or write \`delivery: 'eventbridge'\`.`,
};

export const notExported: CatalogueEntry<{ readonly bucket: string }> = {
  code: 'FW6264',
  severity: 'error',
  title: 'Notifications of a bucket cannot be exported',
  message: ({ bucket }) =>
    `What the bucket ${code(bucket)} tells is one document, and Terraform and CloudFormation would take away what it tells others.`,
  hint: () => "Write `delivery: 'eventbridge'`: it is exported as a rule.",
};
