// The URI with which the gateway invokes a Lambda function.

const INVOCATION =
  /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/(2015-03-31|2021-11-15)\/functions\/(arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9-_]+(?::[a-zA-Z0-9-_$]+)?)\/(invocations|response-streaming-invocations)$/;

/** `BUFFERED` calls Invoke, `STREAM` calls InvokeWithResponseStream. */
export type TransferMode = 'BUFFERED' | 'STREAM';

const CALLS: Readonly<Record<string, TransferMode>> = {
  '2015-03-31 invocations': 'BUFFERED',
  '2021-11-15 response-streaming-invocations': 'STREAM',
};

/** Reads the function ARN and the transfer mode from an invocation URI. */
export function readInvocationUri(
  uri: string,
): { readonly functionArn: string; readonly mode: TransferMode } | undefined {
  const [, version = '', functionArn = '', end = ''] = INVOCATION.exec(uri) ?? [];
  const mode = CALLS[`${version} ${end}`];
  return mode && { functionArn, mode };
}

/** Returns the error of the service for a URI that is not a Lambda proxy integration in this mode. */
export function invocationUriProblem(
  uri: string,
  mode: TransferMode = 'BUFFERED',
): string | undefined {
  const found = readInvocationUri(uri);
  if (found?.mode === mode) return undefined;
  // github.com/hashicorp/terraform-provider-aws/issues/45649
  if (found) return `Invalid Response transfer mode specified for the integration URI: ${mode}`;
  const service = /^arn:[a-z-]+:apigateway:[a-z0-9-]+:([a-z0-9-]+):(.*)$/.exec(uri);
  if (!service) return 'Invalid ARN specified in the request';
  const [, name, rest = ''] = service;
  if (!/^(?:path|action)\//.test(rest))
    return 'AWS ARN for integration must contain path or action';
  return name === 'lambda'
    ? 'Invalid ARN specified in the request'
    : "Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.";
}
