// Documents for tests, in the format that the compiler creates.
import { ACCOUNT, REGION } from './api-host.fixture.js';

export type Json = Readonly<Record<string, unknown>>;

export function functionArn(name: string): string {
  return `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
}

export function invocationUri(name: string): string {
  return `arn:aws:apigateway:${REGION}:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`;
}

/** Returns a method that a Lambda function serves. */
export function proxied(more: Json = {}): Json {
  return {
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: invocationUri('app-dev'),
      passthroughBehavior: 'when_no_match',
    },
    ...more,
  };
}

/** The additional settings of an integration in the mode STREAM. */
export const STREAM: Json = {
  uri: invocationUri('app-dev-stream')
    .replace('2015-03-31', '2021-11-15')
    .replace('/invocations', '/response-streaming-invocations'),
  responseTransferMode: 'STREAM',
  timeoutInMillis: 900_000,
};

/** Returns a preflight method to which the gateway itself responds. */
export function preflight(integration: Json = {}): Json {
  return {
    responses: {
      '200': {
        description: 'CORS',
        headers: { 'Access-Control-Allow-Origin': { schema: { type: 'string' } } },
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      responses: {
        default: {
          statusCode: '200',
          responseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'*'" },
        },
      },
      ...integration,
    },
  };
}

export function documentOf(paths: Json, more: Json = {}): Json {
  return { openapi: '3.0.1', info: { title: 'app-dev', version: '1.0' }, paths, ...more };
}

/** Returns the body of an import request. */
export function bytesOf(document: unknown): Uint8Array {
  return Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
}
