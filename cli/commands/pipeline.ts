// `framework pipeline`: prints a workflow that checks, plans and deploys a stage.
import { githubWorkflow, previewWorkflow } from '../author/pipeline/github-workflow.js';
import { PATTERNS } from '../config/limits.js';
import {
  type CommandInput,
  ExitCode,
  isGiven,
  optionalText,
  textOption,
} from '../program/command.js';
import { refuse } from './failure.js';

/** Matches a name that needs no quotes in YAML or in a shell. */
const BRANCH = /^[\w.][\w./-]*$/;

export function run(input: CommandInput): Promise<ExitCode> {
  const hasPreviews = isGiven(input, 'previews');
  const stage = optionalText(input, 'stage') ?? (hasPreviews ? 'pr' : 'dev');
  const branch = textOption(input, 'branch');
  const misuse = (message: string): Promise<ExitCode> =>
    Promise.resolve(refuse(input, { message, help: 'framework pipeline --help' }));
  if (!PATTERNS.name.test(stage)) return misuse(`\`${stage}\` cannot be the name of a stage.`);
  if (!BRANCH.test(branch)) return misuse(`\`${branch}\` is not allowed in a workflow.`);
  input.terminal.out.write(hasPreviews ? previewWorkflow(stage) : githubWorkflow(stage, branch));
  return Promise.resolve(ExitCode.ok);
}
