// The `--stage` option, the same for every command that has it (specification 4.6).
import type { OptionSpec } from '../program/command.js';

export const stageOption: OptionSpec = {
  kind: 'string',
  value: 'name',
  summary: 'Stage whose configuration is used',
  default: 'dev',
};
