import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandInput, ExitCode } from '../program/command.js';
import { CLOUD_FOLDER } from '../serve/local-cloud/running-cloud.js';
import { inLocalCloud } from './cloud-command.js';
import { withoutCredentials } from './local-session.js';
import type { StepEvent } from '../ship/stage/run-steps.js';
import { commandText, forTarget } from './command-texts.js';
import { showSteps } from './step-report.js';

test('a command that a message names leads to the local cloud too', async () => {
  const projectDirectory = mkdtempSync(join(tmpdir(), 'local-'));
  const server = createServer((_, response) => response.end('{"id":"one"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    rmSync(projectDirectory, { recursive: true });
  });
  const { port } = server.address() as AddressInfo; // because it listens on TCP
  const place = { port, pid: process.pid, url: '', token: '', region: '', folder: '' };
  const cloud = { version: 1, id: 'one', environment: {}, ...place };
  mkdirSync(join(projectDirectory, CLOUD_FOLDER), { recursive: true });
  writeFileSync(join(projectDirectory, CLOUD_FOLDER, 'cloud.json'), JSON.stringify(cloud));
  const texts: string[] = [];
  const stream = { write: (text: string) => texts.push(text), isTty: true };
  const terminal = { out: stream, err: stream };
  const input = { projectDirectory, terminal, environment: {}, options: { local: true } };
  const own = process.env;
  const exitCode = await inLocalCloud(input as unknown as CommandInput, 'local', {
    startsCloud: false,
    optionOf: (name) => (name === 'invoke' ? 'cloud' : name === 'secret' ? 'local' : undefined),
    run: ({ terminal: { out, err } }) => {
      expect(process.env['AWS_CONFIG_FILE']).toBe(devNull);
      err.write('Run `framework secret set key --stage dev`, or `framework check`.');
      err.write(`${String(err.isTty)}: \`framework secret list --local\`, \`framework invoke a\`.`);
      out.write('a line that the application logged: `framework secret list`');
      return Promise.resolve(ExitCode.ok);
    },
  });
  expect(exitCode).toBe(ExitCode.ok);
  // `process.env` must be the same object, not a copy, because other code holds references to it.
  expect(process.env).toBe(own);
  expect(texts).toEqual([
    'Run `framework secret set key --stage dev --local`, or `framework check`.',
    'true: `framework secret list --local`, `framework invoke a --cloud`.',
    'a line that the application logged: `framework secret list`',
  ]);
});

test('without a cloud nothing is made: neither for a command that only reads nor in a folder without a project', async () => {
  const projectDirectory = mkdtempSync(join(tmpdir(), 'local-'));
  onTestFinished(() => {
    rmSync(projectDirectory, { recursive: true });
  });
  const texts: string[] = [];
  const stream = { write: (text: string) => texts.push(text) };
  const input = {
    projectDirectory,
    workingDirectory: projectDirectory,
    terminal: { out: stream, err: stream },
    environment: {},
    options: { local: true, stage: 'dev' },
  };
  for (const startsCloud of [false, true]) {
    const exitCode = await inLocalCloud(input as unknown as CommandInput, 'local', {
      ...{ startsCloud, optionOf: () => undefined },
      run: () => Promise.resolve(ExitCode.ok),
    });
    expect(exitCode).toBe(ExitCode.diagnostics);
    expect(existsSync(join(projectDirectory, '.framework'))).toBe(false);
  }
  expect(texts[0]).toContain('FW6606');
  expect(texts.slice(1).join('')).toContain('app.ts');
});

test('an application beside a local cloud finds no credentials and no profile', () => {
  const environment = {
    HOME: '/home/ann',
    AWS_PROFILE: 'shop',
    CLOUD_PROFILE: 'shop',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_CONFIG_FILE: '/home/ann/own',
    AWS_REGION: 'eu-west-1',
  };
  expect(withoutCredentials(environment)).toEqual({
    HOME: '/home/ann',
    AWS_REGION: 'eu-west-1',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  });
});

// How the outcome of a step is reported.

test.each([
  ['done', 'Created function helloworld-dev (0.0 s)\n'],
  ['failed', 'Could not create function helloworld-dev (0.0 s)\n'],
  // The call of a stopped step may have been executed anyway.
  ['stopped', 'Stopped creating function helloworld-dev (0.0 s)\n'],
  ['nothing', ''],
] as const)('a step that is %s', (kind, text) => {
  let written = '';
  const { list, onEvent } = showSteps({
    write: (piece) => {
      written += piece;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const label = { verb: 'create', object: 'function helloworld-dev' } as const;
  const event = (end: StepEvent['kind']): StepEvent => ({ kind: end, id: 'a', label });
  onEvent(event('started'));
  onEvent(event(kind));
  list.close();
  expect(written).toBe(text);
});

test.each([
  [{ stage: 'dev' }, 'framework deploy'],
  [
    { stage: 'prod', profile: 'a b', region: 'eu-west-1', 'allow-delete': true },
    "framework deploy --stage prod --profile 'a b' --region eu-west-1 --allow-delete",
  ],
  [{ stage: 'dev', 'project-dir': 'my app' }, "framework deploy --project-dir 'my app'"],
  [
    { stage: 'prod', 'project-dir': '../api' },
    'framework deploy --project-dir ../api --stage prod',
  ],
])('the command to type next is for the same project and stage: %j', (options, text) => {
  expect(commandText({ options }, 'deploy', ['allow-delete'])).toBe(text);
});

test.each([
  [{ region: 'eu-west-1' }, '`framework secret set key --stage prod --region eu-west-1`'],
  [{ profile: 'a b' }, "`framework secret set key --stage prod --profile 'a b'`"],
  [{ 'project-dir': '../api' }, '`framework secret set key --stage prod --project-dir ../api`'],
  [{}, '`framework secret set key --stage prod`'],
])('a command in a hint is for the same project, account and region: %j', (options, text) => {
  const hint = 'Run `framework secret set key --stage prod`, then `framework explain FW6501`.';
  expect(forTarget({ options }, hint)).toBe(`Run ${text}, then \`framework explain FW6501\`.`);
  expect(forTarget({ options }, `Run ${text}.`)).toBe(`Run ${text}.`);
  const local = forTarget({ options, records: 'records' }, hint);
  expect(local).toContain(`${text.slice(0, -1)} --local\``);
});
