// Runs the CLI against a test cloud: takes the arguments of a command line, and returns the output, the exit code and the calls
// that were made.
import { beforeAll, onTestFinished } from 'vitest';
import { runProgram } from '../../cli/program/program.js';
import { commands } from '../../cli/commands/registry.js';
import type { ExitCode } from '../../cli/program/command.js';
import type { TextStream } from '../../cli/terminal/terminal.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type {
  CloudCall,
  TestCloud,
  TestCloudOptions,
} from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { createProject, HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

export type CommandRun = {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The calls in order, for example `lambda:CreateFunction`. */
  readonly calls: readonly string[];
  /** A summary: `12 calls, 7 writes`. */
  readonly count: string;
};

export type RunSettings = {
  readonly cwd: string;
  readonly cloud: TestCloud;
  readonly isScreen?: boolean;
  readonly signal?: AbortSignal;
  /** Environment variables in addition to those for the cloud. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Answers questions, as at a terminal. If absent, no questions are asked. */
  readonly answer?: (question: string, isYesDefault: boolean) => boolean | undefined;
  /** Answers questions that ask for text. */
  readonly answerText?: (question: string) => string | undefined;
  /** The content of standard input. */
  readonly input?: string | Uint8Array;
  /** Receives the text that is printed on either stream. */
  readonly onText?: (text: string) => void;
};

/** The warning that a deploy prints on stderr if TypeScript is not installed, as in a temporary directory. */
export const TYPES_UNCHECKED =
  'Types were not checked: the package `typescript` is not installed in this project.\n';

/** Runs `framework` with arguments: a list, or a line that is split at spaces. */
export async function framework(
  line: string | readonly string[],
  settings: RunSettings,
): Promise<CommandRun> {
  const { cwd, cloud, isScreen = false, signal = new AbortController().signal } = settings;
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): TextStream => ({
    write: (piece) => {
      text[name] += piece;
      settings.onText?.(piece);
    },
    isTty: isScreen,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const before = cloud.calls().length;
  const exitCode = await runProgram({
    commands,
    argv: typeof line === 'string' ? line.split(' ') : line,
    workingDirectory: cwd,
    environment: { ...cloud.environment, ...settings.environment },
    terminal: {
      out: stream('out'),
      err: stream('err'),
      canAsk: settings.answer !== undefined,
      askYesOrNo: ({ message, isYesDefault }) =>
        Promise.resolve(settings.answer?.(message, isYesDefault)),
      askText: ({ message }) => Promise.resolve(settings.answerText?.(message)),
      readInput: () => Promise.resolve(Buffer.from(settings.input ?? '')),
    },
    signal,
  });
  const calls = cloud.calls().slice(before);
  return { exitCode, ...text, calls: calls.map(nameOf), count: countOf(calls) };
}

/** Answers every question, and records it with its default. */
export function answering(answer: boolean | undefined): {
  readonly asked: readonly string[];
  readonly answer: NonNullable<RunSettings['answer']>;
} {
  const asked: string[] = [];
  return {
    asked,
    answer: (question, isYesDefault) => {
      asked.push(`${question} (${isYesDefault ? 'yes' : 'no'})`);
      return answer;
    },
  };
}

function nameOf({ service, operation }: CloudCall): string {
  return `${service}:${operation}`;
}

function countOf(calls: readonly CloudCall[]): string {
  return `${calls.length} calls, ${calls.filter(({ isWrite }) => isWrite).length} writes`;
}

/** Starts a cloud that is closed at the end of the test. */
export async function testCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const cloud = await startTestCloud(options);
  onTestFinished(() => cloud.close());
  return cloud;
}

/** Creates the project of an application named `helloworld`. */
export function helloWorld(files: Readonly<Record<string, string>> = {}): string {
  return temporaryProject({ 'app.ts': HELLO_WORLD, ...files });
}

/** A cloud, and the directory of a project. */
export type Stage = { readonly cloud: TestCloud; readonly cwd: string };

/** Starts a cloud, and creates a project with these files. */
export async function cloudWith(files: Readonly<Record<string, string>> = {}): Promise<Stage> {
  return { cloud: await testCloud(), cwd: helloWorld(files) };
}

/** Starts a cloud, and creates a project with these files, once for all tests of a `describe` block, which run in order. */
export function stageOnce(files: Readonly<Record<string, string>> = {}): () => Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    const cloud = await startTestCloud();
    const { directory: cwd, remove } = createProject({ 'app.ts': HELLO_WORLD, ...files });
    stage = { cloud, cwd };
    return async () => {
      remove();
      await cloud.close();
    };
  });
  return () => {
    if (!stage) throw new Error('The tests have not begun');
    return stage;
  };
}

/** Also deploys the project. Returns the result of the deploy too. */
export function deployedOnce(
  files: Readonly<Record<string, string>>,
): () => Stage & { readonly first: CommandRun } {
  const stage = stageOnce(files);
  let first: CommandRun;
  beforeAll(async () => {
    first = await framework('deploy', stage());
  });
  return () => ({ ...stage(), first });
}

/** Returns the source of an application with these views: `GET /path` responds with its text; some views stream it. */
export function appWith(
  views: Readonly<Record<string, string>>,
  streams: readonly string[] = [],
): string {
  const members = Object.entries(views).map(([path, answer], index) => {
    const [start, word] = streams.includes(path) ? ['async *', 'yield'] : ['', 'return'];
    return `
  @app.route('${path}')
  ${start}view${index}() {
    ${word} { answer: '${answer}' };
  }`;
  });
  return `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export class Views {${members.join('\n')}
}
`;
}

/** Returns the URL that a deploy printed, which is the last line, below the progress. */
export function addressIn(printed: string): string {
  return printed.trim().split('\n').at(-1) ?? '';
}

/** Returns the API's JSON response at the URL in the output. A new deployment is not live immediately: use `expect.poll`. */
export async function answerOf(printed: string): Promise<unknown> {
  const response = await fetch(addressIn(printed));
  const answer: unknown = await response.json();
  return answer;
}
