// FW626x: sources of events that do not exist, or that a function may not have.
import type { CatalogueEntry } from '../../../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../../../compiler/diagnostics/code-text.js';
import { type Declared, declaredText } from './declared.js';

/** Sources that the user makes, and that must exist before a deploy. */
export type SourceWord = 'event bus' | 'topic' | 'bucket';

const MAKE: Readonly<Record<SourceWord, string>> = {
  'event bus': 'aws events create-event-bus --name NAME',
  topic: 'aws sns create-topic --name NAME',
  bucket: 'aws s3 mb s3://NAME',
};

export const missingSource: CatalogueEntry<{
  readonly kind: SourceWord;
  readonly name: string;
  readonly region: string;
  readonly declared: Declared;
}> = {
  code: 'FW6260',
  severity: 'error',
  title: 'A source of events is not there',
  message: ({ kind, name, region, declared }) =>
    `There is no ${kind} ${code(name)} in ${region}, which ${declaredText(declared)} names.`,
  hint: ({ kind }) =>
    `Write the name of one that exists, or make it first (\`${MAKE[kind]}\`). Nothing was changed.`,
};

const ELSEWHERE: Readonly<Record<SourceWord, string>> = {
  'event bus':
    'Name a bus of the region and account of the stage, and send it the events by a rule of the other bus; or deploy the stage there (`--region`, `--profile`).',
  topic: 'Name a topic of the region of the stage, or deploy the stage there (`--region`).',
  bucket:
    'Name a bucket of the region of the stage, for each stage by a variable, or deploy the stage there (`--region`).',
};

export const sourceElsewhere: CatalogueEntry<{
  readonly kind: SourceWord;
  readonly name: string;
  /** `the region us-east-1` */
  readonly place: string;
  readonly own: string;
  readonly declared: Declared;
}> = {
  code: 'FW6261',
  severity: 'error',
  title: 'A source of events is in another region or account',
  message: ({ kind, name, place, own, declared }) =>
    `The ${kind} ${code(name)} is in ${place}, and the stage in ${own}: ${declaredText(declared)} cannot be connected with it.`,
  hint: ({ kind }) => `${ELSEWHERE[kind]} Nothing was changed.`,
};

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
