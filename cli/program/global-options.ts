// The options that every command has.
import type { CommandSpec } from './command.js';

export const globalOptions: CommandSpec['options'] = {
  'project-dir': {
    kind: 'string',
    value: 'directory',
    summary: 'Directory of the project; by default the working directory',
  },
  debug: { kind: 'boolean', summary: 'Show the stack of an internal error' },
  help: { kind: 'boolean', summary: 'Show help', letter: 'h' },
  version: { kind: 'boolean', summary: 'Show the version', letter: 'v' },
};
