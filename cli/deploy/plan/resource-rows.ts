// The resources of a plan as rows; what stays as it is has none.
import { baseName } from '../../config/cloud-names.js';
import { OWN_TAG } from '../../config/limits.js';
import type {
  ApiChange,
  ApiPart,
  FunctionChange,
  PermissionChange,
  Plan,
  RoleChange,
} from './plan.js';
import type { PlanRow } from './plan-rows.js';
import { fieldText } from './field-text.js';

/** Roles, then functions, then the API. */
export function resourceRows({
  app,
  stage,
  roles,
  functions,
  api,
  otherApis,
}: Plan): readonly PlanRow[] {
  return [
    ...roles.flatMap(roleRows),
    ...functions.flatMap(functionRows),
    ...(api ? apiRows(api, baseName(app, stage)) : []),
    ...otherApis.map((id): PlanRow => {
      const name = `${baseName(app, stage)} (${id})`;
      return { sign: '-', cells: ['API', name], details: ['left by another deploy'] };
    }),
  ];
}

function roleRows(change: RoleChange): readonly PlanRow[] {
  switch (change.action) {
    case 'create':
      return [{ sign: '+', cells: ['role', change.role.name] }];
    case 'update':
      return [{ sign: '~', cells: ['role', change.role.name], details: change.parts }];
    case 'unchanged':
      return [];
    case 'delete':
      return [{ sign: '-', cells: ['role', change.name] }];
  }
}

function functionRows(change: FunctionChange): readonly PlanRow[] {
  switch (change.action) {
    case 'create':
      return [{ sign: '+', cells: ['function', change.function.name] }];
    case 'update': {
      const details = [
        ...(change.parts.includes('code') ? ['code'] : []),
        ...(change.permission ? [PERMISSIONS[change.permission]] : []),
        ...change.fields.filter(({ field }) => field !== OWN_TAG_FIELD).map(fieldText),
      ];
      // Every resource has our tag, and it changes with every version of framework.
      const rest = details.length === 0 ? ['tags'] : [];
      const cells = ['function', change.function.name];
      return [{ sign: '~', cells, details: [...details, ...rest] }];
    }
    case 'replace': {
      const details = [`deleted and made again: ${change.reason}`];
      return [{ sign: '~', cells: ['function', change.function.name], details }];
    }
    case 'unchanged':
      return [];
    case 'delete':
      return [{ sign: '-', cells: ['function', change.name] }];
  }
}

const OWN_TAG_FIELD = `tags.${OWN_TAG}`;

const PERMISSIONS: Readonly<Record<PermissionChange, string>> = {
  allowed: 'allow API Gateway to call it',
  'taken back': 'earlier permission of API Gateway to call it is deleted',
};

function apiRows(change: ApiChange, name: string): readonly PlanRow[] {
  switch (change.action) {
    case 'create':
      return [
        { sign: '+', cells: ['API', change.api.name], details: [`stage ${change.api.stage}`] },
      ];
    case 'update': {
      const details = [
        ...change.parts.flatMap((part) => API_PARTS[part] ?? []),
        ...change.observed.otherStages.map((stage) => `stage ${stage} is deleted`),
      ];
      return [{ sign: '~', cells: ['API', change.api.name], details }];
    }
    case 'unchanged':
      return [];
    case 'delete':
      return [{ sign: '-', cells: ['API', name], warning: 'its address is gone for good' }];
  }
}

/** What is put is deployed too; stages are told by their names. */
const API_PARTS: Readonly<Partial<Record<ApiPart, string>>> = {
  document: 'routes and settings',
  tags: 'tags',
};
