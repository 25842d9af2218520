import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { loadApp } from '../app/load-app.js';
import { temporaryProject } from '../../test/support/temporary-project.js';
import { readEnvironmentFiles } from './environment-files.js';

function read(text: string) {
  const project = {
    root: MEMORY_ROOT,
    files: { ...memoryFiles({ '.env': text }), forget: () => undefined },
  };
  const { variables, diagnostics } = readEnvironmentFiles(project, 'dev');
  const problems = diagnostics.map(({ message, at }) => {
    return `${at?.file ?? ''}:${at?.line ?? 0}:${at?.column ?? 0} ${text.slice(at?.start, at?.end)} | ${message}`;
  });
  return { variables, problems };
}

test.each([
  ['A=1\nB_2=two words \nexport C = 3', { A: '1', B_2: 'two words', C: '3' }],
  ['\n# comment\n  # another\n\tA=1 # behind', { A: '1' }],
  [
    'A="1 # no comment" # a comment\nB=\'$A\\n\'\nC="a\\nb"',
    { A: '1 # no comment', B: '$A\\n', C: 'a\nb' },
  ],
  ['A="one\ntwo"\nB=`"x"`', { A: 'one\ntwo', B: '"x"' }],
  ['A=1\r\nB="2"\r\n\r\nC=\r\n', { A: '1', B: '2', C: '' }],
  ['A=1\nA=2', { A: '2' }],
  ['A=a=b&c', { A: 'a=b&c' }],
  ['export\tA=1\nexport \t B="2"', { A: '1', B: '2' }],
  ['\ufeffA=1', { A: '1' }],
  ['', {}],
])('reads %j as Node.js does', (text, variables) => {
  expect(read(text)).toEqual({ variables, problems: [] });
});

test('says where a line cannot be read, and reads the others', () => {
  expect(
    read(
      'A=1\nTABLE\n=x\n  my-name=1\nA B=2\nC="open\n\nD="x"y # z\nE="\nF=2\n"G\nH=1\nI=\'x\nJ=1',
    ),
  ).toMatchInlineSnapshot(`
    {
      "problems": [
        ".env:2:1 TABLE | This line is not a variable: it does not begin with a name and \`=\`.",
        ".env:3:1 =x | This line is not a variable: it does not begin with a name and \`=\`.",
        ".env:4:1   my-name=1 | This line is not a variable: it does not begin with a name and \`=\`.",
        ".env:5:1 A B=2 | This line is not a variable: it does not begin with a name and \`=\`.",
        ".env:8:4 x"y # z | The text after the closing quote of the value would be lost.",
        ".env:11:2 G | The text after the closing quote of the value would be lost.",
        ".env:13:1 I='x | The value begins with a quote that is never closed.",
      ],
      "variables": {
        "A": "1",
        "H": "1",
        "J": "1",
      },
    }
  `);
});

const APP = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'x' });
export const view = app.route('/')(() => 1);
`;
const CONFIG = JSON.stringify({
  environment_variables: { AA: 'config', BB: 'config', CC: 'config', DD: 'config' },
  lambda_functions: { job: { environment_variables: { AA: 'job', EE: 'job' } } },
});
const FILES = {
  'app.ts': APP,
  '.framework/config.json': CONFIG,
  '.env': 'BB=env\nCC=env\nNEW=env',
  '.env.dev': 'CC=dev',
  '.env.prod': 'CC=prod',
};

function variablesOf(machine: Parameters<typeof loadApp>[0]['machine'], name = 'api_handler') {
  const directory = temporaryProject(FILES);
  const { config, diagnostics } = loadApp({ directory, stage: 'dev', ...(machine && { machine }) });
  expect(diagnostics.map(({ code }) => code)).toEqual(['FW1129']);
  return config?.functionConfig(name).settings.environment_variables;
}

test('the file of the stage wins over .env, and this over the configuration of every function', () => {
  expect(variablesOf({})).toEqual({ AA: 'config', BB: 'env', CC: 'dev', DD: 'config', NEW: 'env' });
  expect(variablesOf({}, 'job')).toEqual({
    ...{ AA: 'job', BB: 'env', CC: 'dev', DD: 'config', EE: 'job', NEW: 'env' },
  });
});

test('the shell wins when it is given, and adds nothing', () => {
  expect(variablesOf({ shell: { DD: 'shell', NEW: '', OTHER: 'shell' } })).toEqual({
    ...{ AA: 'config', BB: 'env', CC: 'dev', DD: 'shell', NEW: '' },
  });
});

test('what is deployed knows nothing of them', () => {
  expect(variablesOf(undefined)).toEqual({
    AA: 'config',
    BB: 'config',
    CC: 'config',
    DD: 'config',
  });
});

test('a line that cannot be read stops only what runs here', () => {
  const directory = temporaryProject({ ...FILES, '.env': 'TABLE', '.framework/config.json': '{}' });
  const codes = (machine: object | undefined) =>
    loadApp({ directory, stage: 'dev', ...(machine && { machine }) }).diagnostics.map(
      ({ code, at }) => `${code} ${at?.file ?? ''}`,
    );
  expect(codes({})).toEqual(['FW1135 .env']);
  expect(codes(undefined)).toEqual([]);
});

test('a file that is something else is told of once for a hundred lines, and read to its end', () => {
  const { variables, problems } = read(`${'no variable\n'.repeat(200_000)}A=1\n`);
  expect(problems).toHaveLength(100);
  expect(variables).toEqual({ A: '1' });
});
