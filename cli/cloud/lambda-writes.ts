// Creates and changes functions. An update is bound to a revision, which changes when the update is carried out. So
// when an answer is lost, the update is not repeated at once; the function is read first.
import { createHash } from 'node:crypto';
import type { Runtime, UpdateFunctionConfigurationCommandInput } from '@aws-sdk/client-lambda';
import { wait } from './attempts.js';
import { isCloudError } from './cloud-error.js';
import {
  type CloudFunction,
  DEFAULT_STORAGE,
  type LambdaCalls,
  type PublishedFunction,
} from './lambda-calls.js';
import { hasSettings, readFunction, readPublished, writeSettings } from './lambda-function.js';
import type { LambdaCaller } from './lambda-client-service.js';

type LambdaWrites = Pick<
  LambdaCalls,
  'createFunction' | 'updateFunctionCode' | 'updateFunctionConfiguration' | 'describeFunction'
>;

/** The calls that write code and settings. */
export function lambdaWrites(
  call: LambdaCaller,
  look: LambdaCalls['getFunctionConfiguration'],
  signal: AbortSignal,
): LambdaWrites {
  return {
    createFunction: ({ name, architecture, zip, description, tags, ...settings }) =>
      call(
        'CreateFunction',
        async ({ sdk, client }, options) => {
          const written = writeSettings(settings);
          const { VpcConfig, Layers, EphemeralStorage, TracingConfig, ...rest } = written;
          const command = new sdk.CreateFunctionCommand({
            FunctionName: name,
            Runtime: runtimeOf(settings.runtime),
            ...rest,
            Description: description,
            Architectures: [architecture],
            // Settings that equal the defaults of a new function are left out.
            ...(settings.vpc && { VpcConfig }),
            ...(Layers.length > 0 && { Layers }),
            ...(EphemeralStorage.Size !== DEFAULT_STORAGE && { EphemeralStorage }),
            ...(settings.tracing && { TracingConfig }),
            Code: { ZipFile: zip },
            PackageType: 'Zip',
            Publish: true,
            Tags: { ...tags },
          });
          return { ...readPublished(await client.send(command, options)), tags };
        },
        { repetition: 'once', uploaded: zip.byteLength },
      ),

    updateFunctionCode: ({ name, architecture, zip, revisionId }) => {
      const sha256 = createHash('sha256').update(zip).digest('base64');
      return sendUntilSeen<PublishedFunction>(
        () =>
          call(
            'UpdateFunctionCode',
            async ({ sdk, client }, options) => {
              const command = new sdk.UpdateFunctionCodeCommand({
                FunctionName: name,
                ZipFile: zip,
                Architectures: [architecture],
                Publish: true,
                RevisionId: revisionId,
              });
              return readPublished(await client.send(command, options));
            },
            { repetition: 'once', uploaded: zip.byteLength },
          ),
        async () => {
          const found = await look(name);
          return found?.codeSha256 === sha256 && found.architecture === architecture
            ? { ...found, version: undefined }
            : undefined;
        },
        signal,
      );
    },

    updateFunctionConfiguration: ({ name, revisionId, ...settings }) =>
      sendUntilSeen(
        () =>
          updateConfiguration(call, {
            FunctionName: name,
            Runtime: runtimeOf(settings.runtime),
            ...writeSettings(settings),
            RevisionId: revisionId,
          }),
        async () => {
          const found = await look(name);
          return found && hasSettings(found, settings) ? found : undefined;
        },
        signal,
      ),

    describeFunction: ({ name, description, revisionId }) =>
      sendUntilSeen(
        () =>
          updateConfiguration(call, {
            FunctionName: name,
            Description: description,
            RevisionId: revisionId,
          }),
        async () => {
          const found = await look(name);
          return found?.description === description ? found : undefined;
        },
        signal,
      ),
  };
}

function updateConfiguration(
  call: LambdaCaller,
  input: UpdateFunctionConfigurationCommandInput,
): Promise<CloudFunction> {
  return call(
    'UpdateFunctionConfiguration',
    async ({ sdk, client }, options) => {
      const command = new sdk.UpdateFunctionConfigurationCommand(input);
      return readFunction(await client.send(command, options));
    },
    { repetition: 'once' },
  );
}

function runtimeOf(text: string): Runtime {
  return text as Runtime; // because Lambda knows newer ones than this SDK
}

/** How often an update is sent when Lambda does not show it afterwards. */
const SENT_AT_MOST = 4;

/**
 * Sends an update until it succeeds or shows. `seen` reads the function, and returns it when the update was carried out
 * although its answer was lost.
 */
async function sendUntilSeen<Written extends CloudFunction>(
  send: () => Promise<Written>,
  seen: () => Promise<Written | undefined>,
  signal: AbortSignal,
): Promise<Written> {
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isCloudError(error) || !error.isUncertain) throw error;
      const found = await seen();
      if (found) return found;
      if (sent >= SENT_AT_MOST) throw error;
      await wait(200 * 2 ** sent, signal);
    }
  }
}
