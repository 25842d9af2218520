// What `framework local` says of functions with sources of events: nothing sends to them here, so it tells how to.
import { findSources } from '../serve/events/find-sources.js';
import { sourceTitle } from '../serve/events/local-source.js';
import type { ServedFunctions } from '../serve/events/source-commands.js';
import type { BuiltApp } from '../serve/local/builder.js';
import type { Generation } from '../serve/local/generation.js';
import { renderTable, type TableLook } from '../terminal/table.js';

/** The table of functions and their sources; empty when there are none. */
export function renderEvents(
  { manifest, config }: Pick<BuiltApp, 'manifest' | 'config'>,
  look: TableLook,
): string {
  const rows = findSources(manifest, config).map((source) => [
    source.entry.function,
    sourceTitle(source),
  ]);
  if (rows.length === 0) return '';
  const [[name = ''] = []] = rows;
  const table = renderTable([{ title: 'FUNCTION' }, { title: 'GETS EVENTS OF' }], rows, look);
  return `${table}Nothing sends events here: \`framework invoke ${name} --local --sample\` runs a function with one.\n`;
}

/** The functions of the served application, with their sources of events. */
export function servedFunctions({ app, application }: Generation): ServedFunctions {
  return { sources: findSources(app.manifest, app.config), call: application.call };
}
