// The types of routes: how much time `tsc` needs to check paths, parameters and options, compared with an API of plain strings,
// with the JavaScript compiler (6) and the native compiler (7).
import { join } from 'node:path';
import { runToEnd } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { REPOSITORY } from '../peers/build.mjs';
import { syntheticApp, writeFiles } from '../synthetic-app.mjs';

const COMPILERS = new Map([
  ['TypeScript 6.0', join(REPOSITORY, 'node_modules/typescript/bin/tsc')],
  ['TypeScript 7.0', join(REPOSITORY, 'node_modules/typescript-7/bin/tsc')],
]);
const MOST_INSTANTIATIONS_PER_ROUTE = 600;

export const types = {
  name: 'types',
  summary: 'type-checking 1000 routes, with our types and with plain strings',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 5;
    const routes = isQuick ? 20 : 1000;
    const ours = join(REPOSITORY, 'dist/types/runtime/index.d.ts');
    const projects = new Map([
      ['plain strings', writeProject(join(directory, 'types-loose'), routes, './loose.d.ts')],
      ['our types', writeProject(join(directory, 'types-ours'), routes, ours)],
    ]);
    const contenders = [...COMPILERS.keys()].flatMap((compiler) =>
      [...projects.keys()].map((api) => `${compiler}, ${api}`),
    );
    const samples = await interleave(rounds, contenders, async (name) => {
      const [compiler, api] = name.split(', ');
      const argv = [COMPILERS.get(compiler), '-p', projects.get(api), '--extendedDiagnostics'];
      return readDiagnostics((await runToEnd(node, argv)).stdout);
    });
    const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
    return {
      title: `Types of ${figure(routes)} routes (${rounds} interleaved rounds)`,
      columns: ['', 'instantiations', 'check s', 'total s', 'MB'],
      rows: contenders.map((name) => [
        name,
        figure(of(name, 'instantiations')),
        figure(of(name, 'check'), 2),
        figure(of(name, 'total'), 2),
        figure(of(name, 'memory') / 1000),
      ]),
      figures: [...COMPILERS.keys()].map((compiler) =>
        atMost(
          `Types, ${compiler}, instantiations a route`,
          of(`${compiler}, our types`, 'instantiations') / routes,
          [MOST_INSTANTIATIONS_PER_ROUTE, figure],
        ),
      ),
    };
  },
};

/** Writes the application of the other rows without the SDK's declarations, which would dominate the measurement. */
function writeProject(project, routes, framework) {
  const tsconfig = {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      types: [],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      paths: { framework: [framework] },
    },
    files: ['app.ts'],
  };
  const files = {
    ...syntheticApp(routes),
    'frameworklib/clients.ts': CLIENTS,
    'loose.d.ts': LOOSE,
    'tsconfig.json': JSON.stringify(tsconfig),
  };
  writeFiles(project, files);
  return project;
}

/** Parses `Instantiations: 413394` and `Check time: 2.25s`. Release 7 prints a space before the unit of a time. */
function readDiagnostics(text) {
  const read = (name) => {
    const found = new RegExp(`^${name}:\\s+([\\d.,]+)`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`tsc tells no ${name}:\n${text}`);
    return Number(found.replaceAll(',', ''));
  };
  return {
    instantiations: read('Instantiations'),
    check: read('Check time'),
    total: read('Total time'),
    memory: read('Memory used'),
  };
}

const CLIENTS = `export declare function readOrder(id: string): Promise<string | undefined>;
export declare function writeOrder(id: string, body: string): Promise<void>;
export declare function readInvoice(key: string): Promise<Uint8Array | undefined>;
`;

const LOOSE = `export class Framework {
  constructor(options: { readonly appName: string });
  debug: boolean;
  readonly api: { readonly binaryTypes: string[] };
  readonly currentRequest: {
    readonly method: string;
    readonly queryParams: Readonly<Record<string, string>> | null;
    readonly jsonBody: unknown;
  };
  route(path: string, options?: object): (...target: any[]) => any;
}
export class CORSConfig {
  constructor(options?: object);
}
export class NotFoundError extends Error {}
export class Response {
  constructor(body: unknown, status?: number, headers?: object);
}
`;
