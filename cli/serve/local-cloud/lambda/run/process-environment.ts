// The environment variables of the process of a function.
// docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
import { devNull } from 'node:os';
import type { SessionCredentials } from '../../server/credentials.js';
import type { FunctionSettings } from '../settings.js';

/** The services that a process connects to. */
export type ProcessPlace = {
  readonly region: string;
  readonly functionName: string;
  readonly version: string;
  readonly settings: FunctionSettings;
  readonly folder: string;
  readonly logGroup: string;
  readonly logStream: string;
  /** `host:port` of the Runtime API. */
  readonly runtimeApi: string;
  /** The endpoint for the SDK, so that a function reaches only this cloud. */
  readonly cloudUrl: string;
  /** The credentials of the function's role. */
  readonly credentials: SessionCredentials;
};

export function processEnvironment(place: ProcessPlace): Readonly<Record<string, string>> {
  const { settings, folder } = place;
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...sessionEnvironment(place),
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: place.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: place.version,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memorySize),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: place.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: place.logStream,
    AWS_LAMBDA_RUNTIME_API: place.runtimeApi,
    LAMBDA_TASK_ROOT: folder,
    LAMBDA_RUNTIME_DIR: folder,
    _HANDLER: settings.handler,
    // The records of `console` go to standard output too, so that all output keeps its order.
    _LAMBDA_TELEMETRY_LOG_FD: '1',
  };
}

/** Returns the variables of the function, and those that direct its calls to this cloud with the permissions of its role. */
export function sessionEnvironment({
  region,
  settings,
  cloudUrl,
  credentials,
}: Pick<ProcessPlace, 'region' | 'settings' | 'cloudUrl' | 'credentials'>): Readonly<
  Record<string, string>
> {
  return {
    AWS_ENDPOINT_URL: cloudUrl,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...settings.environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  };
}
