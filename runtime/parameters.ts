// The secrets and parameters of a stage (docs/guide/secrets.md). A deployed function reads each of them from Systems Manager
// with one signed request, so its bundle does not need an AWS SDK client (docs/decisions/secrets.md).
import { AwsV4Signer } from 'aws4fetch';
import { type ParameterKind, PATH_VARIABLE, variableOf } from './contract/parameters.js';

/**
 * Declares a secret of the stage, as a constant at the top level of a module. Calling the constant returns the value, which
 * `framework secret set` stores encrypted. The first call reads the value and caches it for five minutes. On your machine, the
 * value comes from `.env`, where `stripe-key` is named `STRIPE_KEY`.
 * @example
 * ```ts
 * import { Framework, secret } from 'framework';
 *
 * export const app = new Framework({ appName: 'helloworld' });
 * const stripe = secret('stripe-key');
 * export const charges = app.route('/charges')(async () => {
 *   const answer = await fetch('https://api.stripe.com/v1/charges', {
 *     headers: { Authorization: `Bearer ${await stripe()}` },
 *   });
 *   return answer.json();
 * });
 * ```
 */
export function secret(name: string): () => Promise<string> {
  return () => valueOf('secret', name);
}

/**
 * Declares a parameter of the stage. It works like {@link secret}, but for text that is not secret: `framework parameter set`
 * stores it as plain text.
 * @example
 * ```ts
 * import { Framework, parameter } from 'framework';
 *
 * export const app = new Framework({ appName: 'helloworld' });
 * const greeting = parameter('greeting');
 * export const index = app.route('/')(async () => ({ text: await greeting() }));
 * ```
 */
export function parameter(name: string): () => Promise<string> {
  return () => valueOf('parameter', name);
}

/** Milliseconds for which a value is cached. */
const KEPT = 300_000;

type Kept = { readonly value: Promise<string>; readonly until: number };

/** The cached values by name, so that all declarations with the same name share one value. A failed call is not cached. */
const kept = new Map<string, Kept>();

async function valueOf(kind: ParameterKind, name: string): Promise<string> {
  const { [PATH_VARIABLE]: path, [variableOf(name)]: local } = process.env;
  if (path === undefined) return local || missingHere(kind, name);
  const known = kept.get(name);
  if (known && known.until > Date.now()) return known.value;
  const value = readParameter(kind, path, name);
  kept.set(name, { value, until: Date.now() + KEPT });
  value.catch(() => {
    if (kept.get(name)?.value === value) kept.delete(name);
  });
  return value;
}

function missingHere(kind: ParameterKind, name: string): never {
  const variable = variableOf(name);
  throw new Error(
    `The ${kind} ${name} has no value here: write ${variable}=... into .env, set the environment variable ${variable}, ` +
      `or pass it to testApp as { ${kind}s: { '${name}': '...' } }.`,
  );
}

/**
 * The number of attempts. Systems Manager responds within milliseconds, or throttles calls briefly if many functions start at
 * the same time.
 */
const ATTEMPTS = 3;
const LONGEST_CALL = 5000;

async function readParameter(kind: ParameterKind, path: string, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { value, type, message, isBusy } = await ask(path + name);
    if (value !== undefined) return value;
    if (!isBusy || attempt === ATTEMPTS)
      throw new Error(problemOf(kind, [path, name], [type, message]));
    await new Promise((wake) => setTimeout(wake, 100 * Math.random() * 4 ** attempt));
  }
}

type Answer = {
  readonly value?: string | undefined;
  /** The name of the error. */
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  /** True if another attempt might succeed. */
  readonly isBusy?: boolean;
};

/** Sends one `GetParameter` request: docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html */
async function ask(Name: string): Promise<Answer> {
  const {
    AWS_REGION: region = 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_SESSION_TOKEN: sessionToken,
    AWS_ENDPOINT_URL:
      shared = `https://ssm.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
    AWS_ENDPOINT_URL_SSM: endpoint = shared,
  } = process.env;
  const signer = new AwsV4Signer({
    url: endpoint,
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': 'AmazonSSM.GetParameter',
    },
    body: JSON.stringify({ Name, WithDecryption: true }),
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 'ssm',
    region,
  });
  const { url, ...request } = await signer.sign();
  try {
    const answer = await fetch(url, {
      ...(request as RequestInit), // because its body is the text above
      signal: AbortSignal.timeout(LONGEST_CALL),
    });
    const body = (await answer.json()) as Body; // because Systems Manager responds in this format
    if (answer.ok) return { value: body.Parameter?.Value };
    const type = body.__type?.replace(/^.*#/, '');
    const isBusy = answer.status >= 500 || /Throttl|TooMany/.test(type ?? '');
    return { type, message: body.message, isBusy };
  } catch (error) {
    return { type: 'no answer', message: String(error), isBusy: true };
  }
}

type Body = {
  readonly Parameter?: { readonly Value?: string };
  readonly __type?: string;
  readonly message?: string;
};

function problemOf(
  kind: ParameterKind,
  [path, name]: readonly [path: string, name: string],
  [type = '', message = '']: readonly [type?: string | undefined, message?: string | undefined],
): string {
  const stage = path.split('/')[2] ?? '';
  const what = `The ${kind} ${name} of the stage ${stage}`;
  if (type === 'ParameterNotFound')
    return `${what} has no value: run \`framework ${kind} set ${name} --stage ${stage}\`.`;
  if (type === 'AccessDeniedException')
    return (
      `${what} cannot be read: the deployed policy of this function does not allow ssm:GetParameter on ${path}${name}. ` +
      `Run \`framework deploy --stage ${stage}\`, or add the permission to your own policy. (${message})`
    );
  return `${what} could not be read: ${type}: ${message}`;
}
