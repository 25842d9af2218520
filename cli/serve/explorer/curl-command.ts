// Formats a form as a curl command for a POSIX shell.
import { quoteForShell } from '../../terminal/printable.js';
import type { SendForm } from './explorer-document.js';
import { headersOf, type LocalCaller } from './form-request.js';

export type CurlFacts = {
  /** The URL of the application, for example `http://localhost:8000`. */
  readonly url: string;
  /** True if the credentials come from the environment. The command then refers to the environment variables. */
  readonly isOwnCredentials: boolean;
};

/** Returns the command, with one option per line. */
export async function curlCommand(
  form: SendForm,
  caller: LocalCaller,
  { url, isOwnCredentials }: CurlFacts,
): Promise<string> {
  const { method, target, body } = form;
  const headers = await headersOf(form, caller);
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const lines = [
    `curl${methodOption(method, body !== undefined)} ${quoteForShell(`${url}${target}`)}`,
    ...(/[[\]{}]/.test(target) ? ['--globoff'] : []),
    // In curl, a header without a value is written with a semicolon.
    ...headers.map(
      ([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    // This empty header prevents curl from adding the content type of a form.
    ...(body && !hasType ? ["-H 'Content-Type:'"] : []),
    ...(form.isSigned ? signatureOptions(caller, isOwnCredentials) : []),
    ...(body
      ? ['text' in body ? `--data-raw ${quoteForShell(body.text)}` : '--data-binary @-']
      : []),
  ];
  const command = lines.join(' \\\n  ');
  if (!body || 'text' in body) return command;
  return `printf %s ${quoteForShell(body.base64)} | base64 -d | ${command}`;
}

function methodOption(method: string, hasBody: boolean): string {
  if (method === 'HEAD' && !hasBody) return ' --head';
  return method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${quoteForShell(method)}`;
}

function signatureOptions(
  { credentials, region }: LocalCaller,
  isOwnCredentials: boolean,
): string[] {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const user = isOwnCredentials
    ? '"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"'
    : quoteForShell(`${accessKeyId}:${secretAccessKey}`);
  return [
    `--aws-sigv4 ${quoteForShell(`aws:amz:${region}:execute-api`)}`,
    `--user ${user}`,
    ...(sessionToken === undefined ? [] : ['-H "X-Amz-Security-Token: $AWS_SESSION_TOKEN"']),
  ];
}
