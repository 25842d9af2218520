// The commands of the CLI, in the order in which the help lists them. Only their declarations are loaded here; the code of a
// command is loaded when it runs.
import type { Command, CommandInput } from '../program/command.js';
import { cloudOption, localOption } from './cloud-options.js';
import {
  cloudSpec,
  newProjectSpec,
  checkSpec,
  explainSpec,
  docsSpec,
  routesSpec,
  openapiSpec,
  clientSpec,
  genPolicySpec,
  buildSpec,
  pipelineSpec,
  localSpec,
  mcpSpec,
} from './project-specs.js';
import {
  planSpec,
  deploySpec,
  exportSpec,
  stagesSpec,
  parameterSpec,
  secretSpec,
  urlSpec,
  keysSpec,
  logsSpec,
  invokeSpec,
  rollbackSpec,
  deleteSpec,
} from './stage-specs.js';

const all: readonly Command[] = [
  { spec: newProjectSpec, load: () => import('./new-project.js') },
  { spec: checkSpec, load: () => import('./check.js') },
  { spec: explainSpec, load: () => import('./explain.js') },
  { spec: docsSpec, load: () => import('./docs.js') },
  { spec: routesSpec, load: () => import('./routes.js') },
  { spec: openapiSpec, load: () => import('./openapi.js') },
  { spec: clientSpec, load: () => import('./client.js') },
  { spec: genPolicySpec, load: () => import('./gen-policy.js') },
  { spec: buildSpec, load: () => import('./build.js') },
  { spec: planSpec, load: () => import('./plan.js') },
  { spec: deploySpec, load: () => import('./deploy.js'), startsCloud: () => true },
  { spec: pipelineSpec, load: () => import('./pipeline.js') },
  { spec: exportSpec, load: () => import('./export.js') },
  { spec: stagesSpec, load: () => import('./stages.js') },
  {
    spec: secretSpec,
    load: async () => (await import('./parameter.js')).commandOf('secret'),
    startsCloud: isSet,
  },
  {
    spec: parameterSpec,
    load: async () => (await import('./parameter.js')).commandOf('parameter'),
    startsCloud: isSet,
  },
  { spec: urlSpec, load: () => import('./url.js') },
  { spec: keysSpec, load: () => import('./keys.js') },
  { spec: logsSpec, load: () => import('./logs.js') },
  { spec: invokeSpec, load: () => import('./invoke.js') },
  { spec: rollbackSpec, load: () => import('./rollback.js') },
  { spec: deleteSpec, load: () => import('./delete.js') },
  { spec: cloudSpec, load: () => import('./cloud.js') },
  { spec: localSpec, load: () => import('./local.js') },
  { spec: mcpSpec, load: () => import('./mcp.js') },
];

function isSet({ positionals }: CommandInput): boolean {
  return positionals['action'] === 'set';
}

/** Returns the name of the option that runs a command in the local cloud instead of AWS. */
function localCloudOption({ spec }: Command): 'local' | 'cloud' | undefined {
  const { local, cloud } = spec.options;
  return local === localOption ? 'local' : cloud === cloudOption ? 'cloud' : undefined;
}

function withLocalCloud(command: Command): Command {
  const option = localCloudOption(command);
  if (option === undefined) return command;
  return {
    ...command,
    load: async () => {
      const loaded = await command.load();
      return {
        run: async (input) => {
          if (input.options[option] !== true) return loaded.run(input);
          const { inLocalCloud } = await import('./cloud-command.js');
          return inLocalCloud(input, option, {
            ...loaded,
            optionOf,
            startsCloud: command.startsCloud?.(input) ?? false,
          });
        },
      };
    },
  };
}

function optionOf(name: string): 'local' | 'cloud' | undefined {
  const command = all.find(({ spec }) => spec.name === name);
  return command && localCloudOption(command);
}

export const commands: readonly Command[] = all.map(withLocalCloud);
