// What CloudFormation takes at most. docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { indentedJson, isMapping, type Mapping } from '../../../compiler/json-values.js';
import { templateTooLarge } from './export-catalogue.js';

/** When the template is in a bucket. */
const BYTES = 1_000_000;
/** When the template is part of the request. */
export const DIRECT_BYTES = 51_200;
const RESOURCES = 500;
const OUTPUTS = 200;

/** The template as text, without white space when it would be too large with it. */
export function templateText(template: Mapping): string {
  const text = indentedJson(template);
  return Buffer.byteLength(text) <= BYTES ? text : `${JSON.stringify(template)}\n`;
}

export function checkTemplate(template: Mapping): readonly Diagnostic[] {
  const rows = [
    ['bytes', Buffer.byteLength(templateText(template)), BYTES],
    ['resources', countOf(template['Resources']), RESOURCES],
    ['outputs', countOf(template['Outputs']), OUTPUTS],
  ] as const;
  return rows
    .filter(([, count, quota]) => count > quota)
    .map(([what, count, quota]) => diagnose(templateTooLarge, { what, count, quota }));
}

function countOf(part: unknown): number {
  return isMapping(part) ? Object.keys(part).length : 0;
}
