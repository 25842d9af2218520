// Messages about AWS. FW60: problems with credentials, region, clock or network, which prevent all calls. FW61 and FW63: calls
// that AWS rejects, and what to do about it.
import {
  code,
  codeList,
  type CatalogueEntry,
  type NoData,
} from '../../compiler/diagnostics/diagnostic.js';
import { asClause } from './cloud-error.js';

export const noCredentials: CatalogueEntry<{
  readonly profile: string | undefined;
  readonly reason: string;
}> = {
  code: 'FW6001',
  severity: 'error',
  title: 'There are no credentials',
  message: ({ profile, reason }) =>
    profile === undefined
      ? 'There are no AWS credentials.'
      : `The profile ${code(profile)} provides no AWS credentials: ${asClause(reason)}.`,
  hint: ({ profile }) =>
    profile === undefined
      ? 'Run `aws configure`, or name a profile with `--profile <name>`, or set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.'
      : `Run \`aws configure --profile ${profile}\`, or name another profile with \`--profile <name>\`.`,
};

export const profileMissing: CatalogueEntry<{
  readonly profile: string;
  readonly known: readonly string[];
}> = {
  code: 'FW6002',
  severity: 'error',
  title: 'The profile does not exist',
  message: ({ profile }) =>
    `The profile ${code(profile)} is neither in the AWS credentials file nor in the AWS configuration file.`,
  hint: ({ profile, known }) =>
    known.length === 0
      ? `Create it with \`aws configure --profile ${profile}\`.`
      : `Known profiles: ${codeList(known)}. The name comes from \`--profile\`, \`CLOUD_PROFILE\` or \`AWS_PROFILE\`.`,
};

export const credentialsExpired: CatalogueEntry<{
  readonly profile: string | undefined;
  /** The command for signing in; undefined if it is not known. */
  readonly signIn: string | undefined;
}> = {
  code: 'FW6003',
  severity: 'error',
  title: 'The credentials have expired',
  message: ({ profile }) =>
    profile === undefined
      ? 'The AWS credentials have expired.'
      : `The AWS credentials of the profile ${code(profile)} have expired.`,
  hint: ({ profile, signIn }) => {
    const option = profile === undefined ? '' : ` --profile ${profile}`;
    return signIn !== undefined
      ? `Run \`${signIn}${option}\` and run the command again.`
      : 'Get new credentials from the same source, for example with `aws sso login`, and run the command again.';
  },
};

export const credentialsRefused: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6004',
  severity: 'error',
  title: 'AWS does not accept the credentials',
  message: ({ reason }) => `AWS does not accept the credentials: ${asClause(reason)}.`,
  hint: () =>
    'Check the access key and its secret; `aws sts get-caller-identity` shows whether they work.',
};

export const clockWrong: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6005',
  severity: 'error',
  title: 'The clock of this machine is wrong',
  message: ({ reason }) =>
    `AWS rejects calls because the clock of this machine is wrong: ${asClause(reason)}.`,
  hint: () =>
    'Set the clock, preferably by turning on time synchronization, and run the command again.',
};

export const noRegion: CatalogueEntry<NoData> = {
  code: 'FW6006',
  severity: 'error',
  title: 'No region is set',
  message: () => 'No AWS region is set.',
  hint: () =>
    'Add `--region eu-west-1`, set `AWS_REGION`, or set a region for the profile with `aws configure set region eu-west-1`.',
};

export const regionUnknown: CatalogueEntry<{
  readonly region: string;
  readonly known: readonly string[];
}> = {
  code: 'FW6007',
  severity: 'error',
  title: 'The region does not exist',
  message: ({ region }) => `AWS has no region ${code(region)}, or this machine cannot find it.`,
  hint: ({ known }) => {
    const [only, ...others] = known;
    if (only === undefined)
      return 'Compare the name with the list in the AWS console, and check whether the network works.';
    return others.length === 0 ? `Did you mean ${code(only)}?` : `Known: ${codeList(known)}.`;
  },
};

export const endpointInvalid: CatalogueEntry<{
  readonly setting: string;
  readonly endpoint: string;
}> = {
  code: 'FW6010',
  severity: 'error',
  title: 'The endpoint is not a URL',
  message: ({ setting, endpoint }) =>
    `${code(setting)} is ${code(endpoint)}, which is not the URL of a server.`,
  hint: ({ setting, endpoint }) =>
    /^[\w.-]+(?::\d+)?(?:\/|$)/.test(endpoint)
      ? `Write ${code(`${setting}=http://${endpoint}`)}.`
      : `Write a URL such as ${code('http://localhost:4566')}, or unset ${code(setting)} to call AWS itself.`,
};

export const regionDisabled: CatalogueEntry<{ readonly region: string }> = {
  code: 'FW6008',
  severity: 'error',
  title: 'The region does not recognize the credentials',
  message: ({ region }) =>
    `The region ${code(region)} does not recognize the credentials; an account must enable this region before using it.`,
  hint: ({ region }) =>
    `Run \`aws account enable-region --region-name ${region}\`, or use another region with \`--region\`. If the region is enabled, the credentials are wrong.`,
};

export const proxyInvalid: CatalogueEntry<{ readonly setting: string }> = {
  code: 'FW6011',
  severity: 'error',
  title: 'The proxy is not a URL',
  message: ({ setting }) => `${code(setting)} is not the URL of an HTTP proxy.`,
  hint: ({ setting }) =>
    `Write a URL such as ${code(`${setting}=http://proxy.example.com:3128`)}, or unset ${code(setting)}; SOCKS and configuration scripts are not supported.`,
};

export const foreignAnswer: CatalogueEntry<{
  readonly operation: string;
  /** A description of the response: `a page of HTML with status 403, "Access Denied"`. */
  readonly answer: string;
  readonly status: number | undefined;
  readonly proxyVariable: string | undefined;
}> = {
  code: 'FW6012',
  severity: 'error',
  title: 'A proxy or a sign-in page responds instead of AWS',
  message: ({ operation, answer }) =>
    `A proxy or a sign-in page of the network responded to ${code(operation)} instead of AWS: ${asClause(answer)}.`,
  hint: ({ status, proxyVariable }) => {
    if (proxyVariable === undefined)
      return 'Open a page in a browser on this machine: the network may require you to sign in. If the network has a proxy, set it in `HTTPS_PROXY`.';
    return status === 407
      ? `The proxy requires a user name and a password: add them to ${code(proxyVariable)}, as in ${code('http://name:password@proxy.example.com:3128')}.`
      : `Ask the administrator of the proxy in ${code(proxyVariable)} to allow ${code('*.amazonaws.com')}, or add this host to ${code('NO_PROXY')} if AWS can be reached without the proxy.`;
  },
};

export const cloudUnreachable: CatalogueEntry<{
  readonly endpoint: string | undefined;
  readonly proxyVariable: string | undefined;
  readonly reason: string;
}> = {
  code: 'FW6009',
  severity: 'error',
  title: 'AWS cannot be reached',
  message: ({ endpoint, reason }) =>
    endpoint === undefined
      ? `AWS cannot be reached: ${asClause(reason)}.`
      : `${code(endpoint)} cannot be reached: ${asClause(reason)}.`,
  hint: ({ endpoint, proxyVariable, reason }) => {
    if (/certificate/i.test(reason))
      return 'If a proxy in your network intercepts TLS connections, set `NODE_EXTRA_CA_CERTS` to the path of its certificate file.';
    if (proxyVariable !== undefined)
      return `Calls go through the proxy that ${code(proxyVariable)} specifies: check whether it is running at that address, or add the hosts that do not need it to ${code('NO_PROXY')}.`;
    return endpoint === undefined
      ? 'Check whether the network works, and run the command again: it continues where this one stopped. If the network has a proxy, set it in `HTTPS_PROXY`.'
      : 'Start the emulator that should listen there, or unset `AWS_ENDPOINT_URL` to call AWS itself.';
  },
};

/** The rejected call, the message from AWS, and the request id. */
export type Refusal = {
  readonly operation: string;
  readonly reason: string;
  readonly requestId: string | undefined;
};

type Endpoint = {
  /** The endpoint of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

export const tooLarge: CatalogueEntry<Refusal> = {
  code: 'FW6103',
  severity: 'error',
  title: 'AWS rejects a call as too large',
  message: ({ operation, reason }) =>
    `AWS rejects ${code(operation)} because of its size: ${asClause(reason)}.`,
  hint: ({ operation }) =>
    operation === 'lambda:Invoke'
      ? 'An event can be at most 6 MB: store the rest where the function can read it, for example in S3.'
      : '`framework build` lists the largest parts of the package; remove what no function needs.',
};

export const quotaReached: CatalogueEntry<Refusal> = {
  code: 'FW6104',
  severity: 'error',
  title: 'A quota of the account is reached',
  message: (refusal) =>
    `${code(refusal.operation)} would exceed a quota of the account: ${reasonOf(refusal)}.`,
  hint: ({ operation }) =>
    `Remove what you no longer need, or request a higher quota in the Service Quotas console.${
      operation === 'iam:CreateRole'
        ? ' A stage without `role_per_function` needs only one role.'
        : ''
    }`,
};

type Denial = Refusal & { readonly action: string; readonly resource: string | undefined };

export const denied: CatalogueEntry<Denial> = {
  code: 'FW6301',
  severity: 'error',
  title: 'The credentials are missing a permission',
  message: ({ action, resource }) =>
    `The credentials are missing the permission ${code(action)}${resource === undefined ? '' : ` on ${code(resource)}`}.`,
  hint: ({ action, resource = '*' }) => {
    const statement = { Effect: 'Allow', Action: [action], Resource: [resource] };
    return `Add this statement to the policy of the user or role: ${JSON.stringify(statement)} (\`framework gen-policy --deployer\` prints all statements that a deploy needs)`;
  },
};

export const forbidden: CatalogueEntry<Denial> = {
  code: 'FW6302',
  severity: 'error',
  title: 'A policy forbids the call',
  message: ({ action, reason }) =>
    `A policy of the organization or the account forbids ${code(action)}: ${asClause(reason)}.`,
  hint: () =>
    'Adding a permission does not help: ask whoever manages that policy to allow the call, or use another account or region.',
};

export const throttled: CatalogueEntry<Refusal> = {
  code: 'FW6303',
  severity: 'error',
  title: 'AWS throttles the calls of the account',
  message: ({ operation, reason }) =>
    `AWS still throttles ${code(operation)} after more than a minute of retries: ${asClause(reason)}.`,
  hint: () =>
    'Run the command again in a few minutes: it continues where this one stopped. Other deploys in the account count too.',
};

export const serverFailed: CatalogueEntry<Refusal> = {
  code: 'FW6304',
  severity: 'error',
  title: 'AWS failed',
  message: (refusal) => `AWS failed to run ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () =>
    'Run the command again: it continues where this one stopped. https://health.aws.amazon.com shows known problems of AWS.',
};

export const rejected: CatalogueEntry<Refusal> = {
  code: 'FW6305',
  severity: 'error',
  title: 'AWS rejects a call',
  message: (refusal) => `AWS rejects ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () => 'Fix the problem that the message describes, then run the command again.',
};

export const stillBusy: CatalogueEntry<Refusal> = {
  code: 'FW6306',
  severity: 'error',
  title: 'A resource is still being changed',
  message: ({ operation, reason }) =>
    `${code(operation)} has to wait, because the resource is still being changed: ${asClause(reason)}.`,
  hint: () =>
    'Run the command again in a few minutes: it continues where this one stopped. Check whether another deploy of the stage is running.',
};

export const changedMeanwhile: CatalogueEntry<Refusal> = {
  code: 'FW6307',
  severity: 'error',
  title: 'A resource was changed in the meantime',
  message: ({ operation }) =>
    `${code(operation)} was not executed, because the resource was changed elsewhere in the meantime.`,
  hint: () => 'Run the command again when the other deploy is complete.',
};

export const gone: CatalogueEntry<Refusal & Endpoint> = {
  code: 'FW6308',
  severity: 'error',
  title: 'A resource no longer exists',
  message: (refusal) =>
    `${code(refusal.operation)} failed, because its resource no longer exists: ${reasonOf(refusal)}.`,
  hint: ({ endpoint }) =>
    endpoint === undefined
      ? 'Run the command again: it creates what is missing.'
      : `Run the command again: it creates what is missing. If ${code(endpoint)} does not support the call, \`framework export\` writes a template for other tools.`,
};

export const alreadyThere: CatalogueEntry<Refusal> = {
  code: 'FW6309',
  severity: 'error',
  title: 'A resource with the same name already exists',
  message: (refusal) =>
    `${code(refusal.operation)} failed, because a resource with the same name already exists: ${reasonOf(refusal)}.`,
  hint: () =>
    'Run the command again: a resource that belongs to this application is adopted. Otherwise delete the other resource, or rename the application or stage.',
};

export const roleNotReady: CatalogueEntry<Refusal> = {
  code: 'FW6310',
  severity: 'error',
  title: 'Lambda cannot use the role',
  message: ({ reason }) => `Lambda cannot use the role of a function: ${asClause(reason)}.`,
  hint: () =>
    'A role in `iam_role_arn` must trust `lambda.amazonaws.com` and have the permissions in this message; if the role was created moments ago, run the command again.',
};

export const downloadFailed: CatalogueEntry<Refusal> = {
  code: 'FW6311',
  severity: 'error',
  title: 'The code of a version cannot be downloaded',
  message: ({ reason }) =>
    `The code of an earlier version cannot be downloaded: ${asClause(reason)}.`,
  hint: () =>
    'Lambda keeps code in S3: check whether the network lets this machine reach it, and run the command again.',
};

export const unsupported: CatalogueEntry<Refusal & Endpoint> = {
  code: 'FW6312',
  severity: 'error',
  title: 'The endpoint does not support a call',
  message: ({ endpoint = '', ...refusal }) =>
    `${code(endpoint)} does not support ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () =>
    'Use a version of the emulator that supports the call, or deploy the stage with another tool: `framework export` writes a template for Terraform or CloudFormation.',
};

function reasonOf({ reason, requestId }: Refusal): string {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return `${asClause(reason)}${request}`;
}
