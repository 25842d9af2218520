// An application, a configuration and a project whose strings contain the ends of literals, comments, lines and elements: every
// generated text contains these strings, and none of them becomes code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';

const ENDS = `'"\`*/\n\r\${pwn()}\\ %{if} $\${x} \u2028</script><b>- x: &y # z`;
const LITERAL = JSON.stringify(ENDS);
const SAID = '\'"`${pwn()} <script>pwn()</script> {{resolve:ssm:x}}';

const APP = `import { CustomAuthorizer, Framework, NotFoundError } from 'framework';
export const app = new Framework({ appName: 'hostile' });
const own = new CustomAuthorizer(${LITERAL}, {
  header: 'Token',
  authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:other/invocations',
});
/** A body *\\/ ${SAID} */
export interface Body { ${LITERAL}: ${LITERAL} }
export class Views {
  /** Sums *\\/ ${SAID} */
  @app.route('/', { methods: ['POST'], authorizer: own })
  index(body: Body): Body {
    if (app.currentRequest.path === 'x') throw new NotFoundError(${LITERAL});
    return body;
  }
  @app.onEvent({ detail: { ${LITERAL}: [${LITERAL}] } })
  react() {}
  @app.schedule('rate(5 minutes)', { input: { text: ${LITERAL} } })
  tick() {}
}
`;

const FILES = {
  'app.ts': APP,
  '.framework/config.json': JSON.stringify({
    version: '2.0',
    app_name: 'hostile',
    environment_variables: { QUOTES: ENDS },
  }),
};

async function printed(line: string, cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runHere(line, { cwd });
  expect(exitCode, `${line}: ${stderr}`).toBe(0);
  return stdout;
}

/** Returns every string in a JSON value, including keys. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** Returns the names and the literals of a module that TypeScript parses without an error. */
function wordsOf(text: string): { readonly names: Set<string>; readonly literals: Set<string> } {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  const [names, literals] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isStringLiteral(node)) literals.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('generated.ts', text, ts.ScriptTarget.ESNext, true));
  return { names, literals };
}

/**
 * Evaluates a string as Terraform does, without references (developer.hashicorp.com/terraform/language/expressions/strings).
 */
function read(text: string): string {
  return text
    .replaceAll('${"$$"}{', '\0{')
    .replaceAll('$${', '${')
    .replaceAll('%%{', '%{')
    .replaceAll('\0{', () => '$${');
}

test('what is generated from an application says its texts, and runs none of them', async () => {
  const cwd = temporaryProject(FILES);
  const openapi = textsIn(JSON.parse(await printed('openapi', cwd)));
  expect(openapi).toEqual(expect.arrayContaining([ENDS]));
  expect(openapi.join('\n')).toContain(SAID);

  const client = wordsOf(await printed('client', cwd));
  expect(client.names).not.toContain('pwn');
  expect(client.literals).toContain(ENDS);

  await printed('build', cwd);
  const types = wordsOf(readFileSync(join(cwd, '.framework/build/app.d.ts'), 'utf8'));
  expect(types.names).not.toContain('pwn');

  const terraform = textsIn(JSON.parse(await printed('export --format terraform', cwd)));
  const asRead = terraform.map(read);
  expect(asRead).toContain(ENDS);
  const pattern = { detail: { [ENDS]: [ENDS] } };
  const documents = [pattern, { text: ENDS }].map((value) => JSON.stringify(value));
  expect(asRead).toEqual(expect.arrayContaining(documents));
  // Every reference that Terraform finds was written by the export.
  const references = terraform.flatMap((text) => [
    ...text.replaceAll(/[$%]{2}\{|\$\{"\$+"\}\{/g, '').matchAll(/[$%]\{[^}]*/g),
  ]);
  expect(
    references
      .map(([found]) => found)
      .filter((found) => !/^\$\{(?:aws_|data\.|path\.)/.test(found)),
  ).toEqual([]);

  const template = JSON.parse(await printed('export --format cloudformation', cwd)) as unknown;
  const texts = textsIn(template);
  expect(texts).toEqual(expect.arrayContaining([ENDS, JSON.stringify({ text: ENDS })]));
  expect(texts.join('\n')).toContain(JSON.stringify([ENDS]).slice(2, -2));
});

test('a project is made of no name that a file would read otherwise', async () => {
  const cwd = temporaryProject({});
  for (const name of [
    "it's",
    'a"b',
    'a`b',
    'a\nb',
    '${x}',
    '- a',
    'a: b',
    '#a',
    '__proto__',
    '~',
  ]) {
    const { exitCode, stdout } = await runHere(['new-project', name], { cwd });
    expect([name, exitCode, stdout]).toEqual([name, 2, '']);
  }
});
