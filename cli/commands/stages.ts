// `framework stages`: lists the deployed stages of an account in one region.
import { indentedJson } from '../../compiler/json-values.js';
import { type CommandInput, ExitCode, isGiven, optionalText } from '../program/command.js';
import { type ListedStage, listStages } from './listed-stages.js';
import { durationText } from '../ship/stage/expiry.js';
import { renderTable } from '../terminal/table.js';
import { withCloud } from './cloud-command.js';

export function run(input: CommandInput): Promise<ExitCode> {
  return withCloud(input, async (cloud) => {
    const stages = await listStages(cloud, optionalText(input, 'app'));
    const { out, err } = input.terminal;
    const now = Date.now();
    if (isGiven(input, 'json')) {
      const { region } = cloud;
      out.write(
        indentedJson({ version: 1, region, stages: stages.map((one) => documentOf(one, now)) }),
      );
    } else if (stages.length === 0) {
      err.write(`No stage is deployed in ${cloud.region}.\n`);
    } else {
      const titles = ['APP', 'STAGE', 'AGE', 'EXPIRES', 'DEPLOYED BY', 'URL'];
      const rows = stages.map((one) => rowOf(one, now));
      out.write(
        renderTable(
          titles.map((title) => ({ title })),
          rows,
          out,
        ),
      );
    }
    return ExitCode.ok;
  });
}

function rowOf({ app, stage, since, at, by = '', url = '' }: ListedStage, now: number): string[] {
  return [app, stage, durationText(now - since), expiryText(at, now), by, url];
}

/** Returns the expiry relative to `now`, for example `in 3 d` or `expired 2 h ago`; empty if the stage never expires. */
export function expiryText(at: number | undefined, now: number): string {
  if (at === undefined) return '';
  return at > now ? `in ${durationText(at - now)}` : `expired ${durationText(now - at)} ago`;
}

function documentOf({ app, stage, since, at, by, url }: ListedStage, now: number): object {
  const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return {
    app,
    stage,
    since: time(since),
    expires: at === undefined ? null : time(at),
    isExpired: at !== undefined && at <= now,
    deployedBy: by ?? null,
    url: url ?? null,
  };
}
