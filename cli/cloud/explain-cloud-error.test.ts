// The text for users if AWS rejects a call: one line that says what happened, then what to type next.
import { expect, test } from 'vitest';
import { CloudError, type CloudErrorFacts } from './cloud-error.js';
import { type CallPlace, cloudExitCode, explainCloudError } from './explain-cloud-error.js';

function explain(change: Partial<CloudErrorFacts>, place: CallPlace = {}): string {
  const error = new CloudError(
    {
      kind: 'rejected',
      operation: 'lambda:CreateFunction',
      message: 'Some reason.',
      name: 'SomeException',
      status: 400,
      requestId: 'r-1',
      ...change,
    },
    undefined,
  );
  const { code, message, hint } = explainCloudError(error, place);
  return `${code} ${message}\n${hint ?? ''}`;
}

test('a denial prints the statement to add', () => {
  const resource = 'arn:aws:lambda:eu-west-1:123456789012:function:helloworld-dev';
  expect(explain({ kind: 'denied', action: 'lambda:TagResource', resource }))
    .toMatchInlineSnapshot(`
      "FW6301 The credentials are missing the permission \`lambda:TagResource\` on \`arn:aws:lambda:eu-west-1:123456789012:function:helloworld-dev\`.
      Add this statement to the policy of the user or role: {"Effect":"Allow","Action":["lambda:TagResource"],"Resource":["arn:aws:lambda:eu-west-1:123456789012:function:helloworld-dev"]} (\`framework gen-policy --deployer\` prints all statements that a deploy needs)"
    `);
  expect(explain({ kind: 'denied' })).toMatchInlineSnapshot(`
    "FW6301 The credentials are missing the permission \`lambda:CreateFunction\`.
    Add this statement to the policy of the user or role: {"Effect":"Allow","Action":["lambda:CreateFunction"],"Resource":["*"]} (\`framework gen-policy --deployer\` prints all statements that a deploy needs)"
  `);
});

test('a policy that forbids is not answered with a permission', () => {
  const message =
    'User: u is not authorized to perform: iam:CreateRole with an explicit deny in a service control policy';
  expect(explain({ kind: 'denied', action: 'iam:CreateRole', isForbidden: true, message }))
    .toMatchInlineSnapshot(`
    "FW6302 A policy of the organization or the account forbids \`iam:CreateRole\`: User: u is not authorized to perform: iam:CreateRole with an explicit deny in a service control policy.
    Adding a permission does not help: ask whoever manages that policy to allow the call, or use another account or region."
  `);
});

test('a message that AWS repeats for every route is cut after a sentence', () => {
  const message = Array.from({ length: 300 }, (_, at) => `Unable to create /${at}.`).join(' ');
  const [text = ''] = explain({ kind: 'limit', message }).split('\n');
  expect(text).toMatch(/Unable to create \/\d+ \.\.\. \(\d+ more characters\)/);
  expect(text.length).toBeLessThan(700);
});

test('an endpoint that is no address is told with the one that was meant', () => {
  const name = 'AWS_ENDPOINT_URL';
  expect(explain({ kind: 'bad-endpoint', name, resource: 'localhost:4566' }))
    .toMatchInlineSnapshot(`
      "FW6010 \`AWS_ENDPOINT_URL\` is \`localhost:4566\`, which is not the URL of a server.
      Write \`AWS_ENDPOINT_URL=http://localhost:4566\`."
    `);
  expect(explain({ kind: 'bad-endpoint', name, resource: 'ftp://here' })).toMatchInlineSnapshot(`
    "FW6010 \`AWS_ENDPOINT_URL\` is \`ftp://here\`, which is not the URL of a server.
    Write a URL such as \`http://localhost:4566\`, or unset \`AWS_ENDPOINT_URL\` to call AWS itself."
  `);
});

test('credentials: none, of a profile that gives none, expired, unknown profile', () => {
  expect(explain({ kind: 'no-credentials' })).toMatchInlineSnapshot(`
    "FW6001 There are no AWS credentials.
    Run \`aws configure\`, or name a profile with \`--profile <name>\`, or set \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\`."
  `);
  expect(explain({ kind: 'no-credentials' }, { profile: 'work' })).toMatchInlineSnapshot(`
    "FW6001 The profile \`work\` provides no AWS credentials: Some reason.
    Run \`aws configure --profile work\`, or name another profile with \`--profile <name>\`."
  `);
  expect(explain({ kind: 'expired' })).toMatchInlineSnapshot(`
    "FW6003 The AWS credentials have expired.
    Get new credentials from the same source, for example with \`aws sso login\`, and run the command again."
  `);
  expect(explain({ kind: 'expired', message: 'run aws sso login' }, { profile: 'work' }))
    .toMatchInlineSnapshot(`
    "FW6003 The AWS credentials of the profile \`work\` have expired.
    Run \`aws sso login --profile work\` and run the command again."
  `);
  expect(
    explain({
      kind: 'no-credentials',
      name: 'ProfileNotFound',
      resource: 'wrok',
      known: ['default', 'work'],
    }),
  ).toMatchInlineSnapshot(`
    "FW6002 The profile \`wrok\` is neither in the AWS credentials file nor in the AWS configuration file.
    Known profiles: \`default\` and \`work\`. The name comes from \`--profile\`, \`CLOUD_PROFILE\` or \`AWS_PROFILE\`."
  `);
});

test('regions: none, unknown, not enabled', () => {
  expect(explain({ kind: 'no-region' })).toMatchInlineSnapshot(`
    "FW6006 No AWS region is set.
    Add \`--region eu-west-1\`, set \`AWS_REGION\`, or set a region for the profile with \`aws configure set region eu-west-1\`."
  `);
  expect(
    explain({
      kind: 'bad-region',
      status: undefined,
      resource: 'eu-west-1a',
      known: ['eu-west-1'],
    }),
  ).toMatchInlineSnapshot(`
    "FW6007 AWS has no region \`eu-west-1a\`, or this machine cannot find it.
    Did you mean \`eu-west-1\`?"
  `);
  expect(explain({ kind: 'bad-region', status: 403, resource: 'eu-south-1' }))
    .toMatchInlineSnapshot(`
    "FW6008 The region \`eu-south-1\` does not recognize the credentials; an account must enable this region before using it.
    Run \`aws account enable-region --region-name eu-south-1\`, or use another region with \`--region\`. If the region is enabled, the credentials are wrong."
  `);
});

test('the network, with and without an emulator', () => {
  const message = 'connect ECONNREFUSED 127.0.0.1:4566';
  expect(explain({ kind: 'network', message })).toMatchInlineSnapshot(`
    "FW6009 AWS cannot be reached: connect ECONNREFUSED 127.0.0.1:4566.
    Check whether the network works, and run the command again: it continues where this one stopped. If the network has a proxy, set it in \`HTTPS_PROXY\`."
  `);
  expect(explain({ kind: 'network', message }, { endpoint: 'http://localhost:4566' }))
    .toMatchInlineSnapshot(`
    "FW6009 \`http://localhost:4566\` cannot be reached: connect ECONNREFUSED 127.0.0.1:4566.
    Start the emulator that should listen there, or unset \`AWS_ENDPOINT_URL\` to call AWS itself."
  `);
});

test('a refusal repeats the reason and the number of the request', () => {
  expect(explain({})).toMatchInlineSnapshot(`
    "FW6305 AWS rejects \`lambda:CreateFunction\`: Some reason (request r-1).
    Fix the problem that the message describes, then run the command again."
  `);
});

test('every refusal ends the command with 3', () => {
  expect(cloudExitCode()).toBe(3);
});

test('a cloud that lacks a call is named, with the way round it', () => {
  const place = { endpoint: 'http://localhost:4566' };
  const operation = 'apigateway:PutRestApi';
  const message = 'Unknown API Gateway v1 path: /restapis/abc';
  expect(explain({ kind: 'unsupported', operation, message }, place)).toMatchInlineSnapshot(`
    "FW6312 \`http://localhost:4566\` does not support \`apigateway:PutRestApi\`: Unknown API Gateway v1 path: /restapis/abc (request r-1).
    Use a version of the emulator that supports the call, or deploy the stage with another tool: \`framework export\` writes a template for Terraform or CloudFormation."
  `);
  expect(explain({ kind: 'missing', operation, message: 'Not found' }, place)).toContain(
    'If `http://localhost:4566` does not support the call, `framework export`',
  );
  expect(explain({ kind: 'missing' })).not.toContain('export');
});
