// Types and rules both detect many mistakes. With the transformer and in the editor, each is reported once, by the rule.
import { join } from 'node:path';
import type ts from 'typescript';
import { expect, test } from 'vitest';
import { createPlugin } from '../../transformers/typescript/editor-plugin.js';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { BAD_EVENTS } from '../types/bad-events.js';
import { BAD_VIEWS } from '../types/bad-views.js';
import { COMPILERS } from './support/compilers.js';
import { transformedProgram } from './support/transformed-program.js';

const [, { ts: typescript }] = COMPILERS;
const REPOSITORY = join(import.meta.dirname, '../..');

/** Each mistake in a separate module of one application, under separate paths. */
const CASES = Object.entries({ ...BAD_VIEWS, ...BAD_EVENTS }).map(([idea, text], index) => {
  const view = text.replaceAll("route('/", `route('/p${index}/`);
  const imports =
    "import { CORSConfig, Framework, rate, type Int, type KinesisRecord, type List, type Num, type ScheduledEvent, type SqsBatch, type SqsMessage, type Text } from 'framework';\nimport { app } from './application.js';\n";
  return {
    idea,
    file: `bad-${index}.ts`,
    text: `${imports}void CORSConfig, Framework, rate;\n${view}\n`,
  };
});

const APPLICATION = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'x' });
`;

function project(mode: 'standard' | 'legacy'): string {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
    experimentalDecorators: mode === 'legacy',
    // The published declarations: a program reads them faster than the sources.
    paths: { framework: [join(REPOSITORY, 'dist/types/runtime/index.d.ts')] },
  };
  return temporaryProject({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['app.ts'] }),
    'application.ts': APPLICATION,
    'app.ts': CASES.map(({ file }) => `import './${file.replace('.ts', '.js')}';\n`).join(''),
    ...Object.fromEntries(CASES.map(({ file, text }) => [file, text])),
  });
}

/** Mistakes that only TypeScript can detect, because they require type checking. */
const ONLY_TYPES = [
  // Rules check only the types of a view's inputs.
  'a misspelt rule of a text',
  'a misspelt rule beside others',
  'a misspelt rule of a list',
  'a rule of a wrong type',
  'an unknown format',
  'a message that is no text',
  'a body that is a number',
  'a body of another type',
];

function isOther(code: number): boolean {
  return code < 92_000;
}

const MODES = sampleOf('modes of one voice', ['standard', 'legacy'] as const, 4);

test.each(MODES)(
  'with %s decorators each mistake is told once, by the rule',
  (mode) => {
    const root = project(mode);
    const program = transformedProgram({ ts: typescript, root });
    const told = CASES.map(({ idea, file }) => {
      const source = program.getSourceFile(join(root, file));
      const codes = (source ? program.getSemanticDiagnostics(source) : []).map(({ code }) => code);
      return { idea, ours: codes.some((code) => code > 92_000), others: codes.filter(isOther) };
    });
    expect(told.filter(({ ours, others }) => !ours || others.length > 0)).toEqual(
      ONLY_TYPES.map((idea) => ({ idea, ours: false, others: [expect.any(Number)] })),
    );
  },
  120_000,
);

test('the editor tells a mistake once, and keeps what only types see', () => {
  const text = `${APPLICATION}
export const wrong = app.route('/cities/{city}/')((city: number) => city);
export const other: number = 'text';
`;
  const root = project('standard');
  const path = join(root, 'app.ts');
  const { options } = typescript.parseJsonConfigFileContent(
    typescript.readConfigFile(join(root, 'tsconfig.json'), (file) => typescript.sys.readFile(file))
      .config,
    typescript.sys,
    root,
  );
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ ...options, configFilePath: join(root, 'tsconfig.json') }),
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = file === path ? text : typescript.sys.readFile(file);
      return content === undefined ? undefined : typescript.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => typescript.getDefaultLibFilePath(given),
    fileExists: (file) => typescript.sys.fileExists(file),
    readFile: (file) => typescript.sys.readFile(file),
  };
  const info: unknown = {
    languageService: typescript.createLanguageService(host),
    languageServiceHost: host,
  };
  const service = createPlugin({ typescript }).create(
    info as ts.server.PluginCreateInfo, // because the plugin uses nothing else of it
  );
  const codes = service.getSemanticDiagnostics(path).map(({ code }) => code);
  expect(codes.sort()).toEqual([2322, 92103, 92311]);
});
