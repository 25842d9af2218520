// Reading the command line: every argument is read as it was typed.
import { describe, expect, test } from 'vitest';
import { readArguments, type Request } from './arguments.js';
import type { Command } from './command.js';

const command: Command = {
  spec: {
    name: 'serve',
    summary: 'Serve',
    description: 'Serves.',
    positionals: [{ name: 'name', summary: 'Name', isRequired: true }],
    options: {
      stage: { kind: 'string', value: 'name', summary: 'Stage', default: 'dev' },
      port: { kind: 'integer', value: 'number', summary: 'Port', default: 8000, range: [0, 65535] },
      offset: { kind: 'integer', value: 'number', summary: 'Offset' },
      header: { kind: 'string', value: 'line', summary: 'Header', isList: true },
      json: { kind: 'boolean', summary: 'JSON' },
      'no-reload': { kind: 'boolean', summary: 'No reload' },
    },
    examples: [],
  },
  load: () => Promise.reject(new Error('never loaded')),
};

function read(line: string, { canAsk = false } = {}): Request {
  return readArguments(line === '' ? [] : line.split(' '), [command], { canAsk });
}

function values(line: string): unknown {
  const request = read(line);
  if (request.kind !== 'run') return request;
  const own = Object.keys(command.spec.options).map(
    (name) => [name, request.options[name]] as const,
  );
  return { ...Object.fromEntries(own), ...request.positionals };
}

const defaults = {
  stage: 'dev',
  port: 8000,
  offset: undefined,
  header: undefined,
  json: false,
  'no-reload': false,
  name: 'x',
};

describe('values', () => {
  test('defaults are there without being typed', () => {
    expect(values('serve x')).toEqual(defaults);
  });

  test.each([
    ['serve x --stage 007', { stage: '007' }],
    ['serve x --stage=007', { stage: '007' }],
    ['serve x --stage 1e3', { stage: '1e3' }],
    ['serve x --stage -', { stage: '-' }],
    ['serve x --stage a --stage b', { stage: 'b' }],
    ['serve x --header a:1', { header: 'a:1' }],
    ['serve x --header 007 --header b:2', { header: '007\nb:2' }],
    ['serve x --stage true', { stage: 'true' }],
    ['serve x --stage a=b', { stage: 'a=b' }],
    ['serve x --stage a --stage b', { stage: 'b' }],
    ['serve x --port 0', { port: 0 }],
    ['serve x --port=9000', { port: 9000 }],
    ['serve x --offset=-5', { offset: -5 }],
    ['serve x --json', { json: true }],
    ['serve x --json --json', { json: true }],
    ['--json serve x', { json: true }],
    ['--stage prod serve x', { stage: 'prod' }],
    ['serve --no-reload x', { 'no-reload': true }],
    ['serve 007', { name: '007' }],
    ['serve -- --json', { name: '--json' }],
  ])('%s', (line, changed) => {
    expect(values(line)).toEqual({ ...defaults, ...changed });
  });
});

describe('mistakes', () => {
  test.each([
    'serve x --stage',
    'serve x --reload',
    'serve x --no-json',
    'serve x --json=true',
    'serve x --Stage prod',
    'serve x --noReload',
    'serve x --stage.name prod',
    'serve x --port 8e3',
    'serve x -p 80',
    'serve x y',
    'serve',
    'serv x',
  ])('%s', (line) => {
    expect(read(line).kind).toBe('misuse');
  });
});

test('a missing positional is left to a command that can ask for it', () => {
  expect(read('serve', { canAsk: true })).toMatchObject({
    kind: 'run',
    positionals: { name: undefined },
  });
});

test('help wins over everything, the version over all but help', () => {
  expect(read('serve --help --nonsense')).toMatchObject({ kind: 'help', command, isAsked: true });
  expect(read('--version --help')).toMatchObject({ kind: 'help', command: undefined });
  expect(read('serve x -v')).toEqual({ kind: 'version' });
  expect(read('')).toEqual({ kind: 'help', command: undefined, isAsked: false });
});
