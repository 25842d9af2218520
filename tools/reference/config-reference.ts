// Creates docs/reference/config.md from the schema of .framework/config.json.
import type { JsonSchema } from '@valibot/to-json-schema';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from '../../cli/config/keys.js';
import type { MappingSchema } from './config-schema.js';
import { markdownTable } from './markdown.js';

/** Returns the page. */
export function configReference(schema: MappingSchema): string {
  const table = (keys: object): string => keyTable(Object.keys(keys), schema);
  return [
    '<!-- Made by tools/reference.mjs from the code; edit the code. -->',
    '# Configuration',
    'The file is `.framework/config.json`. A project without it, and a stage without an entry, has the defaults. Every problem of the file is reported at once by `framework check`; the pages are in [docs/errors](../errors). Editors check it too when it names the schema:',
    `\`\`\`json\n${EXAMPLE}\n\`\`\``,
    '## Where a value is looked up',
    'A key of a function is looked up in `stages.<stage>.lambda_functions.<name>`, then in `lambda_functions.<name>` at the top level, then in `stages.<stage>`, then at the top level of the file. `environment_variables` and `tags` are merged in that order instead: the first that has a name wins. The function that serves the API has the name `api_handler`, the one that serves its streaming routes `stream_handler`.',
    '## The file',
    table(FILE_KEYS),
    '## A stage, or the top level',
    table(STAGE_KEYS),
    '## A function, a stage, or the top level',
    table(FUNCTION_KEYS),
  ].join('\n\n');
}

const EXAMPLE = JSON.stringify(
  {
    $schema: '../node_modules/framework/dist/schemas/config.schema.json',
    version: '2.0',
    app_name: 'helloworld',
    environment_variables: { GREETING: 'hello' },
    stages: {
      dev: { api_gateway_stage: 'api' },
      prod: {
        api_gateway_stage: 'api',
        lambda_memory_size: 512,
        lambda_functions: { resize: { lambda_timeout: 300 } },
      },
    },
  },
  null,
  2,
);

function keyTable(keys: readonly string[], { properties }: MappingSchema): string {
  const rows = keys.map((key) => {
    const schema = properties[key] ?? {};
    const preset =
      schema.default === undefined
        ? ''
        : `\`${JSON.stringify(schema.default).replaceAll('"', '')}\``;
    return [`\`${key}\``, typeOf(schema), preset, schema.description ?? ''];
  });
  return markdownTable(['key', 'type', 'default', 'meaning'], rows);
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf)
    return schema.anyOf.map((each) => (typeof each === 'boolean' ? '' : typeOf(each))).join(' or ');
  const inner = schema.type === 'array' ? schema.items : schema.additionalProperties;
  const of = typeof inner === 'object' && !Array.isArray(inner) ? inner.type : undefined;
  if (schema.type === 'array') return `list of ${String(of)}s`;
  return schema.type === 'object' && of !== undefined
    ? `mapping to ${String(of)}s`
    : String(schema.type);
}
