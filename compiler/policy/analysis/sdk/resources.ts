// `new Table('cities')` and the other resources of this package. Their members are texts with the names in the cloud, so that the
// inputs of calls name the one resource, wherever its value went (docs/decisions/resources.md).
import {
  ANY_PLACE,
  type NamedResource,
  resourceName,
  type ResourceStage,
} from '../../../../runtime/contract/resources.js';
import { resourceTypeNamed } from '../../../kinds/resource/resource-kind.js';
import type { TextPattern } from '../../sdk-use.js';
import type { Analysis } from '../analysis.js';
import { builtin } from '../values/builtin-members.js';
import { exactText, textToken } from '../values/text.js';
import { type BuiltinToken, UNKNOWN } from '../values/token.js';
import { add, listen } from '../values/value-graph.js';

/** The application and the stage, whose names begin those of resources. A bucket has account and region too. */
export type ResourceOwner = Pick<ResourceStage, 'app' | 'stage'> &
  Partial<Pick<ResourceStage, 'account' | 'region'>>;

/** Whether resources have a member with the name. */
export function isResourceMember(name: string | undefined): boolean {
  return name === 'name' || name === 'arn' || name === 'url';
}

/** The class that an export of this package is, when it declares resources. */
export function resourceClass(analysis: Analysis, name: string): BuiltinToken | undefined {
  const type = resourceTypeNamed(name);
  const owner = analysis.resourceOwner;
  if (!type || !owner) return undefined;
  return builtin(({ queue }, { args, result }) => {
    if (!args[0]) add(queue, result, UNKNOWN);
    else
      listen(args[0], (token) => {
        const text = exactText(token);
        const resource = { type, name: text ?? '' };
        add(queue, result, text === undefined ? UNKNOWN : made(analysis, resource, owner));
      });
  });
}

/** One token for each resource. Nothing can change what it says. */
function made(analysis: Analysis, resource: NamedResource, owner: ResourceOwner): BuiltinToken {
  const key = `resource ${resource.type} ${resource.name}`;
  const known = analysis.interned.get(key);
  if (known?.kind === 'builtin') return known;
  const texts = membersOf(resource, owner);
  const token = builtin(
    () => undefined,
    (member) => {
      const text = member === undefined ? undefined : texts[member];
      return text ? textToken(text) : UNKNOWN;
    },
  );
  analysis.interned.set(key, token);
  return token;
}

/** What is not known of account, region and partition is `undefined`, and {@link ANY_PLACE} in the name of a bucket. */
function membersOf(
  resource: NamedResource,
  owner: ResourceOwner,
): Readonly<Partial<Record<string, TextPattern>>> {
  const whole = resourceName(resource, { ...ANY_PLACE, ...owner });
  const name = [whole];
  switch (resource.type) {
    case 'table':
      return { name, arn: patternOf(`arn:*:dynamodb:*:*:table/${whole}`) };
    case 'queue':
      return {
        name,
        url: patternOf(`https://sqs.*/*/${whole}`),
        arn: patternOf(`arn:*:sqs:*:*:${whole}`),
      };
    case 'topic':
      return { name, arn: patternOf(`arn:*:sns:*:*:${whole}`) };
    case 'bucket':
      return { name, arn: patternOf(`arn:*:s3:::${whole}`) };
  }
}

/** A text with `*` for its unknown parts. */
function patternOf(text: string): TextPattern {
  return text.split('*').flatMap((piece, index) => (index === 0 ? [piece] : [undefined, piece]));
}
