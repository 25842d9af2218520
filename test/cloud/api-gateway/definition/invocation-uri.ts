// The ARN by which the gateway invokes a Lambda function.

const INVOCATION =
  /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/2015-03-31\/functions\/(arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9-_]+(?::[a-zA-Z0-9-_$]+)?)\/invocations$/;

/** The ARN of the function in it. */
export function readInvocationUri(uri: string): string | undefined {
  return INVOCATION.exec(uri)?.[1];
}

/** The error of the service about a URI that is none of a Lambda proxy integration. */
export function invocationUriProblem(uri: string): string | undefined {
  if (readInvocationUri(uri) !== undefined) return undefined;
  const service = /^arn:[a-z-]+:apigateway:[a-z0-9-]+:([a-z0-9-]+):(.*)$/.exec(uri);
  if (!service) return 'Invalid ARN specified in the request';
  const [, name, rest = ''] = service;
  if (!/^(?:path|action)\//.test(rest))
    return 'AWS ARN for integration must contain path or action';
  return name === 'lambda'
    ? 'Invalid ARN specified in the request'
    : "Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.";
}
