// What does not fail a build, and what fails it without ending the process: warnings, and internal errors.
import { join } from 'node:path';
import type ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { emitBound } from '../../transformers/typescript/bound-emit.js';
import { createPlugin } from '../../transformers/typescript/editor-plugin.js';
import { transformProgram } from '../../transformers/typescript/transformer.js';
import type { TypeScriptProgram } from '../../transformers/typescript/app-place.js';
import { COMPILERS } from './support/compilers.js';
import { linkedProject } from './support/linked-project.js';
import { print, transformedProgram } from './support/transformed-program.js';

const [, { ts: typescript }] = COMPILERS;

const DEPRECATED = `import { app } from './application.js';

app.defineAuthorizer('guests', {
  header: 'Authorization',
  providerArns: ['arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc'],
});
export const streets = app.route('/streets', { authorizerName: 'guests' })(() => []);
`;

test('warnings are printed once, and neither fail a build nor hold it back', () => {
  const root = linkedProject('modes', { 'streets.ts': DEPRECATED });
  let printed = '';
  const program = transformedProgram({
    ts: typescript,
    root,
    options: { noEmitOnError: true, pretty: false },
    trace: (text) => (printed += text),
  });
  expect(print(typescript, root, typescript.getPreEmitDiagnostics(program))).toBe('');
  expect(program.emit().emitSkipped).toBe(false);
  expect(printed.replaceAll(/^\S*(?=streets\.ts)/gm, '')).toMatchInlineSnapshot(`
    "streets.ts(3,1): warning TS92613: \`defineAuthorizer\` is deprecated and will be removed.
      Create the authorizer with \`new UserPoolAuthorizer(...)\` or \`new CustomAuthorizer(...)\` and pass it in the \`authorizer\` option of the routes.
    streets.ts(7,48): warning TS92614: \`authorizerName\` is deprecated and will be removed.
      Pass the authorizer object itself in the \`authorizer\` option."
  `);
});

describe('a bug of ours', () => {
  const FAILURE =
    'error TS99001: Framework failed unexpectedly; this is a bug in framework. Error: the disk is on fire\n' +
    '  Run `FRAMEWORK_DEBUG=1 npx framework check` to see where, and report it.\n';

  test('in the compiler is an error of tsc, which emits what it can', () => {
    const root = linkedProject('modes', {});
    const options = { noLib: true, rootDir: root, outDir: join(root, 'dist') };
    const host = typescript.createCompilerHost(options);
    const files = [join(root, 'app.ts'), join(root, 'globals.d.ts')];
    const program = typescript.createProgram(files, { ...options, noResolve: true }, host);
    host.fileExists = () => {
      throw new Error('the disk is on fire');
    };
    transformProgram(program, host, {}, { ts: typescript });
    const found = program.getSemanticDiagnostics().filter(({ source }) => source === 'framework');
    expect(print(typescript, root, found)).toBe(FAILURE);
    expect(program.emit(undefined, () => undefined).emitSkipped).toBe(false);
  });

  test('in binding views is an error of tsc, which emits the file as it is', () => {
    const root = linkedProject('modes', {});
    const app = join(root, 'app.ts');
    const options = { noLib: true, noResolve: true, rootDir: root, outDir: join(root, 'dist') };
    const program: TypeScriptProgram = typescript.createProgram([app], options);
    const entry = program.getSourceFile(app);
    if (!entry) throw new Error('no entry');
    const row = { function: ['lost', 'lost', 0] } as const;
    const callee = { start: 1, end: 2 };
    const lost = { form: 'call', app: 'app', callee, row, lists: [] } as const;
    const module = { file: 'app.ts', path: app, text: entry.text, bindings: [lost] };
    const compilation = { manifest: undefined, diagnostics: [], modules: [module] };
    emitBound(typescript, program, {
      inspect: () => [{ place: { root, entry, isNested: false }, compilation, diagnostics: [] }],
      readFile: () => undefined,
    });
    let emitted = '';
    const { diagnostics } = program.emit(undefined, (_, text) => (emitted += text));
    expect(emitted).toContain("import './cities.js';");
    expect(print(typescript, root, diagnostics)).toMatch(
      /^app.ts\(1,1\): error TS99001: .* Error: no node of .*app.ts for the binding .*"lost"/,
    );
  });

  test('in the editor leaves what TypeScript itself says, and is logged once', () => {
    const own = { category: 1, code: 2304, messageText: 'x', file: undefined, start: 0, length: 0 };
    const log: string[] = [];
    const info: unknown = {
      languageService: {
        getSemanticDiagnostics: () => [own],
        getCodeFixesAtPosition: () => ['fix'],
        getProgram: () => {
          throw new Error('the disk is on fire');
        },
      },
      project: { projectService: { logger: { info: (text: string) => log.push(text) } } },
    };
    const service = createPlugin({ typescript }).create(
      info as ts.server.PluginCreateInfo, // because the plugin uses nothing else of it
    );
    expect(service.getSemanticDiagnostics('app.ts')).toEqual([own]);
    expect(service.getSemanticDiagnostics('app.ts')).toEqual([own]);
    expect(service.getCodeFixesAtPosition('app.ts', 0, 1, [92103], {}, {})).toEqual(['fix']);
    expect(log.map((text) => text.split('\n')[0])).toEqual([
      'framework FW9001: Error: the disk is on fire',
    ]);
  });
});
