// The input and output of the API function: the Lambda proxy integration for REST APIs, payload format 1.0
// (docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html).

/** The identity of the caller as determined by the gateway (specification 2.2). A value that does not apply is null. */
export type ProxyIdentity = {
  readonly accessKey: string | null;
  readonly accountId: string | null;
  readonly apiKey?: string | null;
  readonly apiKeyId?: string | null;
  readonly caller: string | null;
  readonly cognitoAuthenticationProvider: string | null;
  readonly cognitoAuthenticationType: string | null;
  readonly cognitoIdentityId: string | null;
  readonly cognitoIdentityPoolId: string | null;
  readonly principalOrgId?: string | null;
  readonly sourceIp: string | null;
  readonly user: string | null;
  readonly userAgent: string | null;
  readonly userArn: string | null;
};

/** The context that the gateway provides with a request. */
export type ProxyRequestContext = {
  readonly accountId: string;
  readonly apiId: string;
  readonly authorizer?: Readonly<Record<string, unknown>> | null;
  readonly deploymentId?: string;
  readonly domainName?: string;
  readonly domainPrefix?: string;
  readonly extendedRequestId?: string;
  readonly httpMethod: string;
  readonly identity: ProxyIdentity;
  /** The path including the stage, not URL-decoded. */
  readonly path: string;
  readonly protocol: string;
  readonly requestId: string;
  /** Day/month/year:time and time zone, for example `20/Nov/2026:17:30:46 +0000`. */
  readonly requestTime?: string;
  /** Milliseconds since 1970. */
  readonly requestTimeEpoch: number;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly stage: string;
};

type Values<T> = Readonly<Record<string, T>>;

/** One HTTP request in the format in which the API function receives it. */
export type ProxyEvent = {
  /** The route path, with captures in braces. */
  readonly resource: string;
  /** The request path without the stage, not URL-decoded. */
  readonly path: string;
  readonly httpMethod: string;
  readonly headers: Values<string> | null;
  readonly multiValueHeaders?: Values<readonly string[]> | null;
  readonly queryStringParameters: Values<string> | null;
  readonly multiValueQueryStringParameters?: Values<readonly string[]> | null;
  readonly pathParameters: Values<string> | null;
  readonly stageVariables: Values<string> | null;
  readonly requestContext: ProxyRequestContext;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
};

/** The API function's response. */
export type ProxyResult = {
  readonly statusCode: number;
  readonly headers: Values<string>;
  readonly multiValueHeaders?: Values<readonly string[]>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
};

/** What Lambda tells a function about an invocation: docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export type LambdaContext = {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Megabytes, as a string. */
  readonly memoryLimitInMB: string;
  callbackWaitsForEmptyEventLoop?: boolean;
  /** Returns the milliseconds left before the function is terminated. */
  getRemainingTimeInMillis(): number;
};
