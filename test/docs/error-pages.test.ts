// Every code that the program can print has a page, every page has a code, and all pages have the same structure. Whether their
// examples are correct is tested where the problems are found.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILER_CATALOGUE } from '../../compiler/catalogue.js';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import * as describeProject from '../../cli/author/describe/describe-project.js';
import * as bundleCatalogue from '../../cli/bundle/bundle-catalogue.js';
import * as configCatalogue from '../../cli/config/config-catalogue.js';
import { SHAPE_CATALOGUE } from '../../cli/config/shape-catalogue.js';
import * as cloudCatalogue from '../../cli/cloud/cloud-catalogue.js';
import {
  sameOperationId,
  unknownAnswer,
  unknownFormat,
  unreadTag,
  widenedSchema,
} from '../../compiler/types/catalogue.js';
import * as packZip from '../../cli/ship/archive/pack-zip.js';
import * as deployCatalogue from '../../cli/ship/deploy/deploy-catalogue.js';
import * as exportCatalogue from '../../cli/ship/export/export-catalogue.js';
import * as callOptions from '../../cli/look/invoke/call-options.js';
import * as functionPlace from '../../cli/look/logs/function-place.js';
import * as tool from '../../cli/mcp/tool.js';
import * as listen from '../../cli/serve/local/listen.js';
import * as localCloudCatalogue from '../../cli/serve/local-cloud/cloud-catalogue.js';
import * as policyCatalogue from '../../compiler/policy/policy-catalogue.js';
import * as functionSteps from '../../cli/ship/resources/function/function-steps.js';
import * as mappingSteps from '../../cli/ship/resources/event-source-mapping/mapping-steps.js';
import * as declaredResources from '../../cli/ship/resources/declared/declared-resources.js';
import * as polledTable from '../../cli/ship/polled-sources/dynamodb/table.js';
import * as apiCatalogue from '../../cli/ship/resources/rest-api/api-catalogue.js';
import * as role from '../../cli/ship/resources/role/role.js';
import * as parameterCatalogue from '../../cli/ship/resources/parameter/parameter-catalogue.js';
import * as invokers from '../../cli/ship/resources/event-source/invokers.js';
import * as notificationCatalogue from '../../cli/ship/resources/notification/notification-catalogue.js';
import * as repeatedCalls from '../../cli/ship/stage/repeated-calls.js';
import * as policyFile from '../../cli/ship/policy/policy-file.js';
import * as projectCatalogue from '../../cli/project/project-catalogue.js';
import { noApplication } from '../../transformers/typescript/app-place.js';
import { readErrorPages } from '../support/error-pages.js';
import { REPOSITORY } from './pages.js';

const CATALOGUES: readonly (readonly CatalogueEntry<never>[])[] = [
  COMPILER_CATALOGUE,
  entriesOf(describeProject),
  Object.values<CatalogueEntry<never>>(configCatalogue),
  Object.values<CatalogueEntry<never>>(SHAPE_CATALOGUE),
  Object.values<CatalogueEntry<never>>(projectCatalogue),
  [noApplication],
  Object.values<CatalogueEntry<never>>(bundleCatalogue),
  entriesOf(listen),
  Object.values<CatalogueEntry<never>>(localCloudCatalogue),
  entriesOf(tool),
  entriesOf(functionPlace),
  entriesOf(callOptions),
  entriesOf(role),
  Object.values<CatalogueEntry<never>>(policyCatalogue),
  entriesOf(policyFile),
  Object.values<CatalogueEntry<never>>(cloudCatalogue),
  [sameOperationId, unknownAnswer, unknownFormat, unreadTag, widenedSchema],
  entriesOf(packZip),
  entriesOf(repeatedCalls),
  Object.values<CatalogueEntry<never>>(deployCatalogue),
  Object.values<CatalogueEntry<never>>(exportCatalogue),
  entriesOf(functionSteps),
  entriesOf(mappingSteps),
  entriesOf(polledTable),
  entriesOf(declaredResources),
  Object.values<CatalogueEntry<never>>(apiCatalogue),
  Object.values<CatalogueEntry<never>>(parameterCatalogue),
  entriesOf(invokers),
  Object.values<CatalogueEntry<never>>(notificationCatalogue),
];
function entriesOf(exports: object): readonly CatalogueEntry<never>[] {
  return Object.values(exports).filter(
    (value: unknown): value is CatalogueEntry<never> =>
      typeof value === 'object' && value !== null && 'code' in value && 'severity' in value,
  );
}

/** An internal error has no catalogue entry, because no check reports it. */
const BUG = 'FW9001';
const codes = [...CATALOGUES.flat().map(({ code }) => code), BUG].sort();
const pages = readErrorPages();

test('the codes of all catalogues are the pages, each once', () => {
  expect(codes).toEqual([...new Set(codes)]);
  expect(pages.map(({ code }) => code).sort()).toEqual(codes);
});

test('each page has the title and the severity of its catalogue', () => {
  const entries = CATALOGUES.flat().map(({ code, title, severity }) => [code, severity, title]);
  const written = pages.map(({ code, title, text }) => {
    const severity = text.includes('\nThis is a warning') ? 'warning' : 'error';
    return [code, severity, title];
  });
  expect(written.filter(([code]) => code !== BUG).sort()).toEqual(entries.sort());
});

test('there is no code in the program that is in no catalogue', () => {
  const written = ['runtime', 'compiler', 'transformers', 'cli'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(REPOSITORY, folder, file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/'(FW\d{4})'/g)].map(([, code]) => code)),
  );
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((code) => !codes.includes(code ?? ''))).toEqual([]);
});

test.each(pages)(
  '$code says what happened, what to write or do, why, and where that stands',
  (page) => {
    const [heading, ...sections] = page.text.split(/^## /m);
    const names = sections.map((section) => section.split('\n', 1)[0]);
    // The title, and at least one sentence.
    expect(heading).toMatch(/^# FW\d{4}: \S.*\n\n\S[\s\S]*\.\n/);
    expect(['Wrong, Right, Why', 'What to do, Right, Why', 'What to do, Why']).toContain(
      names.join(', '),
    );
    expect(page.text.trimEnd().split('\n').at(-1)).toMatch(
      /\[[Ss]pecification \d.*?\]\(\.\.\/specification\.md#|\]\(\.\.\/decisions\/[\w-]+\.md/,
    );
  },
);
