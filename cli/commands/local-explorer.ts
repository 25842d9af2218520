// The explorer beside the application that `framework local` serves: started after it, and never in its way.
import colors from 'picocolors';
import type { Explorer, ExplorerOptions } from '../serve/explorer/explorer-server.js';
import type { Terminal } from '../terminal/terminal.js';

/** The built page, relative to this file in the build. */
const PAGES = new URL('../explorer/', import.meta.url);

/** The built thread that reads types for it. */
const DESCRIBER = new URL('../cli/explorer-describer.js', import.meta.url);

export type OpenExplorerOptions = Omit<ExplorerOptions, 'pages' | 'describer' | 'region'> & {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

export type OpenExplorer = { readonly stop: () => Promise<void> };

/** Starts the explorer and prints its address, or why it has none. The application is served all the same. */
export function openExplorer(options: OpenExplorerOptions): OpenExplorer {
  const { environment, terminal, signal } = options;
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const start = async (): Promise<Explorer> => {
    // Loaded when the application is served, which would otherwise wait for it.
    const { startExplorer } = await import('../serve/explorer/explorer-server.js');
    return startExplorer({ ...options, region, pages: PAGES, describer: DESCRIBER });
  };
  const opening = start().then((explorer) => {
    if (!signal.aborted) terminal.err.write(describe(explorer, terminal));
    return explorer;
  });
  return {
    stop: async () => {
      const explorer = await opening;
      if (explorer.kind === 'serving') explorer.stop();
    },
  };
}

function describe(explorer: Explorer, { err }: Terminal): string {
  const paint = colors.createColors(err.hasColor);
  return explorer.kind === 'serving'
    ? `Explorer on ${paint.cyan(explorer.url)}\n`
    : `No explorer: ${explorer.reason} Type \`--explorer-port 0\` for a free port.\n`;
}
