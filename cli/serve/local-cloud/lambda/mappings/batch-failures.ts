// What the answer of a function says of its batch: docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
import { isMembers } from '../../json-service.js';
import type { Mapping } from './mapping-book.js';

/** The ids that failed; undefined for the whole batch. */
export function failuresIn(
  payload: string,
  ids: readonly string[],
  { settings }: Pick<Mapping, 'settings'>,
): readonly string[] | undefined {
  if (!settings.reportsFailures) return [];
  const answer: unknown = payload === '' ? null : JSON.parse(payload);
  if (answer === null) return [];
  // An answer of another form fails the batch as a whole, and so does an id that is not in it.
  if (!isMembers(answer)) return undefined;
  const list = answer['batchItemFailures'] ?? [];
  if (!Array.isArray(list)) return undefined;
  const failed = list.map((one: unknown) => (isMembers(one) ? one['itemIdentifier'] : undefined));
  const texts = failed.filter((one) => typeof one === 'string');
  return texts.length === list.length && texts.every((one) => ids.includes(one))
    ? texts
    : undefined;
}
