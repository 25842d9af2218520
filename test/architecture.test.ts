// Tests docs/architecture.md: which folder may import what, where certain packages may be used, and how files are named and
// exported.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

type FolderRule = {
  readonly parts: readonly string[];
  /** Built-in modules; `*` stands for any. */
  readonly builtins: readonly string[];
  readonly usesPackages: boolean;
  /** Packages that the build includes in its output. */
  readonly holds?: readonly string[];
};

/** The parts of the program, and what each may import from the others and from outside. */
const PARTS: Readonly<Record<string, FolderRule>> = {
  'runtime/contract': { parts: [], builtins: [], usesPackages: false },
  runtime: {
    parts: ['runtime/contract'],
    builtins: ['*'],
    usesPackages: false,
    holds: ['cookie', 'aws4fetch'],
  },
  // `node:path` only computes; files are read through a port. The other two run the parser in another process, in
  // compiler/syntax/.
  compiler: {
    parts: ['runtime/contract'],
    builtins: ['node:path', 'node:module', 'node:child_process'],
    usesPackages: true,
  },
  transformers: { parts: ['runtime/contract', 'compiler'], builtins: ['*'], usesPackages: true },
  cli: {
    parts: ['runtime/contract', 'runtime', 'compiler', 'transformers'],
    builtins: ['*'],
    usesPackages: true,
  },
};

/** Packages that only one folder may import. */
const ROOMS: Readonly<Record<string, string>> = {
  'node:child_process': 'compiler/syntax/parser-process.ts cli/',
  '@swc/core': 'compiler/syntax/',
  '@aws-sdk/': 'cli/cloud/',
  '@smithy/': 'cli/',
  esbuild: 'cli/bundle/ transformers/',
  cookie: 'runtime/cookies.ts',
  aws4fetch: 'runtime/parameters.ts',
  cac: 'cli/program/arguments.ts',
  valibot: 'cli/config/ cli/mcp/ cli/commands/mcp.ts',
  '@modelcontextprotocol/': 'cli/mcp/serve-tools.ts',
  minisearch: 'cli/docs/',
  'jsonc-parser': 'cli/project/ cli/config/',
  chokidar: 'cli/',
  picocolors: 'cli/',
  'aws-cdk-lib': 'cli/cdk/',
  constructs: 'cli/cdk/',
  '@clack/prompts': 'cli/terminal/',
  preact: 'cli/serve/explorer/page/',
};

type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
};

const sources = ['runtime', 'compiler', 'transformers', 'cli'].flatMap(readSources);

test('there is something to check', () => {
  expect(sources.length).toBeGreaterThan(100);
});

describe('imports', () => {
  test('each part imports only the parts above it', () => {
    const wrong = localImports().filter(({ from, to }) => {
      const part = partOf(from);
      const target = partOf(to);
      return part !== target && !PARTS[part]?.parts.includes(target);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test('each part imports only the packages it may', () => {
    const wrong = packageImports().filter(({ from, to }) => {
      const part = PARTS[partOf(from)];
      if (!isBuiltin(to)) return !part?.usesPackages && !part?.holds?.includes(to);
      return !part?.builtins.some((name) => name === '*' || name === to);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test.each(Object.entries(ROOMS))('%s is imported only in %s', (name, rooms) => {
    const wrong = packageImports().filter(
      ({ from, to }) => isOf(to, name) && !rooms.split(' ').some((room) => from.startsWith(room)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test('built-in modules have their prefix', () => {
    expect(
      packageImports()
        .filter(({ to }) => isBuiltin(to) && !to.startsWith('node:'))
        .map(show),
    ).toEqual([]);
  });

  test('no folder depends on itself through others, at any depth', () => {
    expect(findCycle(localImports().flatMap((one) => siblingsOf(one) ?? []))).toBeUndefined();
  });

  test('no file depends on itself through others, not even through types', () => {
    expect(findCycle(localImports())).toBeUndefined();
  });

  test('the folds over the resource types know none of them by name', () => {
    const wrong = localImports().filter(
      ({ from, to }) => /^cli\/ship\/(?:deploy|stage)\//.test(from) && /\/resources\/.*\//.test(to),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test('the statements and roles of sources know no source by name', () => {
    const wrong = localImports().filter(
      ({ from, to }) =>
        /^cli\/ship\/resources\/(?:permission|role|event-source)\//.test(from) &&
        /\/resources\/(?:rule|schedule|subscription|notification|event-source-mapping)\//.test(to),
    );
    expect(wrong.map(show)).toEqual([]);
  });
});

describe('files', () => {
  test('nothing is exported by default', () => {
    const byDefault = sources.filter(({ text }) => /^export default\b/m.test(text));
    // All types of this file are published with `export type *`, which excludes only the default export.
    expect(byDefault.map(({ path }) => path)).toEqual(['cli/serve/events/registry.ts']);
  });

  test('no file has a name that says nothing', () => {
    const empty = /^(?:utils?|helpers?|common|misc|types?|shared)\./;
    expect(
      sources.filter(({ path }) => empty.test(basename(path))).map(({ path }) => path),
    ).toEqual([]);
  });

  test('names are nouns in kebab-case', () => {
    const wrong = sources.filter(
      ({ path }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:test\.|fixture\.)?tsx?$/.test(basename(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a file begins with a comment that says what it is for', () => {
    const wrong = sources.filter(({ text }) => !/^(?:#!.*\n)?(?:\/\/ |\/\*\*)/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no file passes 500 lines', () => {
    expect(
      sources.filter(({ text }) => text.split('\n').length > 501).map(({ path }) => path),
    ).toEqual([]);
  });
});

test('neither .npmrc nor the lockfile holds the address of a registry', () => {
  const npmrc = readFileSync(join(REPOSITORY, '.npmrc'), 'utf8');
  expect(npmrc).not.toMatch(/^\s*(?:@[^=]*:)?registry\s*=|_auth/im);
  const lockfile = readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8');
  expect(lockfile).not.toContain('"resolved": "http');
});

// npm omits what a registry does not have yet, and `npm ci` then rejects its own lockfile.
test('the lockfile holds the packages of every platform', () => {
  const { packages } = JSON.parse(
    readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8'),
  ) as Lockfile; // because npm writes this format
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

type Lockfile = {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
};

type Import = { readonly from: string; readonly to: string };

function show({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

function readSources(folder: string): SourceFile[] {
  const root = join(REPOSITORY, folder);
  if (!statSync(root, { throwIfNoEntry: false })) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|d)\.ts$/.test(file))
    .map((file) => {
      const path = posix.join(folder, file.replaceAll('\\', '/'));
      const text = readFileSync(join(REPOSITORY, path), 'utf8');
      return {
        path,
        text,
        imports: ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName),
      };
    });
}

function localImports(): Import[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({
        from: path,
        to: posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'),
      }))
      .filter(({ to }) => to !== 'package.json'),
  );
}

function packageImports(): Import[] {
  return sources.flatMap(({ path, imports }) =>
    imports.filter((specifier) => !specifier.startsWith('.')).map((to) => ({ from: path, to })),
  );
}

function partOf(path: string): string {
  if (path.startsWith('runtime/contract/')) return 'runtime/contract';
  return path.split('/')[0] ?? '';
}

/**
 * Returns the two folders, below the common folder, between which an import leads. In a part, a file counts like a folder;
 * deeper, files next to folders may share their types.
 */
function siblingsOf({ from, to }: Import): Import | undefined {
  const [left, right] = [from.split('/'), to.split('/')];
  const depth = left.findIndex((name, index) => name !== right[index]);
  const isBetweenFolders = left.length > depth + 1 && right.length > depth + 1;
  if (depth === 0 || (depth > 1 && !isBetweenFolders)) return undefined;
  const end = depth + 1;
  return { from: left.slice(0, end).join('/'), to: right.slice(0, end).join('/') };
}

function isOf(specifier: string, name: string): boolean {
  return name.endsWith('/')
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`);
}

/** Returns a path of files or folders that ends where it began. */
function findCycle(imports: readonly Import[]): string[] | undefined {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const walk = (room: string, trail: readonly string[]): string[] | undefined => {
    const start = trail.indexOf(room);
    if (start !== -1) return [...trail.slice(start), room];
    if (done.has(room)) return undefined;
    for (const next of edges.get(room) ?? []) {
      const cycle = walk(next, [...trail, room]);
      if (cycle) return cycle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of edges.keys()) {
    const cycle = walk(room, []);
    if (cycle) return cycle;
  }
  return undefined;
}

describe('the map of the repository', () => {
  // Generated, or the imaginary kind in the walk-through of CONTRIBUTING.
  const UNTRACKED = new Set(['dist/', 'compiler/kinds/socket/', 'socket.ts']);
  const paths = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' })
    .trim()
    .split('\n')
    .flatMap((file) => {
      const parts = file.split('/');
      const folders = parts
        .slice(0, -1)
        .map((_, depth) => `${parts.slice(0, depth + 1).join('/')}/`);
      return [file, ...folders];
    });

  test.each(['docs/architecture.md', 'CONTRIBUTING.md'])(
    '%s names files and folders that exist',
    (page) => {
      const named = [
        ...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(
          /`([\w./-]+(?:\/|\.(?:tsx?|mjs|md|json)))`/g,
        ),
      ];
      const missing = named
        .map(([, path = '']) => path)
        .filter(
          (path) => !UNTRACKED.has(path) && !paths.some((one) => `/${one}`.endsWith(`/${path}`)),
        );
      expect(named.length).toBeGreaterThan(20);
      expect(missing).toEqual([]);
    },
  );

  test('docs/architecture.md names every resource type', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/architecture.md'), 'utf8')
      .replaceAll(/\s+/g, ' ')
      .toLowerCase();
    const types = paths.flatMap(
      (path) => /^cli\/ship\/resources\/([\w-]+)\/$/.exec(path)?.[1] ?? [],
    );
    // The files that event sources, or declared resources, share are not types.
    const list = /the resource types in .*? and notification/.exec(page)?.[0] ?? '';
    expect(
      types.filter(
        (type) =>
          !['event-source', 'declared'].includes(type) && !list.includes(type.replaceAll('-', ' ')),
      ),
    ).toEqual([]);
  });
});
