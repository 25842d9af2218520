// Reads the policy of a function: a statement with additional conditions permits less than one of ours.
import { expect, test } from 'vitest';
import { readPermissions } from './lambda-function.js';

const ARN = 'arn:aws:execute-api:us-east-1:123456789012:abc/*/*';
const PLAIN = {
  Sid: 'stack-Permission-1',
  Effect: 'Allow',
  Principal: { Service: 'apigateway.amazonaws.com' },
  Action: 'lambda:InvokeFunction',
  Resource: 'arn:aws:lambda:us-east-1:123456789012:function:shop-dev',
  Condition: { ArnLike: { 'AWS:SourceArn': ARN } },
};

function sourceOf(statement: object): string | undefined {
  return readPermissions(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))[0]
    ?.sourceArn;
}

test.each([
  ['one as a deploy makes it', {}],
  ['any action of Lambda', { Action: ['lambda:GetFunction', 'lambda:*'] }],
  [
    'an account beside the source',
    {
      Condition: {
        ArnLike: { 'AWS:SourceArn': ARN },
        StringEquals: { 'AWS:SourceAccount': '123456789012' },
      },
    },
  ],
])('%s permits calls from the source', (_, more) => {
  expect(sourceOf({ ...PLAIN, ...more })).toBe(ARN);
});

test.each([
  ['a denial', { Effect: 'Deny' }],
  ['another action', { Action: 'lambda:GetFunction' }],
  [
    'a further condition',
    { Condition: { ...PLAIN.Condition, StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } },
  ],
  [
    'a condition of another operator',
    { Condition: { ...PLAIN.Condition, IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } },
  ],
])('%s permits nothing that counts, and keeps its id', (_, more) => {
  const text = JSON.stringify({ Statement: [{ ...PLAIN, ...more }] });
  expect(readPermissions(text)).toMatchObject([{ statementId: PLAIN.Sid, sourceArn: '' }]);
});
