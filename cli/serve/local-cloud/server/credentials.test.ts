// Credentials that the test cloud accepts and rejects.
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clients, createClients, refusalOf } from '../clients.fixture.js';
import { withoutXml } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.js';
import { refusalsOfReads } from './reads-of-each-service.fixture.js';
import { EXPIRED_KEY, UNKNOWN_KEY, WRONG_SECRET_KEY } from './signature.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

describe('credentials', () => {
  test('that work are accepted by every service', async () => {
    expect(new Set(Object.values(await refusalsOfReads(clients)))).toEqual(new Set(['accepted']));
  });

  test('that do not are refused in the protocol of the service', async () => {
    expect({
      expired: await refusalsOfReads(createClients(cloud, EXPIRED_KEY)),
      unknown: await refusalsOfReads(createClients(cloud, UNKNOWN_KEY)),
      secret: await refusalsOfReads(createClients(cloud, WRONG_SECRET_KEY)),
    }).toMatchInlineSnapshot(`
      {
        "expired": {
          "apiGateway": "ExpiredTokenException 403 The security token included in the request is expired",
          "dynamodb": "ExpiredTokenException 403 The security token included in the request is expired",
          "events": "ExpiredTokenException 400 The security token included in the request is expired",
          "iam": "ExpiredToken 403 The security token included in the request is expired",
          "kinesis": "ExpiredTokenException 403 The security token included in the request is expired",
          "lambda": "ExpiredTokenException 403 The security token included in the request is expired",
          "logs": "ExpiredTokenException 400 The security token included in the request is expired",
          "sqs": "ExpiredTokenException 403 The security token included in the request is expired",
          "ssm": "ExpiredTokenException 403 The security token included in the request is expired",
          "sts": "ExpiredToken 403 The security token included in the request is expired",
        },
        "secret": {
          "apiGateway": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "dynamodb": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "events": "InvalidSignatureException 400 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "iam": "SignatureDoesNotMatch 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "kinesis": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "lambda": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "logs": "InvalidSignatureException 400 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "sqs": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "ssm": "InvalidSignatureException 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
          "sts": "SignatureDoesNotMatch 403 The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
        },
        "unknown": {
          "apiGateway": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "dynamodb": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "events": "UnrecognizedClientException 400 The security token included in the request is invalid.",
          "iam": "InvalidClientTokenId 403 The security token included in the request is invalid.",
          "kinesis": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "lambda": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "logs": "UnrecognizedClientException 400 The security token included in the request is invalid.",
          "sqs": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "ssm": "UnrecognizedClientException 403 The security token included in the request is invalid.",
          "sts": "InvalidClientTokenId 403 The security token included in the request is invalid.",
        },
      }
    `);
  });

  test('a clock that is ten minutes late is refused', async () => {
    const late = new LambdaClient({
      endpoint: cloud.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      systemClockOffset: -600_000,
    });
    const refusal = await refusalOf(late.send(new ListFunctionsCommand({})));
    expect(refusal.replaceAll(/\d{8}T\d{6}Z/g, 'TIME')).toMatchInlineSnapshot(
      `"InvalidSignatureException 403 Signature expired: TIME is now earlier than TIME (TIME - 5 min.)"`,
    );
  });

  test('a call without a signature is refused', async () => {
    const get = async (path: string, init?: RequestInit): Promise<string> => {
      const response = await fetch(cloud.url + path, init);
      return withoutXml(`${response.status} ${await response.text()}`);
    };
    expect([
      await get('/2015-03-31/functions'),
      await get('/', { method: 'POST', body: 'Action=ListRoles&Version=2010-05-08' }),
      await get('/restapis'),
    ]).toMatchInlineSnapshot(`
      [
        "403 {"Type":"User","message":"Missing Authentication Token"}",
        "403 MissingAuthenticationToken Missing Authentication Token",
        "403 {"message":"Missing Authentication Token"}",
      ]
    `);
  });
});
