// The commands of the CLI, in the order in which the help lists them. Only their declarations are loaded here; the code of a
// command is loaded when it runs.
import type { Command, CommandInput } from '../program/command.js';
import { cloudOption, localOption } from './cloud-options.js';
import * as project from './project-specs.js';
import * as stage from './stage-specs.js';

const all: readonly Command[] = [
  { spec: project.newProjectSpec, load: () => import('./new-project.js') },
  { spec: project.checkSpec, load: () => import('./check.js') },
  { spec: project.explainSpec, load: () => import('./explain.js') },
  { spec: project.docsSpec, load: () => import('./docs.js') },
  { spec: project.routesSpec, load: () => import('./routes.js') },
  { spec: project.openapiSpec, load: () => import('./openapi.js') },
  { spec: project.clientSpec, load: () => import('./client.js') },
  { spec: project.genPolicySpec, load: () => import('./gen-policy.js') },
  { spec: project.buildSpec, load: () => import('./build.js') },
  { spec: stage.planSpec, load: () => import('./plan.js') },
  { spec: stage.deploySpec, load: () => import('./deploy.js'), startsCloud: () => true },
  { spec: project.pipelineSpec, load: () => import('./pipeline.js') },
  { spec: stage.exportSpec, load: () => import('./export.js') },
  { spec: stage.stagesSpec, load: () => import('./stages.js') },
  {
    spec: stage.secretSpec,
    load: async () => (await import('./parameter.js')).commandOf('secret'),
    startsCloud: isSet,
  },
  {
    spec: stage.parameterSpec,
    load: async () => (await import('./parameter.js')).commandOf('parameter'),
    startsCloud: isSet,
  },
  { spec: stage.urlSpec, load: () => import('./url.js') },
  { spec: stage.keysSpec, load: () => import('./keys.js') },
  { spec: stage.logsSpec, load: () => import('./logs.js') },
  { spec: stage.invokeSpec, load: () => import('./invoke.js') },
  { spec: stage.rollbackSpec, load: () => import('./rollback.js') },
  { spec: stage.deleteSpec, load: () => import('./delete.js') },
  { spec: project.cloudSpec, load: () => import('./cloud.js') },
  { spec: project.localSpec, load: () => import('./local.js') },
  { spec: project.mcpSpec, load: () => import('./mcp.js') },
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
