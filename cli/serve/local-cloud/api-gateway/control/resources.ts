// Reads the definition of an API: its resources with methods and integrations, and its authorizers.
import { badRequest } from '../refusals.js';
import { page } from './members.js';
import type { OperationRow } from './operation.js';
import { findApi } from './store.js';
import { showAuthorizer, showResource } from './views.js';

export const RESOURCE_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'GetResources',
    method: 'GET',
    path: '/restapis/{restApiId}/resources',
    query: ['position', 'limit', 'embed'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const api = findApi(store, parameter('restApiId'));
      const embed = query.getAll('embed');
      if (embed.some((name) => name !== 'methods')) throw badRequest('Invalid embed specified');
      return page(
        api.definition.resources.map((resource) => showResource(api, resource, embed.length > 0)),
        query,
      );
    },
  },
  {
    name: 'GetAuthorizers',
    method: 'GET',
    path: '/restapis/{restApiId}/authorizers',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const api = findApi(store, parameter('restApiId'));
      return page(
        api.definition.authorizers.map((authorizer) => showAuthorizer(api, authorizer)),
        query,
      );
    },
  },
];
