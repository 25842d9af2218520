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
        'True drops a message with the content of one of the last five minutes. For a FIFO topic, whose name ends in `.fifo`.',
    },
  },
  describe: ({ deduplication }) => (deduplication === true ? { deduplication } : {}),
});
