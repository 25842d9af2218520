// IAM of the test cloud, tested with the SDK's client.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  LOGS_POLICY,
  policyOf,
  refusalOf,
  TRUST,
} from '../clients.fixture.js';
import { rawCall, withoutXml } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let iam: Clients['iam'];
beforeAll(async () => {
  cloud = await startTestCloud();
  iam = createClients(cloud).iam;
});
afterAll(() => cloud.close());

function createRole(name: string, trust = TRUST): Promise<unknown> {
  return iam.createRole({ RoleName: name, AssumeRolePolicyDocument: trust });
}

test('a role is made, read, changed, tagged and deleted', async () => {
  const made = await iam.createRole({
    RoleName: 'hello-dev',
    AssumeRolePolicyDocument: TRUST,
    Description: 'for <hello> & others',
    Tags: [{ Key: 'cloud-framework', Value: 'version=0.7.0:stage=dev:app=hello' }],
  });
  expect(made.Role?.Arn).toBe('arn:aws:iam::123456789012:role/hello-dev');
  await iam.tagRole({ RoleName: 'hello-dev', Tags: [{ Key: 'team', Value: 'one' }] });
  await iam.untagRole({ RoleName: 'hello-dev', TagKeys: ['cloud-framework'] });
  const trust = TRUST.replace('"Version"', ' "Version"');
  await iam.updateAssumeRolePolicy({ RoleName: 'hello-dev', PolicyDocument: trust });
  const { Role } = await iam.getRole({ RoleName: 'hello-dev' });
  expect(Role).toMatchObject({
    RoleName: 'hello-dev',
    Path: '/',
    Description: 'for <hello> & others',
    MaxSessionDuration: 3600,
    Tags: [{ Key: 'team', Value: 'one' }],
  });
  expect(Role?.CreateDate).toBeInstanceOf(Date);
  expect(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '')).toBe(trust);
  await iam.deleteRole({ RoleName: 'hello-dev' });
  expect(cloud.inventory()).toEqual([]);
});

test('inline policies come back percent-encoded and have to go before the role', async () => {
  await createRole('with-policy');
  const name = { RoleName: 'with-policy', PolicyName: 'framework' };
  await iam.putRolePolicy({ ...name, PolicyDocument: LOGS_POLICY });
  const { PolicyNames } = await iam.listRolePolicies({ RoleName: 'with-policy' });
  expect(PolicyNames).toEqual(['framework']);
  const { PolicyDocument } = await iam.getRolePolicy(name);
  expect(PolicyDocument).toContain('%7B%22Version%22');
  expect(decodeURIComponent(PolicyDocument ?? '')).toBe(LOGS_POLICY);
  expect(await refusalOf(iam.deleteRole({ RoleName: 'with-policy' }))).toMatchInlineSnapshot(
    `"DeleteConflictException 409 Cannot delete entity, must delete policies first."`,
  );
  await iam.deleteRolePolicy(name);
  const arn = { RoleName: 'with-policy', PolicyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' };
  await iam.attachRolePolicy(arn);
  expect(
    (await iam.listAttachedRolePolicies({ RoleName: 'with-policy' })).AttachedPolicies,
  ).toEqual([{ PolicyName: 'ReadOnlyAccess', PolicyArn: arn.PolicyArn }]);
  expect(await refusalOf(iam.deleteRole({ RoleName: 'with-policy' }))).toMatchInlineSnapshot(
    `"DeleteConflictException 409 Cannot delete entity, must detach all policies first."`,
  );
  await iam.detachRolePolicy(arn);
  await iam.deleteRole({ RoleName: 'with-policy' });
});

test('roles are listed in pages, without tags', async () => {
  for (const name of ['page-b', 'page-a', 'page-c'])
    await iam.createRole({
      RoleName: name,
      Path: '/pages/',
      AssumeRolePolicyDocument: TRUST,
      Tags: [{ Key: 'a', Value: 'b' }],
    });
  const first = await iam.listRoles({ PathPrefix: '/pages/', MaxItems: 2 });
  expect(first.Roles?.map(({ RoleName }) => RoleName)).toEqual(['page-a', 'page-b']);
  expect(first.Roles?.[0]?.Tags).toBeUndefined();
  expect(first.IsTruncated).toBe(true);
  const second = await iam.listRoles({ PathPrefix: '/pages/', MaxItems: 2, Marker: first.Marker });
  expect(second.Roles?.map(({ RoleName }) => RoleName)).toEqual(['page-c']);
  expect(second.IsTruncated).toBe(false);
});

test('what the service rejects', async () => {
  await createRole('taken');
  const grant = (statement: object): Promise<string> =>
    refusalOf(
      iam.putRolePolicy({
        RoleName: 'taken',
        PolicyName: 'framework',
        PolicyDocument: policyOf({
          Effect: 'Allow',
          Action: 's3:GetObject',
          Resource: '*',
          ...statement,
        }),
      }),
    );
  const trust = (statement: object): Promise<string> =>
    refusalOf(
      createRole('trust', policyOf({ Effect: 'Allow', Action: 'sts:AssumeRole', ...statement })),
    );
  const large = Array.from(
    { length: 400 },
    (_, index) => `arn:aws:s3:::a-rather-long-name-${index}/*`,
  );
  expect({
    taken: await refusalOf(createRole('Taken')),
    long: await refusalOf(createRole('x'.repeat(65))),
    characters: await refusalOf(createRole('a b')),
    missing: await refusalOf(iam.getRole({ RoleName: 'nobody' })),
    missingPolicy: await refusalOf(iam.getRolePolicy({ RoleName: 'taken', PolicyName: 'none' })),
    noJson: await refusalOf(createRole('trust', '{')),
    principal: await trust({ Principal: { Service: 'lambda' } }),
    noPrincipal: await trust({}),
    trustedResource: await trust({ Principal: { Service: 'lambda.amazonaws.com' }, Resource: '*' }),
    effect: await grant({ Effect: 'Perhaps' }),
    vendor: await grant({ Action: 'GetObject' }),
    resource: await grant({ Resource: 'bucket' }),
    noResource: await grant({ Resource: [] }),
    member: await grant({ Principal: '*' }),
    sid: await grant({ Sid: 'not alphanumeric' }),
    size: await grant({ Resource: large }),
    reservedTag: await refusalOf(
      iam.tagRole({ RoleName: 'taken', Tags: [{ Key: 'aws:x', Value: '' }] }),
    ),
  }).toMatchInlineSnapshot(`
    {
      "characters": "ValidationError 400 The specified value for roleName is invalid. It must contain only alphanumeric characters and/or the following: +=,.@_-",
      "effect": "MalformedPolicyDocumentException 400 Syntax errors in policy.",
      "long": "ValidationError 400 1 validation error detected: Value 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' at 'roleName' failed to satisfy constraint: Member must have length less than or equal to 64",
      "member": "MalformedPolicyDocumentException 400 Syntax errors in policy.",
      "missing": "NoSuchEntityException 404 The role with name nobody cannot be found.",
      "missingPolicy": "NoSuchEntityException 404 The role policy with name none cannot be found.",
      "noJson": "MalformedPolicyDocumentException 400 This policy contains invalid Json",
      "noPrincipal": "MalformedPolicyDocumentException 400 Missing required field Principal",
      "noResource": "MalformedPolicyDocumentException 400 Policy statement must contain resources.",
      "principal": "MalformedPolicyDocumentException 400 Invalid principal in policy: "SERVICE":"lambda"",
      "reservedTag": "ValidationError 400 Tags cannot begin with aws:. They are reserved.",
      "resource": "MalformedPolicyDocumentException 400 Resource bucket must be in ARN format or "*".",
      "sid": "MalformedPolicyDocumentException 400 Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*",
      "size": "LimitExceededException 409 Maximum policy size of 10240 bytes exceeded for role taken",
      "taken": "EntityAlreadyExistsException 409 Role with name Taken already exists.",
      "trustedResource": "MalformedPolicyDocumentException 400 Has prohibited field Resource",
      "vendor": "MalformedPolicyDocumentException 400 Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.",
    }
  `);
});

test('parameters that an operation does not have, or that it needs, are refused', async () => {
  const post = async (form: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Version: '2010-05-08', ...form }).toString();
    return withoutXml(await rawCall(cloud, { service: 'iam', body }));
  };
  expect([
    await post({ Action: 'GetRole' }),
    await post({ Action: 'GetRole', RoleName: 'x', Roll: 'y' }),
    await post({ Action: 'GetRoll', RoleName: 'x' }),
    await post({ Action: 'GetRole', RoleName: 'x', Version: '2012-10-17' }),
  ]).toMatchInlineSnapshot(`
    [
      "400 ValidationError 1 validation error detected: Value null at 'roleName' failed to satisfy constraint: Member must not be null",
      "400 ValidationError 1 validation error detected: Unexpected parameter 'Roll'",
      "400 InvalidAction The local cloud does not support the operation GetRoll of iam. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account.",
      "400 InvalidAction The local cloud does not support the operation GetRole of iam. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account.",
    ]
  `);
});
