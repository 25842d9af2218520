// Every property that a resource type adds to a state of a stage is created by a type of the registry.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { RESOURCE_TYPES } from './registry.js';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** The interfaces in the `declare module` block of the registry. */
const INTERFACES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)
  .filter(([, text]) => /\bmodule\b/.test(text))
  .flatMap(([file, text]) =>
    ts
      .createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      .statements.filter(ts.isModuleDeclaration)
      .flatMap(({ body }) => (body && ts.isModuleBlock(body) ? [...body.statements] : []))
      .filter(ts.isInterfaceDeclaration),
  );

/** The states that contain the lists of `Lists`. */
const LISTED = ['Desired', 'Observed', 'Plan'];

/** Returns the properties that the registry adds to an interface. */
function declared(state: string): readonly string[] {
  return INTERFACES.filter(
    ({ name }) => name.text === state || (name.text === 'Lists' && LISTED.includes(state)),
  )
    .flatMap(({ members }) => members.map(({ name }) => name?.getText() ?? ''))
    .toSorted();
}

test('every property of the desired state is made', () => {
  expect(declared('Desired')).not.toEqual([]);
  expect(RESOURCE_TYPES.flatMap(({ desired = {} }) => Object.keys(desired)).toSorted()).toEqual(
    declared('Desired'),
  );
});

test('every property of the observed state is read', () => {
  const read = RESOURCE_TYPES.flatMap((type): readonly string[] => type.read?.properties ?? []);
  expect(read.toSorted()).toEqual(declared('Observed'));
});

test('every property of the plan is made', () => {
  expect(RESOURCE_TYPES.flatMap(({ plan = {} }) => Object.keys(plan)).toSorted()).toEqual(
    declared('Plan'),
  );
});

test('everything that steps learn has a place', () => {
  expect(RESOURCE_TYPES.flatMap(({ learned = {} }) => Object.keys(learned)).toSorted()).toEqual(
    declared('StepResults'),
  );
});

test('everything that a rollback looks at is read', () => {
  const read = RESOURCE_TYPES.flatMap(({ rollback }) => Object.keys(rollback?.history ?? {}));
  expect(read.toSorted()).toEqual(declared('StageHistory'));
});

test('every resource type says how it is exported', () => {
  const silent = RESOURCE_TYPES.filter(({ exported }) => exported === undefined);
  expect(silent.map(({ desired = {} }) => Object.keys(desired).join())).toEqual([]);
});
