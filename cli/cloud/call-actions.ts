// The IAM actions that each call of the port needs. The types ask for a row for every call, so `gen-policy --deployer`
// cannot miss a new one. The actions are from docs.aws.amazon.com/service-authorization/latest/reference/
import type { ApiGatewayCalls } from './api-gateway-calls.js';
import type { IamCalls } from './iam-calls.js';
import type { LambdaCalls } from './lambda-calls.js';
import type { LogsCalls } from './logs-calls.js';

/** The resource of a permission. `anything`: the action cannot be narrowed. */
export type CallResource =
  | 'anything'
  | 'role'
  /** The role that a function gets: one that we make, or `iam_role_arn`. */
  | 'passed-role'
  | 'function'
  | 'all-apis'
  | 'api'
  | 'api-tags'
  | 'log-group';

/**
 * - `read`: to plan.
 * - `write`: to deploy, delete and roll back.
 * - `remove`: to delete what an earlier deploy made and the source no longer has.
 * - `logs`: to show logs.
 * - `invoke`: no deploy needs it.
 */
export type CallUse = 'read' | 'write' | 'remove' | 'logs' | 'invoke';

export type CallPermission = { readonly action: string; readonly resource: CallResource };

export type CallActions = {
  readonly use: CallUse;
  readonly permissions: readonly CallPermission[];
};

type ActionsOf<Calls> = Readonly<Record<keyof Calls, CallActions>>;

const iam: ActionsOf<IamCalls> = {
  getRole: onRole('read', 'iam:GetRole'),
  listRoles: call('read', { action: 'iam:ListRoles', resource: 'anything' }),
  createRole: onRole('write', 'iam:CreateRole', 'iam:TagRole'),
  updateTrust: onRole('write', 'iam:UpdateAssumeRolePolicy'),
  tagRole: onRole('write', 'iam:TagRole'),
  getRolePolicy: onRole('read', 'iam:GetRolePolicy'),
  putRolePolicy: onRole('write', 'iam:PutRolePolicy'),
  listRolePolicies: onRole('read', 'iam:ListRolePolicies'),
  deleteRolePolicy: onRole('remove', 'iam:DeleteRolePolicy'),
  deleteRole: onRole('remove', 'iam:DeleteRole'),
};

const passRole: CallPermission = { action: 'iam:PassRole', resource: 'passed-role' };

const lambda: ActionsOf<LambdaCalls> = {
  // `GetFunction` returns tags only with `lambda:ListTags`.
  getFunction: onFunction('read', 'lambda:GetFunction', 'lambda:ListTags'),
  getFunctionConfiguration: onFunction('read', 'lambda:GetFunctionConfiguration'),
  listFunctions: call('read', { action: 'lambda:ListFunctions', resource: 'anything' }),
  createFunction: withRole(onFunction('write', 'lambda:CreateFunction', 'lambda:TagResource')),
  updateFunctionCode: onFunction('write', 'lambda:UpdateFunctionCode'),
  updateFunctionConfiguration: withRole(onFunction('write', 'lambda:UpdateFunctionConfiguration')),
  describeFunction: onFunction('write', 'lambda:UpdateFunctionConfiguration'),
  putConcurrency: onFunction('write', 'lambda:PutFunctionConcurrency'),
  deleteConcurrency: onFunction('write', 'lambda:DeleteFunctionConcurrency'),
  tagFunction: onFunction('write', 'lambda:TagResource'),
  untagFunction: onFunction('write', 'lambda:UntagResource'),
  getPermissions: onFunction('read', 'lambda:GetPolicy'),
  addPermission: onFunction('write', 'lambda:AddPermission'),
  removePermission: onFunction('write', 'lambda:RemovePermission'),
  listVersions: onFunction('read', 'lambda:ListVersionsByFunction'),
  readHistory: onFunction('read', 'lambda:ListVersionsByFunction'),
  downloadCode: onFunction('write', 'lambda:GetFunction'),
  deleteFunction: onFunction('remove', 'lambda:DeleteFunction'),
  invoke: onFunction('invoke', 'lambda:InvokeFunction'),
};

// API Gateway has one action for each HTTP method, and a path for each resource.
const apiGateway: ActionsOf<ApiGatewayCalls> = {
  findApis: call('read', { action: 'apigateway:GET', resource: 'all-apis' }),
  getApi: onApi('read', 'apigateway:GET'),
  createApi: call(
    'write',
    { action: 'apigateway:POST', resource: 'all-apis' },
    { action: 'apigateway:POST', resource: 'api-tags' },
    { action: 'apigateway:PUT', resource: 'api-tags' },
  ),
  tagApi: call('write', { action: 'apigateway:PUT', resource: 'api-tags' }),
  putApi: onApi('write', 'apigateway:PUT'),
  getStage: onApi('read', 'apigateway:GET'),
  listStages: onApi('read', 'apigateway:GET'),
  createDeployment: onApi('write', 'apigateway:POST'),
  getDeployment: onApi('read', 'apigateway:GET'),
  updateStage: onApi('write', 'apigateway:PATCH'),
  deleteStage: onApi('write', 'apigateway:DELETE'),
  exportStage: onApi('read', 'apigateway:GET'),
  deleteApi: onApi('remove', 'apigateway:DELETE'),
};

const logs: ActionsOf<LogsCalls> = {
  filterEvents: call('logs', { action: 'logs:FilterLogEvents', resource: 'log-group' }),
  deleteGroup: call('write', { action: 'logs:DeleteLogGroup', resource: 'log-group' }),
};

/** The actions by service and name of the call. */
export const CALL_ACTIONS: {
  readonly iam: ActionsOf<IamCalls>;
  readonly lambda: ActionsOf<LambdaCalls>;
  readonly apiGateway: ActionsOf<ApiGatewayCalls>;
  readonly logs: ActionsOf<LogsCalls>;
} = { iam, lambda, apiGateway, logs };

function call(use: CallUse, ...permissions: readonly CallPermission[]): CallActions {
  return { use, permissions };
}

function onRole(use: CallUse, ...actions: readonly string[]): CallActions {
  return call(use, ...actions.map((action) => ({ action, resource: 'role' as const })));
}

function onFunction(use: CallUse, ...actions: readonly string[]): CallActions {
  return call(use, ...actions.map((action) => ({ action, resource: 'function' as const })));
}

function onApi(use: CallUse, action: string): CallActions {
  return call(use, { action, resource: 'api' });
}

function withRole({ use, permissions }: CallActions): CallActions {
  return call(use, ...permissions, passRole);
}
