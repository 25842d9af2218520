// API keys. A key has an effect only through a usage plan of a stage.
import { textAt, textMapAt } from '../fields.js';
import type { Fields } from '../fields.js';
import { newId } from '../identifiers.js';
import { badRequest, conflict, notFound } from '../refusals.js';
import { page, readPatches } from './members.js';
import type { Call, OperationRow } from './operation.js';
import { addTags } from './store.js';
import type { ApiKey, Store } from './store.js';
import { showApiKey } from './views.js';

export const API_KEY_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'CreateApiKey',
    method: 'POST',
    path: '/apikeys',
    body: {
      name: 'string',
      description: 'string',
      enabled: 'boolean',
      generateDistinctId: 'boolean',
      value: 'string',
      tags: 'texts',
    },
    status: 201,
    run: createApiKey,
  },
  {
    name: 'GetApiKeys',
    method: 'GET',
    path: '/apikeys',
    query: ['position', 'limit', 'name', 'includeValues'],
    status: 200,
    run: ({ store, query }) => {
      const prefix = query.get('name') ?? '';
      const keys = [...store.keys.values()].filter(({ name }) => name.startsWith(prefix));
      return page(
        keys.map((key) => showApiKey(key, query.get('includeValues') === 'true')),
        query,
      );
    },
  },
  {
    name: 'GetApiKey',
    method: 'GET',
    path: '/apikeys/{apiKey}',
    query: ['includeValue'],
    status: 200,
    run: ({ store, parameter, query }) =>
      showApiKey(findKey(store, parameter('apiKey')), query.get('includeValue') === 'true'),
  },
  {
    name: 'UpdateApiKey',
    method: 'PATCH',
    path: '/apikeys/{apiKey}',
    body: { patchOperations: 'objects' },
    status: 200,
    run: ({ store, parameter, body }) => {
      const key = findKey(store, parameter('apiKey'));
      for (const { op, path, value } of readPatches(body, 'updateApiKeyInput')) {
        if (op !== 'replace' || (path !== '/enabled' && path !== '/name')) {
          throw badRequest(
            `Invalid patch path  '${path}' specified for op '${op}'. Must be one of: [/enabled, /name]`,
          );
        }
        if (path === '/name') key.name = value ?? '';
        else key.enabled = value?.toLowerCase() === 'true';
        key.updatedAt = store.clock.now();
      }
      return showApiKey(key, false);
    },
  },
  {
    name: 'DeleteApiKey',
    method: 'DELETE',
    path: '/apikeys/{apiKey}',
    status: 202,
    run: ({ store, parameter }) => {
      const { id } = findKey(store, parameter('apiKey'));
      store.keys.delete(id);
      for (const plan of store.plans.values()) plan.keyIds.delete(id);
      return undefined;
    },
  },
];

export function findKey(store: Store, id: string): ApiKey {
  const key = store.keys.get(id);
  if (!key) throw notFound('Invalid API Key identifier specified');
  return key;
}

function createApiKey({ store, body }: Call): Fields {
  const name = textAt(body, 'name') ?? '';
  const value = textAt(body, 'value') ?? newId(40);
  if (name.length > 1024) throw badRequest('Invalid API Key name, can be at most 1024 characters.');
  if (value.length < 20) throw badRequest('API Key value should be at least 20 characters');
  if (value.length > 128) throw badRequest('API Key value exceeds maximum size of 128 characters');
  if ([...store.keys.values()].some((key) => key.value === value)) {
    throw conflict('API Key already exists');
  }
  const now = store.clock.now();
  const key: ApiKey = {
    id: newId(),
    name,
    value,
    description: textAt(body, 'description'),
    createdAt: now,
    updatedAt: now,
    // As in the real service, a key is disabled unless the request enables it.
    enabled: body['enabled'] === true,
    tags: new Map(),
  };
  addTags(key.tags, textMapAt(body, 'tags'));
  store.keys.set(key.id, key);
  return showApiKey(key, true);
}
