// Tags of functions; a call names the function by its ARN. Each change creates a new revision of the function.
import {
  type CloudFunction,
  type FunctionBook,
  withNewRevision,
  findFunction,
  readFunctionName,
  type LambdaCall,
  type LambdaOperations,
  NO_CONTENT,
  ok,
} from './function-book.js';
import { readMembers, textMapOf, failed, invalidParameter, validation } from './members.js';

const PATH = '/2017-03-31/tags/{arn}';
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** Rejects tags that the service does not accept. */
export function checkTags(tags: Readonly<Record<string, string>>): void {
  const entries = Object.entries(tags);
  if (entries.length > 50) throw invalidParameter('Number of tags exceeds resource tag limit.');
  for (const [key, value] of entries) {
    if (key.toLowerCase().startsWith('aws:'))
      throw invalidParameter("Tag keys starting with 'aws:' are reserved for internal use.");
    if (key.length === 0 || key.length > 128 || value.length > 256 || !TAG.test(key + value))
      throw invalidParameter(`The tag ${key} has a key or a value that is not valid.`);
  }
}

export const TAG_OPERATIONS: LambdaOperations = {
  TagResource: {
    http: `POST ${PATH}`,
    run: (call, book) => {
      const members = readMembers(call.body, 'Resource Tags:text-map!');
      const owner = taggedFunction(call, book);
      const { tags } = owner;
      const given = textMapOf(members, 'Tags') ?? {};
      if (Object.keys(given).length === 0)
        throw invalidParameter('An error occurred and the request cannot be processed.');
      checkTags({ ...Object.fromEntries(tags), ...given });
      for (const [key, value] of Object.entries(given)) tags.set(key, value);
      owner.latest = withNewRevision(owner.latest);
      return NO_CONTENT;
    },
  },
  UntagResource: {
    http: `DELETE ${PATH}`,
    run: (call, book) => {
      const owner = taggedFunction(call, book);
      const { tags } = owner;
      const keys = call.query.getAll('tagKeys');
      if (keys.length === 0) throw validation([failed(null, 'tagKeys', 'Member must not be null')]);
      for (const key of keys) tags.delete(key);
      owner.latest = withNewRevision(owner.latest);
      return NO_CONTENT;
    },
  },
  ListTags: {
    http: `GET ${PATH}`,
    run: (call, book) => ok({ Tags: Object.fromEntries(taggedFunction(call, book).tags) }),
  },
};

function taggedFunction({ captures }: LambdaCall, book: FunctionBook): CloudFunction {
  const given = captures['arn'] ?? '';
  const arn = decodeURIComponent(given);
  if (!arn.startsWith('arn:aws:lambda:'))
    throw validation([
      failed(
        arn,
        'resource',
        'Member must satisfy regular expression pattern: arn:(aws[a-zA-Z-]*):lambda:[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:.*',
      ),
    ]);
  const name = readFunctionName(book, given);
  if (name.qualifier !== undefined)
    throw invalidParameter(
      'Tags on function aliases and versions are not supported. Please specify a function ARN.',
    );
  return findFunction(book, name);
}
