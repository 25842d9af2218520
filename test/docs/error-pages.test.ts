// Every code that the program can print has a page, every page has a code, and all pages have the same structure. Whether their
// examples are correct is tested where the problems are found.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILER_CATALOGUE } from '../../compiler/catalogue.js';
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import * as describeCatalogue from '../../cli/author/describe/describe-catalogue.js';
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
import * as packageCatalogue from '../../cli/ship/archive/package-catalogue.js';
import * as deployCatalogue from '../../cli/ship/deploy/deploy-catalogue.js';
import * as exportCatalogue from '../../cli/ship/export/export-catalogue.js';
import * as invokeCatalogue from '../../cli/look/invoke/invoke-catalogue.js';
import * as logsCatalogue from '../../cli/look/logs/logs-catalogue.js';
import * as mcpCatalogue from '../../cli/mcp/mcp-catalogue.js';
import * as localCatalogue from '../../cli/serve/local/local-catalogue.js';
import * as localCloudCatalogue from '../../cli/serve/local-cloud/cloud-catalogue.js';
import * as policyCatalogue from '../../compiler/policy/policy-catalogue.js';
import * as functionCatalogue from '../../cli/ship/resources/function/function-catalogue.js';
import * as mappingCatalogue from '../../cli/ship/resources/event-source-mapping/mapping-catalogue.js';
import * as ownTableCatalogue from '../../cli/ship/resources/declared/declared-catalogue.js';
import * as tableCatalogue from '../../cli/ship/polled-sources/dynamodb/table-catalogue.js';
import * as apiCatalogue from '../../cli/ship/resources/rest-api/api-catalogue.js';
import * as roleCatalogue from '../../cli/ship/resources/role/role-catalogue.js';
import * as parameterCatalogue from '../../cli/ship/resources/parameter/parameter-catalogue.js';
import * as sourceCatalogue from '../../cli/ship/resources/event-source/source-catalogue.js';
import * as notificationCatalogue from '../../cli/ship/resources/notification/notification-catalogue.js';
import * as stageCatalogue from '../../cli/ship/stage/stage-catalogue.js';
import * as policyFileCatalogue from '../../cli/ship/policy/policy-catalogue.js';
import * as projectCatalogue from '../../cli/project/project-catalogue.js';
import { noApplication } from '../../transformers/typescript/app-place.js';
import { readErrorPages } from '../support/error-pages.js';
import { REPOSITORY } from './pages.js';

const CATALOGUES: readonly (readonly CatalogueEntry<never>[])[] = [
  COMPILER_CATALOGUE,
  Object.values<CatalogueEntry<never>>(describeCatalogue),
  Object.values<CatalogueEntry<never>>(configCatalogue),
  Object.values<CatalogueEntry<never>>(SHAPE_CATALOGUE),
  Object.values<CatalogueEntry<never>>(projectCatalogue),
  [noApplication],
  Object.values<CatalogueEntry<never>>(bundleCatalogue),
  Object.values<CatalogueEntry<never>>(localCatalogue),
  Object.values<CatalogueEntry<never>>(localCloudCatalogue),
  Object.values<CatalogueEntry<never>>(mcpCatalogue),
  Object.values<CatalogueEntry<never>>(logsCatalogue),
  Object.values<CatalogueEntry<never>>(invokeCatalogue),
  Object.values<CatalogueEntry<never>>(roleCatalogue),
  Object.values<CatalogueEntry<never>>(policyCatalogue),
  Object.values<CatalogueEntry<never>>(policyFileCatalogue),
  Object.values<CatalogueEntry<never>>(cloudCatalogue),
  [sameOperationId, unknownAnswer, unknownFormat, unreadTag, widenedSchema],
  Object.values<CatalogueEntry<never>>(packageCatalogue),
  Object.values<CatalogueEntry<never>>(stageCatalogue),
  Object.values<CatalogueEntry<never>>(deployCatalogue),
  Object.values<CatalogueEntry<never>>(exportCatalogue),
  Object.values<CatalogueEntry<never>>(functionCatalogue),
  Object.values<CatalogueEntry<never>>(mappingCatalogue),
  Object.values<CatalogueEntry<never>>(tableCatalogue),
  Object.values<CatalogueEntry<never>>(ownTableCatalogue),
  Object.values<CatalogueEntry<never>>(apiCatalogue),
  Object.values<CatalogueEntry<never>>(parameterCatalogue),
  Object.values<CatalogueEntry<never>>(sourceCatalogue),
  Object.values<CatalogueEntry<never>>(notificationCatalogue),
];
/** An internal error has no catalogue entry, because no check reports it. */
const BUG = 'FW9001';
const codes = [...CATALOGUES.flat().map(({ code }) => code), BUG].sort();
const pages = readErrorPages();

test('the codes of all catalogues are the pages, each once', () => {
  expect(codes).toEqual([...new Set(codes)]);
  expect(pages.map(({ code }) => code).sort()).toEqual(codes);
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
