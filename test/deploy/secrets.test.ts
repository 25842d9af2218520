// Secrets and parameters of a stage: stored by their commands, required by a deploy, read by the deployed functions, and kept
// by a deletion.
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { CLI } from '../support/run.js';
import { sampledTest } from '../support/sampled-test.js';
import {
  addressIn,
  answerOf,
  type CommandRun,
  framework,
  type RunSettings,
  cloudWith,
} from './deployments.js';

const test = sampledTest('deploys of secrets', 3);

const APP = `import { Framework, parameter, secret } from 'framework';
import { mail } from './mail.js';

export const app = new Framework({ appName: 'helloworld' });
const stripe = secret('stripe-key');
const region = parameter('home/region');

export const index = app.route('/')(async () => ({ size: (await stripe()).length, region: await region() }));
export const send = app.lambdaFunction({ name: 'send' })(async () => (await mail()).length);
`;
const MAIL = `import { secret } from 'framework';

export const mail = secret('mail');
`;

type World = {
  readonly cloud: TestCloud;
  readonly cwd: string;
  readonly run: (
    line: string | readonly string[],
    settings?: Partial<RunSettings>,
  ) => Promise<CommandRun>;
};

async function openWorld(files: Readonly<Record<string, string>> = {}): Promise<World> {
  const { cloud, cwd } = await cloudWith({ 'app.ts': APP, 'mail.ts': MAIL, ...files });
  return { cloud, cwd, run: (line, settings) => framework(line, { cwd, cloud, ...settings }) };
}

async function storeAll({ run }: World, options = ''): Promise<void> {
  await run(`secret set stripe-key${options}`, { input: 'sk_live' });
  await run(`secret set mail${options}`, { input: 'password\n' });
  await run(`parameter set home/region${options}`, { input: 'oslo\r\n' });
}

test('a deploy says all that is missing at once, and changes nothing; then the functions read what is stored', async () => {
  const world = await openWorld();
  const { run, cloud } = world;
  const refused = await run('deploy');
  expect(refused.err.replaceAll(/ {2,}/g, '  ')).toMatchInlineSnapshot(`
    "error FW6501: The parameter \`home/region\`, which \`app.ts:6\` declares, has no value in the stage \`dev\` in \`us-east-1\`.
      hint: Run \`framework parameter set home/region --stage dev\`; it takes the value from standard input or asks for it.
    error FW6501: The secret \`mail\`, which \`mail.ts:3\` declares, has no value in the stage \`dev\` in \`us-east-1\`.
      hint: Run \`framework secret set mail --stage dev\`; it takes the value from standard input or asks for it.
    error FW6501: The secret \`stripe-key\`, which \`app.ts:5\` declares, has no value in the stage \`dev\` in \`us-east-1\`.
      hint: Run \`framework secret set stripe-key --stage dev\`; it takes the value from standard input or asks for it.
    3 errors
    "
  `);
  expect(refused.exitCode).toBe(1);
  expect(cloud.inventory()).toEqual([]);
  const planned = await run('plan --json');
  expect(planned.exitCode).toBe(1);
  expect(planned.out.match(/FW6501/g)?.length).toBe(3);

  // The value is needed in this region, so the command in the hint has the same region.
  const elsewhere = await run('deploy --region eu-west-1');
  expect(elsewhere.err).toContain('`framework secret set mail --stage dev --region eu-west-1`');

  await storeAll(world);
  const { out, err, exitCode } = await run('deploy');
  expect([exitCode, err]).toEqual([0, expect.not.stringContaining('FW')]);
  await expect.poll(() => answerOf(out)).toEqual({ size: 7, region: 'oslo' });
  const { lambda } = createClients(cloud);
  const sent = await lambda.invoke({ FunctionName: 'helloworld-dev-send' });
  expect(Buffer.from(sent.Payload ?? []).toString()).toBe('8');

  const again = await run('deploy');
  expect(again.calls.filter((call) => call.startsWith('ssm:'))).toEqual(['ssm:DescribeParameters']);
  expect(again.count).toMatch(/ 0 writes$/);
});

test('a value that was deleted by hand or stored as the other kind is refused with what to type', async () => {
  const world = await openWorld();
  const { run, cloud } = world;
  await storeAll(world);
  expect((await run('deploy')).exitCode).toBe(0);
  expect((await run('secret delete mail')).exitCode).toBe(0);
  const { ssm } = createClients(cloud);
  const plain = { Name: '/helloworld/dev/mail', Value: 'plain', Type: 'String' } as const;
  await ssm.putParameter(plain);
  const other = await run('deploy');
  expect(other.err).toContain('FW6502');
  expect(other.err).toContain(
    'run `framework parameter delete mail --stage dev`, then `framework secret set mail --stage dev`',
  );
  const set = await run('secret set mail', { input: 'x' });
  expect([set.exitCode, set.err]).toEqual([1, expect.stringContaining('FW6507')]);
  // AWS would accept another type, and a secret would become plain text.
  expect(set.calls).toEqual(['ssm:DescribeParameters']);
  await run('parameter delete mail');
  expect((await run('plan')).err).toContain('FW6501');
});

test('the deployer needs one permission more, which says nothing of values', async () => {
  const world = await openWorld();
  const { run, cloud } = world;
  await storeAll(world);
  const policy = JSON.parse((await run('gen-policy --deployer')).out) as {
    Statement: { Action: string[]; Resource: string[] }[];
  };
  const own = policy.Statement.filter(({ Action }) => Action.some((one) => one.startsWith('ssm:')));
  expect(own).toMatchObject([{ Action: ['ssm:DescribeParameters'], Resource: ['*'] }]);
  cloud.restrictCaller(policy);
  expect((await run('deploy')).exitCode).toBe(0);
  const others = policy.Statement.filter((one) => !own.includes(one));
  cloud.restrictCaller({ ...policy, Statement: others });
  const denied = await run('deploy');
  expect([denied.exitCode, denied.err]).toEqual([
    3,
    expect.stringContaining('ssm:DescribeParameters'),
  ]);
  // A deletion continues without it.
  const deleted = await run('delete --yes');
  expect([deleted.exitCode, deleted.err]).toEqual([0, expect.stringContaining('FW6504')]);
});

describe('a deletion leaves values, and lists them', () => {
  test.each(['with its record', 'on another machine'])('%s', async (machine) => {
    const world = await openWorld();
    const { run, cloud, cwd } = world;
    await storeAll(world);
    await run('secret set left-over', { input: 'x' });
    await run('deploy');
    if (machine !== 'with its record')
      rmSync(join(cwd, '.framework/deployed'), { recursive: true });
    const { exitCode, err } = await run('delete --yes');
    expect(exitCode).toBe(0);
    expect(err).toContain(
      'Secrets and parameters of the stage `dev` are kept: `stripe-key`, `mail`, `home/region` and `left-over`.',
    );
    expect(cloud.inventory().filter((one) => !one.startsWith('log-group'))).toEqual([
      'parameter /helloworld/dev/home/region',
      'parameter /helloworld/dev/left-over',
      'parameter /helloworld/dev/mail',
      'parameter /helloworld/dev/stripe-key',
    ]);
    const { out } = await run('deploy');
    await expect.poll(() => answerOf(out)).toEqual({ size: 7, region: 'oslo' });
  });
});

test('secrets go from the source and come back: nothing is deleted, and the variable follows', async () => {
  const world = await openWorld();
  const { run, cloud, cwd } = world;
  await storeAll(world);
  const variables = async (): Promise<unknown> =>
    JSON.parse((await run('plan --json')).out) as unknown;
  await run('deploy');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(
    join(cwd, 'app.ts'),
    "import { Framework } from 'framework';\n\nexport const app = new Framework({ appName: 'helloworld' });\nexport const index = app.route('/')(() => ({ ok: true }));\n",
  );
  expect(JSON.stringify(await variables())).toContain('FRAMEWORK_PARAMETERS');
  const off = await run('deploy --allow-delete');
  expect(off.exitCode).toBe(0);
  expect(cloud.inventory().filter((one) => one.startsWith('parameter')).length).toBe(3);
  writeFileSync(join(cwd, 'app.ts'), APP);
  const { out } = await run('deploy');
  await expect.poll(() => answerOf(out)).toEqual({ size: 7, region: 'oslo' });
  // The code of an earlier deploy does not read them, and the later code finds them again.
  await run('rollback --yes');
  await expect.poll(async () => (await fetch(addressIn(out))).status).toBe(200);
});

test('stages and regions have their own values', async () => {
  const world = await openWorld();
  const { run, cloud } = world;
  await storeAll(world);
  expect((await run('plan --stage prod')).err).toContain('FW6501');
  expect((await run('plan --region eu-west-1')).err).toContain('in `eu-west-1`');
  await storeAll(world, ' --region eu-west-1');
  await run('secret set stripe-key --region eu-west-1', { input: 'longer-key' });
  const { out } = await run('deploy --region eu-west-1');
  await expect.poll(() => answerOf(out)).toEqual({ size: 10, region: 'oslo' });
  expect(cloud.inventory().filter((one) => one.startsWith('parameter')).length).toBeGreaterThan(3);
});

describe('the commands', () => {
  test('store, list and delete, as text and as JSON', async () => {
    const { run, cloud } = await openWorld();
    const { ssm } = createClients(cloud);
    const valueOf = async (name: string): Promise<string | undefined> => {
      const Name = `/helloworld/dev/${name}`;
      const found = await ssm.getParameter({ Name, WithDecryption: true });
      return `${found.Parameter?.Type ?? ''} ${found.Parameter?.Value ?? ''}`;
    };
    expect((await run('secret list')).out.replaceAll(/ +/g, ' ')).toBe(
      'NAME NOTES\nmail missing\nstripe-key missing\n',
    );
    const created = await run('secret set stripe-key', { input: 'two\nlines\n' });
    expect(created.out).toBe('Stored the secret stripe-key of helloworld in dev (us-east-1)\n');
    expect(await valueOf('stripe-key')).toBe('SecureString two\nlines');
    const changed = await run('secret set stripe-key --json', { input: 'new\n\n' });
    expect(JSON.parse(changed.out)).toEqual({
      version: 1,
      app: 'helloworld',
      stage: 'dev',
      region: 'us-east-1',
      kind: 'secret',
      name: 'stripe-key',
      outcome: 'changed',
    });
    expect(await valueOf('stripe-key')).toBe('SecureString new\n');
    await run('parameter set home/region', { input: 'oslo' });
    expect(await valueOf('home/region')).toBe('String oslo');
    const stray = await run('secret set stripe-keys', { input: 'x' });
    expect(stray.err).toBe('The source declares no secret stripe-keys. Did you mean stripe-key?\n');
    const tags = { ResourceType: 'Parameter', ResourceId: '/helloworld/dev/stripe-key' } as const;
    const { TagList } = await ssm.listTagsForResource(tags);
    expect(TagList).toEqual([
      {
        Key: 'cloud-framework',
        Value: expect.stringMatching(/:stage=dev:app=helloworld$/) as unknown,
      },
    ]);
    const { list } = JSON.parse((await run('secret list --json')).out) as {
      list: { name: string; changedAt: string | null; isDeclared: boolean }[];
    };
    expect(
      list.map(({ name, changedAt, isDeclared }) => [name, changedAt !== null, isDeclared]),
    ).toEqual([
      ['mail', false, true],
      ['stripe-key', true, true],
      ['stripe-keys', true, false],
    ]);
    const asked: string[] = [];
    const answer = (question: string): boolean => {
      asked.push(question);
      return false;
    };
    const declined = await run('secret delete stripe-key', { answer });
    expect(asked).toEqual([
      'Delete the secret stripe-key of helloworld in dev, although the source declares it?',
    ]);
    expect(declined.calls).not.toContain('ssm:DeleteParameter');
    expect((await run('secret delete stripe-keys')).out).toBe(
      'Deleted the secret stripe-keys of helloworld in dev (us-east-1)\n',
    );
    const gone = await run('secret delete stripe-keys');
    expect([gone.exitCode, gone.err]).toEqual([1, expect.stringContaining('FW6508')]);
    // A secret is not a parameter.
    expect((await run('parameter delete stripe-key')).err).toContain('FW6508');
  });

  test('refuse what is no value, and never repeat it', async () => {
    const { run, cloud } = await openWorld();
    const set = async (input: string | Uint8Array): Promise<CommandRun> =>
      run('secret set stripe-key', { input });
    for (const input of ['', '\n', 'x'.repeat(4097), 'ä'.repeat(2049), Buffer.from([0xff, 0xfe])]) {
      const { exitCode, err } = await set(input);
      expect([exitCode, err]).toEqual([1, expect.stringContaining('FW6506')]);
    }
    expect((await set('x'.repeat(4096))).exitCode).toBe(0);
    for (const line of [
      'secret set stripe-key sk_live',
      'secret set',
      'secret',
      'secret add stripe-key',
      'secret list stripe-key',
      'secret set stripe_key=sk_live',
      'secret set /stripe',
    ]) {
      const { exitCode, err, out } = await run(line, { input: 'x' });
      expect([line, exitCode]).toEqual([line, 2]);
      if (line.endsWith(' sk_live')) expect(err + out).not.toContain('sk_live');
    }
    expect(cloud.inventory()).toEqual(['parameter /helloworld/dev/stripe-key']);
  });

  test('store a value although an answer is lost', async () => {
    const { run, cloud } = await openWorld();
    cloud.arm({ kind: 'reset-after', at: 1 });
    expect((await run('secret set stripe-key', { input: 'x' })).exitCode).toBe(0);
    expect(cloud.inventory()).toEqual(['parameter /helloworld/dev/stripe-key']);
  });

  test('work where the source has errors', async () => {
    const { run } = await openWorld({
      '.framework/config.json': '{ "version": "2.0", "app_name": "helloworld" }',
      'app.ts': `${APP}\nexport const broken = app.route('no-slash')(() => 1);\n`,
    });
    expect((await run('secret set stripe-key', { input: 'x' })).exitCode).toBe(0);
    const listed = await run('secret list');
    expect(listed.out.replaceAll(/ +/g, ' ')).toMatch(/^NAME STORED\nstripe-key \S+\n$/);
    expect(listed.err).toBe('The source has errors, so what it declares is unknown.\n');
  });
});

test.each(['terraform', 'cloudformation'])(
  '%s gets the permission and no value',
  async (format) => {
    const { run } = await openWorld();
    const { out, err, exitCode } = await run(`export --format ${format}`);
    expect(exitCode).toBe(0);
    expect(out).toContain('parameter/helloworld/dev/stripe-key');
    expect(out).toContain('FRAMEWORK_PARAMETERS');
    expect(out).not.toMatch(/aws_ssm_parameter|AWS::SSM::Parameter/);
    expect(err).toContain('FW6505');
  },
);

// Node.js cannot open a pseudo-terminal; `script` of util-linux can.
const hasScript = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

it.skipIf(!hasScript)('at a terminal the value is asked for, and is not shown', async () => {
  const { cloud, cwd } = await openWorld();
  // Without a terminal size nothing is drawn.
  const line = `stty rows 24 cols 80; '${process.execPath}' '${CLI}' secret set stripe-key`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...cloud.environment },
  });
  let shown = '';
  child.stdout.on('data', (piece: Buffer) => {
    if (!shown.includes('Value of') && piece.includes('Value of')) child.stdin.write('sk_live_7\r');
    shown += piece.toString();
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  expect(exitCode, shown).toBe(0);
  expect(shown).toContain('Value of the secret stripe-key in dev');
  expect(shown).toContain('▪▪▪▪▪▪▪▪▪');
  expect(shown).not.toMatch(/sk_live|live_7/);
  const { ssm } = createClients(cloud);
  const stored = new GetParameterCommand({
    Name: '/helloworld/dev/stripe-key',
    WithDecryption: true,
  });
  expect((await ssm.send(stored)).Parameter).toMatchObject({
    Value: 'sk_live_7',
    Type: 'SecureString',
  });
});
