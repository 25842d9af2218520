// Renders the reasons of a policy as a table: each action, its resources, and the code that needs it.
import { groupBy } from '../../compiler/groups.js';
import type { PolicyReason } from '../../compiler/policy/generated-policy.js';
import type { DiagnosticSources } from './plain-diagnostics.js';
import { renderTable, type TableLook } from './table.js';

type Rendering = {
  readonly sources: DiagnosticSources;
  readonly look: TableLook;
};

/** Renders one row for each reason and resource. A cell that equals the one above is empty. */
export function renderPolicyReasons(
  reasons: readonly PolicyReason[],
  { sources, look }: Rendering,
): string {
  const columns = ['ACTION', 'RESOURCE', 'ASKED FOR BY', 'SOURCE'].map((title) => ({ title }));
  const groups = groupBy(reasons, ({ action, resources }) => JSON.stringify([action, resources]));
  return renderTable(
    columns,
    [...groups.values()].flatMap((group) => rowsOf(group, sources)),
    look,
  );
}

/** Of reasons for the same action and resources. */
function rowsOf(group: readonly PolicyReason[], sources: DiagnosticSources): string[][] {
  const { action = '', resources = [] } = group[0] ?? {};
  const lines = Math.max(group.length, resources.length);
  return Array.from({ length: lines }, (_, line) => {
    const reason = group[line];
    return [
      line === 0 ? action : '',
      resources[line] ?? '',
      reason ? WHAT[reason.because.kind](reason) : '',
      reason ? sourceOf(reason, sources) : '',
    ];
  });
}

const WHAT: Readonly<Record<PolicyReason['because']['kind'], (reason: PolicyReason) => string>> = {
  use: ({ because }) => (because.kind === 'use' ? because.text : ''),
  event: ({ because }) => (because.kind === 'event' ? because.text : ''),
  logs: () => 'the log of every function',
  vpc: () => '`subnet_ids` and `security_group_ids`',
  xray: () => '`xray`',
  base: () => 'the base policy',
};

function sourceOf({ because }: PolicyReason, { showPath }: DiagnosticSources): string {
  if (because.kind !== 'use' && because.kind !== 'event') return '';
  const { file, line } = because.at;
  return `${showPath?.(file) ?? file}:${line}`;
}
