// Renders the reasons for a policy as a table: each action, its resources, and the code that needs it.
import { groupBy } from '../../compiler/groups.js';
import type { PolicyReason } from '../../compiler/policy/sdk-use.js';
import type { SourcePosition } from '../../runtime/contract/manifest.js';
import type { DiagnosticSources } from './plain-diagnostics.js';
import { renderTable, type TableLook } from './table.js';

type Rendering = {
  readonly sources: DiagnosticSources;
  /** Returns the declaration of the resource that an ARN identifies. */
  readonly declarationOf?: (arn: string) => SourcePosition | undefined;
  readonly look: TableLook;
};

/** Renders one row for each reason and resource. A cell is left empty if it would repeat the cell above it. */
export function renderPolicyReasons(
  reasons: readonly PolicyReason[],
  { sources, declarationOf, look }: Rendering,
): string {
  const columns = ['ACTION', 'RESOURCE', 'ASKED FOR BY', 'SOURCE'].map((title) => ({ title }));
  const shownResource = (arn: string): string => {
    const declared = declarationOf?.(arn);
    return declared ? `${arn} (${locationText(declared, sources)})` : arn;
  };
  const groups = groupBy(reasons, ({ action, resources }) => JSON.stringify([action, resources]));
  return renderTable(
    columns,
    [...groups.values()].flatMap((group) =>
      rowsOf(
        group.map((reason) => ({ ...reason, resources: reason.resources.map(shownResource) })),
        sources,
      ),
    ),
    look,
  );
}

/** Returns the rows for reasons that have the same action and resources. */
function rowsOf(group: readonly PolicyReason[], sources: DiagnosticSources): string[][] {
  const { action = '', resources = [] } = group[0] ?? {};
  const lines = Math.max(group.length, resources.length);
  return Array.from({ length: lines }, (_, line) => {
    const reason = group[line];
    return [
      line === 0 ? action : '',
      resources[line] ?? '',
      reason ? WHAT[reason.because.kind](reason) : '',
      reason ? reasonLocation(reason, sources) : '',
    ];
  });
}

const WHAT: Readonly<Record<PolicyReason['because']['kind'], (reason: PolicyReason) => string>> = {
  use: ({ because }) => (because.kind === 'use' ? because.text : ''),
  event: ({ because }) => (because.kind === 'event' ? because.text : ''),
  logs: ({ resources }) =>
    resources.some((one) => one.includes('/aws/lambda/'))
      ? 'its own log'
      : 'the log of every function',
  vpc: () => '`subnet_ids` and `security_group_ids`',
  xray: () => '`xray`',
  base: () => 'the base policy',
};

function reasonLocation({ because }: PolicyReason, sources: DiagnosticSources): string {
  if (because.kind !== 'use' && because.kind !== 'event') return '';
  return locationText(because.at, sources);
}

function locationText(
  { file, line }: Pick<SourcePosition, 'file' | 'line'>,
  { showPath }: DiagnosticSources,
): string {
  return `${showPath?.(file) ?? file}:${line}`;
}
