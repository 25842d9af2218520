// The authorizers for routes (specification 2.5 and 5). The gateway enforces them before the function runs; at run time the
// objects only hold the values that the compiler reads from the source.

/**
 * Admits requests that are signed with AWS credentials (Signature Version 4).
 * @example
 * ```ts
 * export const report = app.route('/report', { authorizer: new IAMAuthorizer() })(() => ({ ok: true }));
 * ```
 */
export class IAMAuthorizer {
  /** Makes the class nominally typed. */
  declare protected readonly kind: 'iam';
}

/** The options of {@link UserPoolAuthorizer}. */
export type UserPoolAuthorizerOptions = {
  /** The header that contains the token, usually `Authorization`. */
  readonly header: string;
  /** The ARNs of the user pools whose tokens are accepted. */
  readonly providerArns: readonly string[];
  /** OAuth scopes: the access token must have at least one of them. If no scopes are given, the gateway accepts ID tokens. */
  readonly scopes?: readonly string[];
};

/** Admits requests with a token issued by one of the user pools. */
export class UserPoolAuthorizer {
  /** Makes the class nominally typed. */
  declare protected readonly kind: 'userPool';

  /** The name of the authorizer, which must be unique in the application. */
  readonly name: string;
  /** The header that contains the token. */
  readonly header: string;
  /** The ARNs of the user pools. */
  readonly providerArns: readonly string[];

  constructor(name: string, options: UserPoolAuthorizerOptions) {
    this.name = name;
    this.header = options.header;
    this.providerArns = options.providerArns;
  }
}

/** The options of {@link CustomAuthorizer}. */
export type CustomAuthorizerOptions = {
  /** The header whose value the authorizer function validates. */
  readonly header: string;
  /** The invocation URI of the authorizer function. */
  readonly authorizerUri: string;
  /** How many seconds the gateway caches the authorizer function's result, from 0 to 3600; defaults to 300. */
  readonly ttl?: number;
};

/** Admits requests that your own Lambda authorizer allows. */
export class CustomAuthorizer {
  /** Makes the class nominally typed. */
  declare protected readonly kind: 'custom';

  /** The name of the authorizer, which must be unique in the application. */
  readonly name: string;
  /** The header whose value the authorizer function validates. */
  readonly header: string;
  /** The invocation URI of the authorizer function. */
  readonly authorizerUri: string;

  constructor(name: string, options: CustomAuthorizerOptions) {
    this.name = name;
    this.header = options.header;
    this.authorizerUri = options.authorizerUri;
  }
}

/** Any authorizer that a route can use. */
export type Authorizer = IAMAuthorizer | UserPoolAuthorizer | CustomAuthorizer;

/** The options of the deprecated `app.defineAuthorizer`, which are those of the authorizer class that it creates. */
export type DefineAuthorizerOptions = UserPoolAuthorizerOptions | CustomAuthorizerOptions;
