// The calls to Lambda, made with the AWS SDK: reads, and writes that are safe to repeat. `lambda-writes.ts` changes
// code and settings.
import { unless, unlessMissing } from './cloud-error.js';
import { downloadZip } from './code-download.js';
import type { Connections } from './connections.js';
import { type DescribedVersion, LAMBDA_ACTIONS, type LambdaCalls } from './lambda-calls.js';
import { LAMBDA, type LambdaCaller } from './lambda-client-service.js';
import {
  readFunction,
  readPermissions,
  readVersion,
  readWholeFunction,
} from './lambda-function.js';
import { lambdaWrites } from './lambda-writes.js';
import { readPages } from './pages.js';
import type { Port } from './port.js';

/** The name of the unpublished state in a list of versions. */
const LATEST = '$LATEST';

declare module './cloud.js' {
  interface CloudCalls {
    readonly lambda: LambdaCalls;
  }
}

/** A function may run for 15 minutes, so its connection may be idle for that long. */
const INVOKE_IDLE_SECONDS = 960;

export const lambdaPort: Port<'lambda'> = {
  name: 'lambda',
  actions: LAMBDA_ACTIONS,
  open: ({ caller, endpointOf, connections, signal }) =>
    lambdaService({
      call: caller(LAMBDA),
      callPatiently: caller(LAMBDA, INVOKE_IDLE_SECONDS),
      endpoint: endpointOf(LAMBDA.id),
      connections,
      signal,
    }),
};

type LambdaOptions = {
  readonly call: LambdaCaller;
  /** Calls with a connection that may be idle as long as a function may run. */
  readonly callPatiently: LambdaCaller;
  readonly endpoint: string | undefined;
  readonly connections: () => Promise<Connections>;
  readonly signal: AbortSignal;
};

function lambdaService({
  call,
  callPatiently,
  endpoint,
  connections,
  signal,
}: LambdaOptions): LambdaCalls {
  const getFunctionConfiguration: LambdaCalls['getFunctionConfiguration'] = (name) =>
    unlessMissing(
      call('GetFunctionConfiguration', async ({ sdk, client }, options) => {
        const command = new sdk.GetFunctionConfigurationCommand({ FunctionName: name });
        return readFunction(await client.send(command, options));
      }),
    );

  /** Includes `$LATEST`. */
  const listAll = async (name: string): Promise<readonly DescribedVersion[]> => {
    const versions = await unlessMissing(
      readPages((Marker: string | undefined) =>
        call('ListVersionsByFunction', async ({ sdk, client }, options) => {
          const command = new sdk.ListVersionsByFunctionCommand({ FunctionName: name, Marker });
          const page = await client.send(command, options);
          return { items: [...(page.Versions ?? [])], next: page.NextMarker };
        }),
      ),
      [],
    );
    return versions.map(readVersion);
  };

  const readHistory: LambdaCalls['readHistory'] = async (name) => {
    const all = await listAll(name);
    return {
      latest: all.find(({ version }) => version === LATEST),
      versions: all
        .filter(({ version }) => version !== LATEST)
        .sort((a, b) => Number(b.version) - Number(a.version)),
    };
  };

  return {
    ...lambdaWrites(call, getFunctionConfiguration, signal),
    getFunctionConfiguration,

    getFunction: (name) =>
      unlessMissing(
        call('GetFunction', async ({ sdk, client }, options) => {
          const command = new sdk.GetFunctionCommand({ FunctionName: name });
          return readWholeFunction(await client.send(command, options));
        }),
      ),

    listFunctions: async (namePrefix) => {
      const functions = await readPages((Marker: string | undefined) =>
        call('ListFunctions', async ({ sdk, client }, options) => {
          const page = await client.send(new sdk.ListFunctionsCommand({ Marker }), options);
          return { items: [...(page.Functions ?? [])], next: page.NextMarker };
        }),
      );
      return functions
        .flatMap(({ FunctionName = '' }) =>
          FunctionName.startsWith(namePrefix) ? [FunctionName] : [],
        )
        .sort();
    },

    putConcurrency: (name, reserved) =>
      call('PutFunctionConcurrency', async ({ sdk, client }, options) => {
        const input = { FunctionName: name, ReservedConcurrentExecutions: reserved };
        await client.send(new sdk.PutFunctionConcurrencyCommand(input), options);
      }),

    deleteConcurrency: (name) =>
      unlessMissing(
        call('DeleteFunctionConcurrency', async ({ sdk, client }, options) => {
          const command = new sdk.DeleteFunctionConcurrencyCommand({ FunctionName: name });
          await client.send(command, options);
        }),
      ),

    tagFunction: (arn, tags) =>
      call('TagResource', async ({ sdk, client }, options) => {
        const command = new sdk.TagResourceCommand({ Resource: arn, Tags: { ...tags } });
        await client.send(command, options);
      }),

    untagFunction: (arn, keys) =>
      call('UntagResource', async ({ sdk, client }, options) => {
        const command = new sdk.UntagResourceCommand({ Resource: arn, TagKeys: [...keys] });
        await client.send(command, options);
      }),

    getPermissions: (name) =>
      unlessMissing(
        call('GetPolicy', async ({ sdk, client }, options) => {
          const { Policy } = await client.send(
            new sdk.GetPolicyCommand({ FunctionName: name }),
            options,
          );
          return Policy === undefined ? [] : readPermissions(Policy);
        }),
        [],
      ),

    addPermission: (name, { statementId, principal, sourceArn, sourceAccount }) =>
      unless(
        'exists',
        call('AddPermission', async ({ sdk, client }, options) => {
          const command = new sdk.AddPermissionCommand({
            FunctionName: name,
            StatementId: statementId,
            Action: 'lambda:InvokeFunction',
            Principal: principal,
            SourceArn: sourceArn,
            SourceAccount: sourceAccount,
          });
          await client.send(command, options);
        }),
        undefined,
      ),

    removePermission: (name, statementId) =>
      unlessMissing(
        call('RemovePermission', async ({ sdk, client }, options) => {
          const input = { FunctionName: name, StatementId: statementId };
          await client.send(new sdk.RemovePermissionCommand(input), options);
        }),
      ),

    readHistory,

    listVersions: async (name) => (await readHistory(name)).versions,

    downloadCode: (name, version) =>
      call('GetFunction', async ({ sdk, client }, options) => {
        const command = new sdk.GetFunctionCommand({ FunctionName: name, Qualifier: version });
        const { Code, Configuration } = await client.send(command, options);
        const location = { url: Code?.Location ?? '', sha256: Configuration?.CodeSha256 ?? '' };
        return downloadZip(location, {
          allowsHttp: endpoint !== undefined,
          connections: await connections(),
          signal,
        });
      }),

    deleteFunction: (name) =>
      unlessMissing(
        call('DeleteFunction', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteFunctionCommand({ FunctionName: name }), options);
        }),
      ),

    invoke: (name, payload) =>
      callPatiently(
        'Invoke',
        async ({ sdk, client }, options) => {
          const command = new sdk.InvokeCommand({
            FunctionName: name,
            LogType: 'Tail',
            Payload: Buffer.from(payload),
          });
          const { Payload, FunctionError, LogResult } = await client.send(command, options);
          return {
            // The SDK gives null for an empty payload, although its type says otherwise.
            payload: Payload ? Buffer.from(Payload).toString('utf8') : '',
            functionError: FunctionError,
            logTail: Buffer.from(LogResult ?? '', 'base64').toString('utf8'),
          };
        },
        { repetition: 'never' },
      ),
  };
}
