// The tags of REST APIs, stages, API keys and usage plans.
import { textMapAt } from '../fields.js';
import { badRequest, notFound } from '../refusals.js';
import type { OperationRow } from './operation.js';
import { findDomain } from './domains.js';
import { addTags, findApi, findStage } from './store.js';
import type { Store } from './store.js';

export const TAG_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'GetTags',
    method: 'GET',
    path: '/tags/{resourceArn}',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter }) => ({
      tags: Object.fromEntries(findTags(store, parameter('resourceArn'))),
    }),
  },
  {
    name: 'TagResource',
    method: 'PUT',
    path: '/tags/{resourceArn}',
    body: { tags: 'texts!' },
    status: 204,
    run: ({ store, parameter, body }) => {
      addTags(findTags(store, parameter('resourceArn')), textMapAt(body, 'tags'));
      return undefined;
    },
  },
  {
    name: 'UntagResource',
    method: 'DELETE',
    path: '/tags/{resourceArn}',
    query: ['tagKeys'],
    status: 204,
    run: ({ store, parameter, query }) => {
      const tags = findTags(store, parameter('resourceArn'));
      for (const key of query.getAll('tagKeys')) tags.delete(key);
      return undefined;
    },
  },
];

function findTags(store: Store, arn: string): Map<string, string> {
  const prefix = `:apigateway:${store.region}::`;
  const start = arn.indexOf(prefix);
  if (!arn.startsWith('arn:') || start < 0)
    throw badRequest(`Invalid ARN specified in the request`);
  const [, kind, id = '', below, name = ''] = arn.slice(start + prefix.length).split('/');
  switch (kind) {
    case 'restapis': {
      const api = findApi(store, id);
      return below === 'stages' ? findStage(api, name).tags : api.tags;
    }
    case 'apikeys': {
      const key = store.keys.get(id);
      if (!key) throw notFound('Invalid API Key identifier specified');
      return key.tags;
    }
    case 'usageplans': {
      const plan = store.plans.get(id);
      if (!plan) throw notFound('Invalid Usage Plan ID specified');
      return plan.tags;
    }
    case 'domainnames':
      return findDomain(store, id).tags;
    default:
      throw badRequest('Invalid ARN specified in the request');
  }
}

/**
 * Returns the tags that the caller's policies see: a resource inherits the tags of its API, and the tags of a stage override
 * them. GetTags does not show inherited tags.
 * docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-supported-resources.html
 */
export function tagContext(store: Store, path: string): Readonly<Record<string, string>> {
  const [, kind, id = '', below, name = ''] = path.split('/');
  const api = kind === 'restapis' ? store.apis.get(id) : undefined;
  const domain = kind === 'domainnames' ? store.domains.get(decodeURIComponent(id)) : undefined;
  const key = kind === 'apikeys' ? store.keys.get(id) : undefined;
  const plan = kind === 'usageplans' && !below ? store.plans.get(id) : undefined;
  const own = below === 'stages' ? api?.stages.get(name)?.tags : undefined;
  const tags = [
    ...(api?.tags ?? []),
    ...(domain?.tags ?? []),
    ...(key?.tags ?? []),
    ...(plan?.tags ?? []),
    ...(own ?? []),
  ];
  return Object.fromEntries(tags.map(([key, value]) => [`aws:ResourceTag/${key}`, value]));
}
