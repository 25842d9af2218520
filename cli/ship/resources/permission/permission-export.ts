// Exports permissions to Terraform and CloudFormation. CloudFormation chooses its own ids of statements, so a plan ignores ids.
import {
  attributeOf,
  bothFormats,
  type ExportedResource,
  type ExportRow,
  joined,
  placeholder,
  type Reference,
} from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { exportedBucketName, findDeclared } from '../declared/declared-resources.js';
import { functionId } from '../function/function-state.js';
import { apiId } from '../rest-api/api-state.js';
import { STAGE_ID } from '../rest-api/api-export.js';
import { type Invoker, statementIdOf } from '../event-source/invokers.js';
import type { DesiredPermission } from './permission.js';
import { type CallKind, permissionsFor, PREFIX, PRINCIPAL, SOURCES } from './permission-steps.js';

export const permissionExport: ResourceExport = {
  resources: (desired) => ({
    resources: [
      ...(desired.api ? desired.permissions.flatMap((one) => exportOne(one, desired)) : []),
      ...desired.invokers.map((one) => exportInvoker(one, desired)),
    ],
  }),
  adopted: ({ permissions, invokers, region }, { account, api, permissions: found }) => [
    ...invokers.flatMap((one) => {
      const statementId = statementIdOf(one);
      const { functionName } = one;
      if (!found.get(functionName)?.some((other) => other.statementId === statementId)) return [];
      return [{ resource: invokerExportId(one), importId: `${functionName}/${statementId}` }];
    }),
    ...permissions.flatMap(({ name, invokedAs }) => {
      if (!account || !api) return [];
      const ids = (found.get(name) ?? []).map(({ statementId }) => statementId);
      return invokedAs.flatMap((kind) => {
        const [wanted] = permissionsFor([kind], { account, region, apiId: api.id });
        if (!wanted || !ids.includes(wanted.statementId)) return [];
        return [{ resource: idOf(name, kind), importId: `${name}/${wanted.statementId}` }];
      });
    }),
  ],
};

function invokerExportId(invoker: Invoker): string {
  return `permission ${invoker.functionName} ${statementIdOf(invoker)}`;
}

function exportInvoker(invoker: Invoker, desired: Desired): ExportedResource {
  const { functions } = desired;
  const { by, functionName, source } = invoker;
  const key = functions.find((one) => one.name === functionName)?.key ?? functionName;
  const { principal, service, isGlobal } = by;
  const name = attributeOf(functionId(functionName), 'name');
  const place = joined`${placeholder('region')}:${placeholder('account')}`;
  const own = isGlobal && findDeclared(desired, 'bucket', source);
  const named = own ? exportedBucketName(desired, own.declaredName) : source;
  const arn = source.startsWith('arn:')
    ? source
    : joined`arn:${placeholder('partition')}:${service}:${isGlobal ? ':' : place}:${named}`;
  const suffix = statementIdOf(invoker).slice('framework-'.length);
  return {
    id: invokerExportId(invoker),
    kind: 'SourcePermission',
    key: `${key}-${suffix}`,
    ...statementIn(
      [
        [statementIdOf(invoker), 'statement_id', undefined],
        [name, 'function_name', 'FunctionName'],
        ['lambda:InvokeFunction', 'action', 'Action'],
        [principal, 'principal', 'Principal'],
        [arn, 'source_arn', 'SourceArn'],
        [isGlobal && placeholder('account'), 'source_account', 'SourceAccount'],
      ],
      suffix,
    ),
  };
}

/** Terraform distinguishes statements of one function by a suffix. */
function statementIn(
  rows: readonly ExportRow[],
  suffix: string | undefined,
): Pick<ExportedResource, 'terraform' | 'cloudFormation'> {
  const { terraform, cloudFormation } = bothFormats(
    ['aws_lambda_permission', 'AWS::Lambda::Permission'],
    rows,
  );
  return { terraform: { ...terraform, ...(suffix !== undefined && { suffix }) }, cloudFormation };
}

function idOf(name: string, kind: CallKind): string {
  return `permission ${name} ${kind}`;
}

function exportOne(
  { name, invokedAs, ...rest }: DesiredPermission,
  { functions }: Desired,
): readonly ExportedResource[] {
  rest satisfies Record<string, never>;
  const key = functions.find((one) => one.name === name)?.key ?? name;
  const functionName = attributeOf(functionId(name), 'name');
  return invokedAs.map((kind) => ({
    id: idOf(name, kind),
    kind: kind === 'integration' ? 'Permission' : 'AuthorizerPermission',
    key,
    // Without the permission, callers of the stage would get an error.
    before: [STAGE_ID],
    ...statementIn(
      [
        [joined`${PREFIX}${attributeOf(apiId, 'id')}-${kind}`, 'statement_id', undefined],
        [functionName, 'function_name', 'FunctionName'],
        ['lambda:InvokeFunction', 'action', 'Action'],
        [PRINCIPAL, 'principal', 'Principal'],
        [callerArn(kind), 'source_arn', 'SourceArn'],
      ],
      kind === 'authorizer' ? kind : undefined,
    ),
  }));
}

function callerArn(kind: CallKind): Reference {
  const place = joined`${placeholder('region')}:${placeholder('account')}`;
  return joined`arn:${placeholder('partition')}:execute-api:${place}:${attributeOf(apiId, 'id')}${SOURCES[kind]}`;
}
