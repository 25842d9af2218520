// What Systems Manager rejects, and what it shows of a value.
import { paginateDescribeParameters, type PutParameterCommandInput } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClients, refusalOf, type Clients } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let ssm: Clients['ssm'];
beforeEach(async () => {
  cloud = await startTestCloud();
  ({ ssm } = createClients(cloud));
});
afterEach(() => cloud.close());

const KEY = { Name: '/shop/dev/key', Value: 'abc', Type: 'SecureString' } as const;

function put(input: Partial<PutParameterCommandInput>): Promise<unknown> {
  return ssm.putParameter({ ...KEY, ...input });
}

test('a secret is shown decrypted only when that is asked for, and never in a list', async () => {
  await put({ Tags: [{ Key: 'team', Value: 'a' }] });
  const read = async (WithDecryption: boolean): Promise<string | undefined> => {
    const found = await ssm.getParameter({ Name: KEY.Name, WithDecryption });
    return found.Parameter?.Value;
  };
  expect(await read(true)).toBe('abc');
  expect(await read(false)).not.toContain('abc');
  await put({ Value: 'new', Overwrite: true });
  expect(await read(true)).toBe('new');
  const list = await ssm.describeParameters({});
  expect(list.Parameters).toMatchObject([{ Name: KEY.Name, Type: 'SecureString', Version: 2 }]);
  expect(JSON.stringify(list.Parameters)).not.toContain('new');
  const tags = { ResourceType: 'Parameter', ResourceId: KEY.Name } as const;
  const { TagList } = await ssm.listTagsForResource(tags);
  expect(TagList).toEqual([{ Key: 'team', Value: 'a' }]);
  expect(cloud.inventory()).toEqual(['parameter /shop/dev/key']);
});

test('a list is of a path, in pages', async () => {
  for (const Name of ['/shop/dev/a', '/shop/dev/b/c', '/shop/development/d', '/other/dev/e']) {
    await put({ Name });
  }
  const filter = { Key: 'Path', Option: 'Recursive', Values: ['/shop/dev'] };
  const names: (string | undefined)[] = [];
  const pages = paginateDescribeParameters(
    { client: ssm, pageSize: 1 },
    { ParameterFilters: [filter] },
  );
  for await (const { Parameters = [] } of pages) names.push(...Parameters.map(({ Name }) => Name));
  expect(names).toEqual(['/shop/dev/a', '/shop/dev/b/c']);
});

test('what AWS refuses', async () => {
  await put({});
  const refused = async (input: Partial<PutParameterCommandInput>): Promise<string> =>
    (await refusalOf(put(input))).split(' ').slice(0, 8).join(' ');
  expect({
    again: await refused({}),
    'tags with overwrite': await refused({ Overwrite: true, Tags: [{ Key: 'a', Value: 'b' }] }),
    'another type': await refused({ Overwrite: true, Type: 'String' }),
    'an empty value': await refused({ Name: '/a/b', Value: '' }),
    'a large value': await refused({ Name: '/a/b', Value: 'x'.repeat(4097) }),
    'a reserved name': await refused({ Name: '/aws-shop/dev/key' }),
    'a wrong name': await refused({ Name: '/shop/dev/a b' }),
    'deep levels': await refused({ Name: '/a'.repeat(16) }),
    'an unknown key': await refused({ Name: '/a/b', KeyId: 'alias/other' }),
  }).toMatchInlineSnapshot(`
    {
      "a large value": "ValidationException 400 Standard tier parameters support a maximum",
      "a reserved name": "ValidationException 400 Parameter name: can't be prefixed with",
      "a wrong name": "ValidationException 400 Parameter name: can't be prefixed with",
      "again": "ParameterAlreadyExists 400 The parameter already exists. To overwrite",
      "an empty value": "ValidationException 400 1 validation error detected: Value at",
      "an unknown key": "InvalidKeyId 400 Alias alias/other is not found.",
      "another type": "HierarchyTypeMismatchException 400 Parameter Store doesn't support changing a",
      "deep levels": "HierarchyLevelLimitExceededException 400 A hierarchy can have a maximum",
      "tags with overwrite": "ValidationException 400 Invalid request: tags and overwrite can't",
    }
  `);
  const missing = { Name: '/shop/dev/none' };
  expect(await refusalOf(ssm.getParameter(missing))).toMatch(/^ParameterNotFound 400/);
  expect(await refusalOf(ssm.deleteParameter(missing))).toMatch(/^ParameterNotFound 400/);
  expect(await refusalOf(put({ Name: '/a/b', Value: 'x'.repeat(4096) }))).toBe('accepted');
});

test('versions, labels and paths are read as clients ask for them', async () => {
  const write = (Name: string, Value: string) =>
    ssm.putParameter({ Name, Value, Type: 'String', Overwrite: true });
  for (const value of ['one', 'two', 'three']) await write('/app/dev/key', value);
  await write('/app/dev/deep/er', 'x');
  await write('/app/other', 'y');
  await ssm.labelParameterVersion({
    Name: '/app/dev/key',
    ParameterVersion: 2,
    Labels: ['live', '1wrong'],
  });
  const valueOf = async (Name: string) => (await ssm.getParameter({ Name })).Parameter?.Value;
  expect(await valueOf('/app/dev/key')).toBe('three');
  expect(await valueOf('/app/dev/key:1')).toBe('one');
  expect(await valueOf('/app/dev/key:live')).toBe('two');
  expect(await valueOf('arn:aws:ssm:us-east-1:123456789012:parameter/app/dev/key')).toBe('three');
  expect(await refusalOf(valueOf('/app/dev/key:9'))).toContain('ParameterVersionNotFound');
  const history = await ssm.getParameterHistory({ Name: '/app/dev/key' });
  expect(history.Parameters?.map(({ Value, Version, Labels }) => [Value, Version, Labels])).toEqual(
    [
      ['one', 1, []],
      ['two', 2, ['live']],
      ['three', 3, []],
    ],
  );
  const under = async (Path: string, Recursive: boolean) => {
    const names: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await ssm.getParametersByPath({ Path, Recursive, MaxResults: 1, NextToken });
      names.push(...(page.Parameters ?? []).map(({ Name }) => Name));
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    return names;
  };
  expect(await under('/app/dev', false)).toEqual(['/app/dev/key']);
  expect(await under('/app/', true)).toEqual(['/app/dev/deep/er', '/app/dev/key', '/app/other']);
  expect(await refusalOf(under('app', true))).toContain('ValidationException');
  const gone = await ssm.deleteParameters({ Names: ['/app/other', '/none'] });
  expect([gone.DeletedParameters, gone.InvalidParameters]).toEqual([['/app/other'], ['/none']]);
});
