// Strings of an application in the generated client: none of them is interpreted as code.
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { ApiDescription } from '../api/api-description.js';
import type { Type, TypeDocumentation } from '../declarations/declared-type.js';
import { describeSource } from '../api/described-files.fixture.js';
import { clientText } from './client-text.js';
import { typeText } from './type-text.js';

/** Strings that end a string, a comment or a line, followed by code. */
const ENDS = [
  "'",
  '"',
  '`',
  '*/',
  '\n',
  '\r',
  '${',
  '\\',
  "\\'",
  '\u2028',
  '\u2029',
  "x'+pwn`1`+'",
];
const HOSTILE = ENDS.map((end) => `${end};pwn();${end}`).join('');

const documentation: TypeDocumentation = {
  summary: HOSTILE,
  description: HOSTILE,
  deprecated: HOSTILE,
  default: HOSTILE,
  examples: [HOSTILE, { [HOSTILE]: HOSTILE }],
};
const literal: Type = { kind: 'literal', value: HOSTILE };
const object: Type = {
  kind: 'object',
  properties: [{ name: HOSTILE, type: literal, isOptional: true, documentation }],
};
const parameter = { name: HOSTILE, type: literal, isOptional: false, documentation };
const PLACE = { file: HOSTILE, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

const API: ApiDescription = {
  title: HOSTILE,
  operations: [
    {
      path: HOSTILE,
      method: 'POST',
      id: HOSTILE,
      tags: [HOSTILE],
      documentation,
      captures: [parameter],
      query: [parameter],
      headers: [parameter],
      body: { type: { kind: 'named', key: 'hostile' }, isOptional: false, mediaTypes: [HOSTILE] },
      answers: [
        {
          status: 200,
          description: HOSTILE,
          bodies: [{ mediaType: HOSTILE, type: object }],
          errors: [],
          messages: [HOSTILE],
        },
        {
          status: 404,
          description: HOSTILE,
          bodies: [],
          errors: [{ status: 404, code: HOSTILE, message: HOSTILE, details: object }],
          messages: [],
        },
      ],
      authorizer: HOSTILE,
      scopes: [HOSTILE],
      apiKeyRequired: false,
    },
  ],
  names: new Map([['hostile', 'Hostile']]),
  definitions: new Map([['hostile', { name: HOSTILE, type: object, documentation, at: PLACE }]]),
  notes: [],
};

test('no text of an application is code in the client', () => {
  const text = clientText(API);
  const file = ts.createSourceFile('client.ts', text, ts.ScriptTarget.ESNext, true);
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  const names: string[] = [];
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    if (ts.isStringLiteral(node)) literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  expect(names).not.toContain('pwn');
  expect(new Set(literals.filter((value) => value.includes('pwn')))).toEqual(
    new Set([HOSTILE, `POST ${HOSTILE}`]),
  );
});

test('a query may have names that the view does not declare', () => {
  const text = clientText(
    describeSource(`class Views {
      @app.route('/all') all(query: Record<string, string>) { return Object.keys(query); }
      @app.route('/one') one(query: { id: Int; [name: string]: number }) { return query.id; }
    }`),
  );
  expect(text).toContain(`query?: {
        [name: string]: unknown;
      } | undefined;`);
  expect(text).toContain(`query: {
        id: number;
        [name: string]: unknown;
      };`);
});

test('each part of a type that nests deeply is written once', () => {
  let type: Type = { kind: 'named', key: 'a' };
  for (let level = 0; level < 18; level++)
    type = { kind: 'object', properties: [{ name: 'inner', type, isOptional: false }] };
  let count = 0;
  const text = typeText(type, () => `City${String(++count)}`);
  expect(text).toContain('City1');
  expect(count).toBe(1);
});
