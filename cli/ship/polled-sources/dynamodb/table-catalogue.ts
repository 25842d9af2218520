// FW6271 and FW6277: tables whose stream cannot be read by a function or named in a template.
import { code, type CatalogueEntry } from '../../../../compiler/diagnostics/diagnostic.js';
import { type SourceData, subjectText } from '../polled-kind.js';

export const tableWithoutStream: CatalogueEntry<
  SourceData & { readonly table: string; readonly latest: string | undefined }
> = {
  code: 'FW6271',
  severity: 'error',
  title: 'A table has no stream that a function could read',
  message: (data) =>
    data.latest === undefined
      ? `${subjectText(data)}, and no stream is switched on for the table ${code(data.table)}.`
      : `${subjectText(data)}, and the table ${code(data.table)} has another stream now: ${code(data.latest)}.`,
  hint: ({ table, latest }) =>
    latest === undefined
      ? `Switch it on: ${code(`aws dynamodb update-table --table-name ${table} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`)}.`
      : `Write ${code(`table: '${table}'`)}, and the deploy takes the stream that the table has.`,
};

export const streamNotNamed: CatalogueEntry<SourceData> = {
  code: 'FW6277',
  severity: 'error',
  title: 'A template cannot tell the stream of a table',
  message: (data) =>
    `${subjectText(data)}, and only AWS knows the ARN of its stream, which a template needs.`,
  hint: () =>
    'Write `streamArn` in place of `table`, with the ARN or a variable that holds it; `framework deploy` needs no ARN.',
};
