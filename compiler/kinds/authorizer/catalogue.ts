// FW26: authorizers (specification 2.5, 5).
import {
  code,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

const CONSTRUCTION: Readonly<Record<string, string>> = {
  IAMAuthorizer: 'new IAMAuthorizer()',
  UserPoolAuthorizer:
    "new UserPoolAuthorizer('pool', { header: 'Authorization', providerArns: ['arn:...'] })",
  CustomAuthorizer:
    "new CustomAuthorizer('custom', { header: 'Authorization', authorizerUri: 'arn:...' })",
  defineAuthorizer:
    "app.defineAuthorizer('pool', { header: 'Authorization', providerArns: ['arn:...'] })",
};

const construction = (subject: string): string | undefined => {
  const text = CONSTRUCTION[subject];
  return text && `Write ${code(text)}.`;
};

type Of = { readonly subject: string };

export const authorizerType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2601',
  severity: 'error',
  title: 'The authorizer option is not an authorizer object',
  message: ({ found }) => `\`authorizer\` must be an authorizer object, but this is ${found}.`,
  hint: () =>
    'Write `new IAMAuthorizer()`, `new UserPoolAuthorizer(...)` or `new CustomAuthorizer(...)`; `null` removes the authorizer of the blueprint.',
};

export const authorizerName: CatalogueEntry<Of & { readonly found: string | undefined }> = {
  code: 'FW2602',
  severity: 'error',
  title: 'An authorizer has no name',
  message: ({ subject, found }) =>
    found === undefined
      ? `${code(subject)} needs a name as its first argument.`
      : `The name of ${code(subject)} must be a non-empty string, but this is ${found}.`,
  hint: ({ subject }) => construction(subject),
};

export const authorizerOptionsType: CatalogueEntry<Of & { readonly found: string | undefined }> = {
  code: 'FW2603',
  severity: 'error',
  title: 'An authorizer has no options object',
  message: ({ subject, found }) =>
    found === undefined
      ? `${code(subject)} needs an options object after its name.`
      : `The second argument of ${code(subject)} must be an options object, but this is ${found}.`,
  hint: ({ subject }) => construction(subject),
};

export const unknownAuthorizerOption: CatalogueEntry<Of & UnknownOption> = {
  code: 'FW2604',
  severity: 'error',
  title: 'An authorizer has an unknown option',
  message: ({ subject, option }) => `${code(subject)} has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const authorizerHeader: CatalogueEntry<Of & { readonly found: string | undefined }> = {
  code: 'FW2605',
  severity: 'error',
  title: 'An authorizer does not name the header that contains the token',
  message: ({ subject, found }) =>
    found === undefined
      ? `${code(subject)} has no \`header\`.`
      : `\`header\` of ${code(subject)} must be the name of a request header, but this is ${found}.`,
  hint: () => "Write `header: 'Authorization'`.",
};

export const providerArns: CatalogueEntry<Of & { readonly found: string | undefined }> = {
  code: 'FW2606',
  severity: 'error',
  title: 'providerArns is not a list of user pools',
  message: ({ subject, found }) =>
    found === undefined
      ? `${code(subject)} has no \`providerArns\`${subject === 'defineAuthorizer' ? ' and no `authorizerUri`' : ''}.`
      : `\`providerArns\` of ${code(subject)} must be a list of at least one ARN, but this is ${found}.`,
  hint: () =>
    "Write `providerArns: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI']`.",
};

export const providerArn: CatalogueEntry<{ readonly arn: string }> = {
  code: 'FW2607',
  severity: 'error',
  title: 'A user pool ARN is not valid',
  message: ({ arn }) => `${code(arn)} is not the ARN of a user pool.`,
  hint: () =>
    "It has the form `arn:aws:cognito-idp:<region>:<account>:userpool/<pool id>`; the console shows it on the user pool's page.",
};

export const authorizerUri: CatalogueEntry<{
  readonly found: string | undefined;
  readonly uri: string | undefined;
}> = {
  code: 'FW2608',
  severity: 'error',
  title: 'authorizerUri is not a function invocation URI',
  message: ({ found }) =>
    found === undefined
      ? '`CustomAuthorizer` has no `authorizerUri`.'
      : `\`authorizerUri\` must be the invocation URI of a function, but this is ${found}.`,
  hint: ({ uri }) =>
    uri === undefined
      ? 'It has the form `arn:aws:apigateway:<region>:lambda:path/2015-03-31/functions/<function ARN>/invocations`.'
      : `Write ${code(uri)}.`,
};

export const authorizerArguments: CatalogueEntry<Of> = {
  code: 'FW2609',
  severity: 'error',
  title: 'An authorizer has too many arguments',
  message: ({ subject }) => `${code(subject)} has too many arguments.`,
  hint: ({ subject }) => construction(subject),
};

export const authorizerNameTaken: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2610',
  severity: 'error',
  title: 'Two different authorizers have the same name',
  message: ({ name }) =>
    `Another authorizer with different arguments already has the name ${code(name)}.`,
  hint: () =>
    'Give this one another name, or create the authorizer once, as a constant that the routes share.',
};

export const reservedAuthorizerName: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2611',
  severity: 'error',
  title: 'An authorizer has a name that is reserved for IAMAuthorizer',
  message: ({ name }) => `The name ${code(name)} is reserved for \`IAMAuthorizer\`.`,
  hint: () => 'Choose another name.',
};

export const deprecatedDefineAuthorizer: CatalogueEntry<NoData> = {
  code: 'FW2613',
  severity: 'warning',
  title: 'defineAuthorizer is deprecated',
  message: () => '`defineAuthorizer` is deprecated and will be removed.',
  hint: () =>
    'Create the authorizer with `new UserPoolAuthorizer(...)` or `new CustomAuthorizer(...)` and pass it in the `authorizer` option of the routes.',
};

export const deprecatedAuthorizerName: CatalogueEntry<NoData> = {
  code: 'FW2614',
  severity: 'warning',
  title: 'authorizerName is deprecated',
  message: () => '`authorizerName` is deprecated and will be removed.',
  hint: () => 'Pass the authorizer object itself in the `authorizer` option.',
};

export const authorizerNameType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2615',
  severity: 'error',
  title: 'authorizerName is not a string',
  message: ({ found }) => `\`authorizerName\` must be a string, but this is ${found}.`,
  hint: () => "Use the name that you pass to `app.defineAuthorizer('name', ...)`.",
};

export const unknownAuthorizerName: CatalogueEntry<{
  readonly name: string;
  readonly suggestion: string | undefined;
}> = {
  code: 'FW2616',
  severity: 'error',
  title: 'authorizerName does not name a defined authorizer',
  message: ({ name }) => `No \`defineAuthorizer\` call defines the authorizer ${code(name)}.`,
  hint: ({ suggestion }) =>
    suggestion === undefined
      ? 'Pass an authorizer object in the `authorizer` option.'
      : `Did you mean ${code(suggestion)}?`,
};

export const twoAuthorizers: CatalogueEntry<NoData> = {
  code: 'FW2617',
  severity: 'error',
  title: 'A route has both authorizer and authorizerName',
  message: () => 'The route has both `authorizer` and `authorizerName`.',
  hint: () => 'Keep `authorizer`; `authorizerName` is deprecated.',
};

export const tooManyAuthorizers: CatalogueEntry<{
  readonly count: number;
  readonly quota: number;
}> = {
  code: 'FW2618',
  severity: 'warning',
  title: 'The API has more authorizers than the default quota allows',
  message: ({ count, quota }) =>
    `The routes use ${count} authorizers; an API can have at most ${quota} unless the account's quota has been raised.`,
  hint: () =>
    'Pass several `providerArns` to one `UserPoolAuthorizer`, or request a higher `Authorizers per API` quota.',
};

export const authorizerScopes: CatalogueEntry<Of & { readonly found: string }> = {
  code: 'FW2620',
  severity: 'error',
  title: 'scopes is not a list of scopes',
  message: ({ subject, found }) =>
    `\`scopes\` of ${subject === 'route' ? 'a route' : code(subject)} must be a non-empty list of scopes (strings without spaces), but this is ${found}.`,
  hint: ({ subject }) =>
    subject === 'route'
      ? "Write `scopes: ['orders/read']`, or remove it to use the scopes of the authorizer."
      : "Write `scopes: ['orders/read']`, or remove it to accept ID tokens.",
};

export const authorizerTtl: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2621',
  severity: 'error',
  title: 'ttl is not a number of seconds that the gateway accepts',
  message: ({ found }) =>
    `\`ttl\` of \`CustomAuthorizer\` must be a whole number of seconds from 0 to 3600, but this is ${found}.`,
  hint: () => 'Write `ttl: 0` to call the function for every request.',
};

export const scopesWithoutPool: CatalogueEntry<{ readonly found: string | undefined }> = {
  code: 'FW2622',
  severity: 'error',
  title: 'A route requires scopes that no authorizer checks',
  message: ({ found }) =>
    found === undefined
      ? 'The route has `scopes` but no authorizer.'
      : `The route has \`scopes\`, but its authorizer, ${code(found)}, does not check scopes.`,
  hint: () => 'Use a `UserPoolAuthorizer`, or remove `scopes`.',
};
