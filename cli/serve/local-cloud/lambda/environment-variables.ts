// The environment variables of a function: their names, the names that Lambda reserves, and the limit of 4 KB for all of them.
// docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
import { failed, invalidParameter, validation } from './refusals.js';

const NAME = /^[a-zA-Z][a-zA-Z0-9_]+$/;
const LIMIT = 4096;

const RESERVED: readonly string[] = [
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_DEFAULT_REGION',
  'AWS_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_LAMBDA_RUNTIME_API',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
];

export function checkEnvironment(variables: Readonly<Record<string, string>>): void {
  const names = Object.keys(variables);
  const reserved = names.filter((name) => RESERVED.includes(name));
  if (reserved.length > 0)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: ${reserved.join(', ')}`,
    );
  if (!names.every((name) => NAME.test(name))) {
    const rule =
      'Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+]';
    throw validation([failed(shown(variables), 'environment.variables', rule)]);
  }
  const measured = JSON.stringify(variables);
  if (Buffer.byteLength(measured) > LIMIT)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: ${measured}`,
    );
}

function shown(variables: Readonly<Record<string, string>>): string {
  return `{${Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')}}`;
}
