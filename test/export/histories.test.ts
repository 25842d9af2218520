// The history of an export, and what its user adds to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { appWith, cloudWith, framework, helloWorld } from '../deploy/deployments.js';
import { APP as EVENTS, eventWorld } from './event-app.js';
import { at, mappingIn, readJson, runExport } from './exports.js';
import { applyTemplate } from './template-applier.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('histories of exports', 3);

const TWO = `${appWith({ '/': 'one' })}
export const resize = app.lambdaFunction()(function resize() { return 1; });
export const notify = app.lambdaFunction()(function notify() { return 2; });
`;

test('a function that is renamed is another resource, and every other one keeps its name', async () => {
  const cwd = helloWorld({ 'app.ts': TWO });
  const names = async (): Promise<readonly string[]> => {
    await runExport('--format cloudformation --out stack', cwd);
    await runExport('--format terraform --out infra', cwd);
    const resources = Object.keys(mappingIn(readJson(cwd, 'stack/template.json'), 'Resources'));
    const types = mappingIn(readJson(cwd, 'infra/main.tf.json'), 'resource');
    const addresses = Object.entries(types).flatMap(([type, ofType]) =>
      Object.keys(mappingIn(ofType)).map((name) => `${type}.${name}`),
    );
    return [...resources, ...addresses];
  };
  const before = await names();
  writeFileSync(join(cwd, 'app.ts'), TWO.replaceAll('resize', 'shrink'));
  const after = await names();
  const isVersion = (name: string): boolean => /Version|Deployment/.test(name);
  const gone = before.filter((name) => !after.includes(name) && !isVersion(name));
  expect(gone).toEqual(['FunctionResize', 'aws_lambda_function.resize']);
  const made = after.filter((name) => !before.includes(name) && !isVersion(name));
  expect(made).toEqual(['FunctionShrink', 'aws_lambda_function.shrink']);
});

test('an update changes what the source changed, and a removal takes it out of the template', async () => {
  const cwd = helloWorld({ 'app.ts': TWO });
  const templateOf = async (source: string): Promise<Readonly<Record<string, string>>> => {
    writeFileSync(join(cwd, 'app.ts'), source);
    const { out } = await runExport('--format cloudformation', cwd);
    const rows = Object.entries(mappingIn(JSON.parse(out), 'Resources')).map(([id, resource]) => [
      // Ids of versions and deployments contain a hash of their content.
      id.replace(/(Version\w*|Deployment)[A-Za-z0-9]{10}$/, '$1'),
      JSON.stringify(resource).replaceAll(/"(?:S3Key|CodeSha256)":"[^"]*"/g, ''),
    ]);
    return Object.fromEntries(rows) as Readonly<Record<string, string>>; // because both are texts
  };
  const differing = async (from: string, to: string): Promise<readonly string[]> => {
    const [before, after] = [await templateOf(from), await templateOf(to)];
    const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
    return ids.flatMap((id) => {
      const sign = !(id in before) ? '+' : !(id in after) ? '-' : '~';
      return before[id] === after[id] ? [] : [`${sign} ${id}`];
    });
  };
  expect(await differing(TWO, TWO)).toEqual([]);
  expect(await differing(TWO, TWO.replace("'/'", "'/new'"))).toMatchInlineSnapshot(`
    [
      "~ Api",
      "~ Deployment",
      "~ Stage",
    ]
  `);
  const without = TWO.replace(/export const resize.*\n/, '');
  expect(await differing(TWO, without)).toMatchInlineSnapshot(`
    [
      "~ Deployment",
      "- FunctionResize",
      "- VersionResize",
    ]
  `);
});

async function merge(part: object) {
  const cwd = helloWorld({ 'more.json': JSON.stringify(part) });
  return runExport('--format cloudformation --merge more.json', cwd);
}

test('a merged resource that has the name of another one is refused with both types', async () => {
  const { exitCode, err } = await merge({ Resources: { Stage: { Type: 'AWS::SNS::Topic' } } });
  expect(exitCode).toBe(1);
  expect(err).toContain('FW6405');
  expect(err).toContain('`Stage` is an `AWS::SNS::Topic` in `more.json`');
  expect(err).toContain('`AWS::ApiGateway::Stage`');
});

test('a merged change of a resource may name its type', async () => {
  const Stage = { Type: 'AWS::ApiGateway::Stage', Properties: { CacheClusterEnabled: true } };
  const { exitCode, out } = await merge({ Resources: { Stage } });
  expect(exitCode).toBe(0);
  expect(at(JSON.parse(out), 'Resources', 'Stage', 'Properties')).toMatchObject({
    StageName: 'api',
    CacheClusterEnabled: true,
  });
});

test('a folder whose name has a space and a quote is one folder', async () => {
  const cwd = helloWorld();
  for (const [format, file] of [
    ['terraform', 'main.tf.json'],
    ['cloudformation', 'template.json'],
  ] as const) {
    const folder = `my "${format}" files`;
    const { exitCode, out } = await runExport(['--format', format, '--out', folder], cwd);
    expect(exitCode).toBe(0);
    expect(out).toContain(`Wrote ${folder}/${file} (`);
    expect(readJson(join(cwd, folder), file)).toBeTypeOf('object');
  }
});

test('sixty routes and every event source are one stack that a plan calls unchanged', async () => {
  const world = await eventWorld();
  const { cwd, cloud } = world;
  const routes = Array.from({ length: 60 }, (_, index) => {
    const path = `/many/{id}/part-${index}`;
    return `  @app.route('${path}', { methods: ['GET', 'POST'], cors: true })\n  part${index}(id: string) {\n    return id;\n  }\n`;
  });
  writeFileSync(join(cwd, 'app.ts'), `${EVENTS}\nexport class Many {\n${routes.join('\n')}}\n`);
  for (const format of ['terraform', 'cloudformation'])
    expect(await runExport(`--format ${format} --out infra`, cwd)).toMatchObject({
      exitCode: 0,
      err: '',
    });
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const template = readJson(cwd, 'infra/template.json');
  await applyTemplate(template, { bucket: 'code', key: 'app.zip', zip }, cloud);
  expect((await framework('plan', world)).out).toBe('No changes.\n');
});

test('what a stack has made is changed, rolled back and deleted by the program as its own', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': TWO });
  await runExport('--format cloudformation --out infra', cwd);
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const code = { bucket: 'code', key: 'app.zip', zip };
  await applyTemplate(readJson(cwd, 'infra/template.json'), code, cloud);
  writeFileSync(join(cwd, 'app.ts'), TWO.replaceAll('resize', 'shrink').replace("'one'", "'two'"));
  const planned = await framework('plan', { cwd, cloud });
  expect(planned.out).toMatch(/- +function +helloworld-dev-resize/);
  expect(await framework('deploy --allow-delete', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect((await framework('plan', { cwd, cloud })).out).toBe('No changes.\n');
  expect(await framework('rollback', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await framework('delete --yes --log-groups', { cwd, cloud })).toMatchObject({
    exitCode: 0,
  });
  expect(cloud.inventory()).toEqual([]);
});
