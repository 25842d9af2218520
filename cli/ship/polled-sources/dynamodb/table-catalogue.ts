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
      ? `${subjectText(data)}, but the table ${code(data.table)} has no stream enabled.`
      : `${subjectText(data)}, but the table ${code(data.table)} now has another stream: ${code(data.latest)}.`,
  hint: ({ table, latest }) =>
    latest === undefined
      ? `Enable it: ${code(`aws dynamodb update-table --table-name ${table} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`)}.`
      : `Write ${code(`table: '${table}'`)}, so that the deploy uses the current stream of the table.`,
};

export const streamNotNamed: CatalogueEntry<SourceData> = {
  code: 'FW6277',
  severity: 'error',
  title: 'A template cannot determine the stream of a table',
  message: (data) =>
    `${subjectText(data)}, but only AWS knows the ARN of its stream, which a template needs.`,
  hint: () =>
    'Write `streamArn` instead of `table`, with the ARN or a variable that contains it; `framework deploy` needs no ARN.',
};
