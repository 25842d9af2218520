// Tags of mappings: the same operations as for functions, with a different ARN.
import { readMembers, textMapOf } from '../members.js';
import { type LambdaCall, type LambdaOperation, NO_CONTENT, ok } from '../operation.js';
import { notFound } from '../refusals.js';
import { checkTags } from '../tag-operations.js';
import { livingMappings, type Mapping, type MappingBook } from './mapping-book.js';

/** These operations come before those of functions, whose path matches every ARN. */
const PATH =
  '/2017-03-31/tags/(?<arn>arn(?:%3A|:)aws(?:%3A|:)lambda(?:%3A|:)[a-z0-9-]+(?:%3A|:)[0-9]+(?:%3A|:)event-source-mapping(?:%3A|:)[0-9a-f-]+)';

export function mappingTagOperations(book: MappingBook): readonly LambdaOperation[] {
  const find = ({ captures }: LambdaCall): Mapping => {
    const arn = decodeURIComponent(captures['arn'] ?? '');
    const found = livingMappings(book).find((one) => one.arn === arn);
    if (!found) throw notFound('The resource you requested does not exist.');
    return found;
  };
  return [
    {
      name: 'TagResource',
      method: 'POST',
      path: PATH,
      isWrite: true,
      run: (call) => {
        const members = readMembers(call.body, { Resource: 'text', Tags: 'text-map' }, ['Tags']);
        const { tags } = find(call);
        const given = textMapOf(members, 'Tags') ?? {};
        checkTags({ ...Object.fromEntries(tags), ...given });
        for (const [key, value] of Object.entries(given)) tags.set(key, value);
        return NO_CONTENT;
      },
    },
    {
      name: 'ListTags',
      method: 'GET',
      path: PATH,
      isWrite: false,
      run: (call) => ok({ Tags: Object.fromEntries(find(call).tags) }),
    },
  ];
}
