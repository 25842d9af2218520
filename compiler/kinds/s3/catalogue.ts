// FW2918, FW2919 and FW2929: bucket events
// (docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html).
import { code, codeList, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

export const bucketEvent: CatalogueEntry<{
  readonly name: string;
  readonly why: 'unknown' | 'repeated' | 'bus';
  readonly suggestion: string | undefined;
}> = {
  code: 'FW2918',
  severity: 'error',
  title: 'An S3 event name is not valid',
  message: ({ name, why }) =>
    why === 'unknown'
      ? `${code(name)} is not an S3 event.`
      : why === 'repeated'
        ? `${code(name)} is already listed.`
        : `S3 does not send ${code(name)} to EventBridge.`,
  hint: ({ why, suggestion }) => {
    if (why === 'repeated') return 'Remove it.';
    if (why === 'bus') return "Remove it, or write `delivery: 'notification'`.";
    return suggestion === undefined
      ? 'Valid names are `s3:ObjectCreated:*`, `s3:ObjectRemoved:*` and those in the S3 documentation.'
      : `Did you mean ${code(suggestion)}?`;
  },
};

export const literalStar: CatalogueEntry<{
  readonly option: 'prefix' | 'suffix';
  readonly text: string;
  readonly instead: string;
}> = {
  code: 'FW2929',
  severity: 'warning',
  title: 'An asterisk in a key filter is not a wildcard',
  message: ({ option, text }) =>
    `S3 treats the \`*\` in the ${option} ${code(text)} literally, so only keys that ${option === 'prefix' ? 'begin with' : 'end in'} ${code(text)} itself match.`,
  hint: ({ option, instead }) =>
    instead === ''
      ? `Remove \`${option}\`: without it, every key matches.`
      : `Write ${code(`${option}: '${instead}'`)}.`,
};

export const overlappingBuckets: CatalogueEntry<{
  readonly bucket: string;
  readonly events: readonly string[];
}> = {
  code: 'FW2919',
  severity: 'error',
  title: 'S3 cannot notify two functions of the same events',
  message: ({ bucket, events }) =>
    `Another function receives ${codeList(events)} of ${code(bucket)} for the same keys, which S3 does not allow.`,
  hint: () =>
    "Give each function a different `prefix`, `suffix` or `events`, or write `delivery: 'eventbridge'` for one of them.",
};
