// The caller of a request in a test: the API key, token or signature that the gateway would check.

/** The caller of a request. */
export type Caller = {
  /** Sent as `X-Api-Key`, and valid for this request. */
  readonly apiKey?: string;
  /**
   * The claims of an id token, for a route with a `UserPoolAuthorizer`: a token with them is sent in the authorizer's
   * header. Issuer, time and a subject are filled in; what is given here wins.
   */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** A request signed by this identity, for a route with an `IAMAuthorizer`; `true` is some user of the account. */
  readonly iam?: true | IamIdentity;
  /** What the function behind a `CustomAuthorizer` would answer; the function is not called. */
  readonly authorizer?: AuthorizerResult;
};

/** Fields of `requestContext.identity`. What is left out is that of a user of the account 123456789012. */
export type IamIdentity = {
  readonly accountId?: string;
  readonly accessKey?: string;
  readonly caller?: string;
  readonly user?: string;
  readonly userArn?: string;
};

/** The result of a custom authorizer, which allows every method unless `effect` denies it. */
export type AuthorizerResult = {
  readonly principalId?: string;
  readonly effect?: 'Allow' | 'Deny';
  /** What a view reads in `app.currentRequest.context`; the gateway makes each value a text. */
  readonly context?: Readonly<Record<string, string | number | boolean>>;
};
