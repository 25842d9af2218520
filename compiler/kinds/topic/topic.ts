// `new Topic('news')`: an SNS topic.
import type { TopicEntry } from '../../../runtime/contract/manifest.js';
import { fifoOnly } from '../resource/catalogue.js';
import { flagOf, resourceKind, type ResourceKind } from '../resource/resource-kind.js';

/** docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html */
export const TOPIC: ResourceKind = resourceKind<{ readonly deduplication?: boolean }, TopicEntry>({
  type: 'topic',
  example: "new Topic('news')",
  table: {
    deduplication: {
      ...flagOf('deduplication'),
      problems: [...flagOf('deduplication').problems, fifoOnly],
      meaning:
        'If true, a message is dropped if its content equals that of a message from the last five minutes. Only for a FIFO topic, whose name ends in `.fifo`.',
    },
  },
  describe: ({ deduplication }) => (deduplication === true ? { deduplication } : {}),
});
