// Publish and PublishBatch, and the messages that SNS rejects.
import { element, entriesOf, type Form, type QueryOperations, texts } from '../query-service.js';
import { RefusedCall } from '../service.js';
import {
  type Message,
  type MessageAttribute,
  publish,
  type Published,
  type Topic,
  type TopicStore,
} from './topic-store.js';

type Operations = QueryOperations<TopicStore>;

/** docs.aws.amazon.com/general/latest/gr/sns.html */
const MOST_BYTES = 262_144;

const ENTRY = 'PublishBatchRequestEntries.member.';

export const PUBLISH_OPERATIONS: Operations = {
  Publish: {
    takes: `TopicArn TargetArn Message Subject MessageStructure MessageAttributes MessageGroupId
      MessageDeduplicationId`,
    resource: topicResource,
    policy: topicPolicy,
    run: (form, store) => {
      const topic = topicOf(form, store);
      return answerOf(publish(store, topic, readMessage(form, '', topic)));
    },
  },
  /** docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
  PublishBatch: {
    action: 'Publish',
    takes: 'TopicArn PublishBatchRequestEntries',
    resource: topicResource,
    policy: topicPolicy,
    run: (form, store) => {
      const topic = topicOf(form, store);
      const places: string[] = [];
      for (let index = 1; form.has(`${ENTRY}${index}.Id`); index += 1)
        places.push(`${ENTRY}${index}.`);
      const ids = places.map((place) => form.get(`${place}Id`) ?? '');
      if (ids.length === 0)
        throw refused('EmptyBatchRequest', "The batch request doesn't contain any entries.");
      if (ids.length > 10)
        throw refused(
          'TooManyEntriesInBatchRequest',
          'The batch request contains more entries than permissible (more than 10).',
        );
      if (new Set(ids).size < ids.length)
        throw refused(
          'BatchEntryIdsNotDistinct',
          'Two or more batch entries in the request have the same Id.',
        );
      const done: string[] = [];
      const failed: string[] = [];
      for (const [index, place] of places.entries()) {
        const Id = ids[index] ?? '';
        try {
          const published = publish(store, topic, readMessage(form, place, topic));
          done.push(element('member', texts({ Id }) + answerOf(published)));
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          const { code: Code, message } = error.refusal;
          failed.push(
            element('member', texts({ Id, Code, Message: message, SenderFault: 'true' })),
          );
        }
      }
      return element('Successful', done.join('')) + element('Failed', failed.join(''));
    },
  },
};

function answerOf({ id, sequence }: Published): string {
  return texts({ MessageId: id, ...(sequence !== undefined && { SequenceNumber: sequence }) });
}

function readMessage(form: Form, place: string, topic: Topic): Message {
  const name = `${place}MessageAttributes`;
  const types = entriesOf(form, name, ['Name', 'Value.DataType']);
  const values = entriesOf(form, name, ['Name', 'Value.StringValue']);
  const bytes = entriesOf(form, name, ['Name', 'Value.BinaryValue']);
  const attributes = [...types].map(([key, Type]): [string, MessageAttribute] => [
    key,
    { Type, Value: (Type.startsWith('Binary') ? bytes : values).get(key) ?? '' },
  ]);
  const text = form.get(`${place}Message`) ?? '';
  const group = form.get(`${place}MessageGroupId`) ?? undefined;
  const deduplication = form.get(`${place}MessageDeduplicationId`) ?? undefined;
  if (text === '') throw invalid('Invalid parameter: Empty message');
  if (Buffer.byteLength(text) > MOST_BYTES) throw invalid('Invalid parameter: Message too long');
  const isFifo = topic.arn.endsWith('.fifo');
  if (isFifo && group === undefined)
    throw invalid('Invalid parameter: The MessageGroupId parameter is required for FIFO topics');
  const isByText = topic.attributes.get('ContentBasedDeduplication') === 'true';
  if (isFifo && deduplication === undefined && !isByText)
    throw invalid(
      'Invalid parameter: The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  return {
    text,
    texts: form.get(`${place}MessageStructure`) === 'json' ? textsOf(text) : undefined,
    subject: form.get(`${place}Subject`) ?? undefined,
    attributes: Object.fromEntries(attributes),
    ...{ group, deduplication },
  };
}

/** Reads the texts by protocol of a message whose structure is JSON. */
function textsOf(text: string): Readonly<Record<string, string>> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw invalid('Invalid parameter: Message Structure - JSON message body failed to parse');
  }
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  const given = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
  const texts = Object.fromEntries(given);
  if (texts['default'] !== undefined) return texts;
  throw invalid('Invalid parameter: Message Structure - No default entry in JSON message body');
}

function refused(code: string, message: string): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}

function topicPolicy(form: Form, { topics }: TopicStore): string | undefined {
  return topics.get(topicResource(form))?.attributes.get('Policy');
}

export function invalid(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'InvalidParameter', message });
}

export function notFound(what: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NotFound', message: `${what} does not exist` });
}

export function topicResource(form: Form): string {
  return form.get('TopicArn') ?? form.get('TargetArn') ?? '';
}

export function topicOf(form: Form, { topics, region }: TopicStore): Topic {
  const arn = topicResource(form);
  if (arn.split(':')[3] !== region) throw invalid('Invalid parameter: TopicArn');
  const topic = topics.get(arn);
  if (!topic) throw notFound('Topic');
  return topic;
}
