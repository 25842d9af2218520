// The IAM actions that a call of the port needs. They stand beside the calls: the types ask for a row for every call, so
// `gen-policy --deployer` cannot miss a new one. The actions are from
// docs.aws.amazon.com/service-authorization/latest/reference/

/**
 * - `read`: to plan.
 * - `write`: to deploy, delete and roll back.
 * - `remove`: to delete what an earlier deploy made and the source no longer has.
 * - `logs`: to show logs.
 * - `invoke`: no deploy needs it.
 */
export type CallUse = 'read' | 'write' | 'remove' | 'logs' | 'invoke';

/**
 * `resource`: as the statements of a resource type name it (`cli/ship/resources/`), or `anything` when the action cannot be narrowed.
 */
export type CallPermission = { readonly action: string; readonly resource: string };

export type CallActions = {
  readonly use: CallUse;
  readonly permissions: readonly CallPermission[];
};

export type ActionsOf<Calls> = Readonly<Record<keyof Calls, CallActions>>;

export function call(use: CallUse, ...permissions: readonly CallPermission[]): CallActions {
  return { use, permissions };
}

export function callOn(resource: string, use: CallUse, ...actions: readonly string[]): CallActions {
  return call(use, ...actions.map((action) => ({ action, resource })));
}
