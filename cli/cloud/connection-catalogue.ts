// FW60: credentials, region, clock and network problems, with which nothing can be called.
import type { CatalogueEntry, NoData } from '../../compiler/diagnostics/catalogue-entry.js';
import { code, codeList } from '../../compiler/diagnostics/code-text.js';
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
      : `The profile ${code(profile)} gives no AWS credentials: ${asClause(reason)}.`,
  hint: ({ profile }) =>
    profile === undefined
      ? 'Type `aws configure`, or name a profile with `--profile <name>`, or set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.'
      : `Type \`aws configure --profile ${profile}\`, or name another profile with \`--profile <name>\`.`,
};

export const profileMissing: CatalogueEntry<{
  readonly profile: string;
  readonly known: readonly string[];
}> = {
  code: 'FW6002',
  severity: 'error',
  title: 'The profile does not exist',
  message: ({ profile }) =>
    `The profile ${code(profile)} stands neither in the credentials file of AWS nor in its configuration file.`,
  hint: ({ profile, known }) =>
    known.length === 0
      ? `Make it with \`aws configure --profile ${profile}\`.`
      : `Known: ${codeList(known)}. The name comes from \`--profile\`, \`CLOUD_PROFILE\` or \`AWS_PROFILE\`.`,
};

export const credentialsExpired: CatalogueEntry<{
  readonly profile: string | undefined;
  /** The command that signs in; undefined when it is not known. */
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
      ? `Type \`${signIn}${option}\` and repeat the command.`
      : 'Get new ones where these came from, for example with `aws sso login`, and repeat the command.';
  },
};

export const credentialsRefused: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6004',
  severity: 'error',
  title: 'AWS does not accept the credentials',
  message: ({ reason }) => `AWS does not accept the credentials: ${asClause(reason)}.`,
  hint: () =>
    'Compare key and secret with those of the account; `aws sts get-caller-identity` shows whether they work.',
};

export const clockWrong: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW6005',
  severity: 'error',
  title: 'The clock of this machine is wrong',
  message: ({ reason }) =>
    `AWS refuses calls because the clock of this machine is wrong: ${asClause(reason)}.`,
  hint: () => 'Set the clock, best by turning on its synchronization, and repeat the command.',
};

export const noRegion: CatalogueEntry<NoData> = {
  code: 'FW6006',
  severity: 'error',
  title: 'No region is given',
  message: () => 'No AWS region is given.',
  hint: () =>
    'Add `--region eu-west-1`, or set `AWS_REGION`, or give the profile one with `aws configure set region eu-west-1`.',
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
      return 'Compare the name with the list in the console of AWS, and look whether the network works.';
    return others.length === 0 ? `Did you mean ${code(only)}?` : `Known: ${codeList(known)}.`;
  },
};

export const endpointInvalid: CatalogueEntry<{
  readonly setting: string;
  readonly endpoint: string;
}> = {
  code: 'FW6010',
  severity: 'error',
  title: 'The endpoint is not an address',
  message: ({ setting, endpoint }) =>
    `${code(setting)} is ${code(endpoint)}, which is not the address of a server.`,
  hint: ({ setting, endpoint }) =>
    /^[\w.-]+(?::\d+)?(?:\/|$)/.test(endpoint)
      ? `Write ${code(`${setting}=http://${endpoint}`)}.`
      : `Write an address such as ${code('http://localhost:4566')}, or unset ${code(setting)} to call AWS itself.`,
};

export const regionDisabled: CatalogueEntry<{ readonly region: string }> = {
  code: 'FW6008',
  severity: 'error',
  title: 'The region does not know the credentials',
  message: ({ region }) =>
    `The region ${code(region)} does not know the credentials; accounts have to enable it before use.`,
  hint: ({ region }) =>
    `Type \`aws account enable-region --region-name ${region}\`, or take another region with \`--region\`. If it is enabled, the credentials are wrong.`,
};

export const proxyInvalid: CatalogueEntry<{ readonly setting: string }> = {
  code: 'FW6011',
  severity: 'error',
  title: 'The proxy is not an address',
  message: ({ setting }) => `${code(setting)} is not the address of an HTTP proxy.`,
  hint: ({ setting }) =>
    `Write an address such as ${code(`${setting}=http://proxy.example.com:3128`)}, or unset it; SOCKS and configuration scripts are not supported.`,
};

export const foreignAnswer: CatalogueEntry<{
  readonly operation: string;
  /** The answer in words: `a page of HTML with status 403, "Access Denied"`. */
  readonly answer: string;
  readonly status: number | undefined;
  readonly proxyVariable: string | undefined;
}> = {
  code: 'FW6012',
  severity: 'error',
  title: 'A proxy or a sign-in page answers in place of AWS',
  message: ({ operation, answer }) =>
    `A proxy or a sign-in page of the network answered ${code(operation)} in place of AWS: ${asClause(answer)}.`,
  hint: ({ status, proxyVariable }) => {
    if (proxyVariable === undefined)
      return 'Open a page in a browser of this machine: the network may ask you to sign in. If it has a proxy, name it in `HTTPS_PROXY`.';
    return status === 407
      ? `The proxy wants a name and a password: write them into ${code(proxyVariable)} as in ${code('http://name:password@proxy.example.com:3128')}.`
      : `Ask who runs the proxy of ${code(proxyVariable)} to let ${code('*.amazonaws.com')} through, or name that in ${code('NO_PROXY')} if AWS can be reached without it.`;
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
      return 'When a proxy of your network signs connections, name its certificate in `NODE_EXTRA_CA_CERTS`.';
    if (proxyVariable !== undefined)
      return `Calls go through the proxy of ${code(proxyVariable)}: look whether it runs there, or name hosts that need none in ${code('NO_PROXY')}.`;
    return endpoint === undefined
      ? 'Look whether the network works, and repeat the command: it goes on where this one stopped. If the network has a proxy, name it in `HTTPS_PROXY`.'
      : 'Start the emulator that should listen there, or unset `AWS_ENDPOINT_URL` to call AWS itself.';
  },
};
