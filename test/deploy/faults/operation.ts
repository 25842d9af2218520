// What the fault matrix disturbs: a deploy or a deletion of a stage, and the expected result.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCloud } from '../../../cli/serve/local-cloud/test-cloud.fixture.js';
import { framework, helloWorld, testCloud } from '../deployments.js';
import { type CloudPicture, pictureOf } from './cloud-picture.js';
import type { DeployedApp } from './fault-apps.js';

export type Operation = {
  readonly name: string;
  readonly command: 'deploy' | 'deploy --allow-delete' | 'delete';
  /** The application that is deployed before the operation; undefined if there is none. */
  readonly before: DeployedApp | undefined;
  /** The application that must be deployed after the operation; undefined if there must be none. */
  readonly after: DeployedApp | undefined;
  /** The minimum number of calls, because the number of polls varies. */
  readonly leastCalls: number;
  /** The minimum number of calls that are the first or the last one to a service. */
  readonly leastEnds: number;
};

/** A cloud, and a machine that has the source. */
export type Scene = { readonly cloud: TestCloud; readonly cwd: string };

/** The result of an operation if nothing fails. */
export type Result = {
  readonly calls: readonly string[];
  readonly picture: CloudPicture;
  readonly record: unknown;
};

/** Prepares the state before the operation. */
export async function openScene({ before, after }: Operation): Promise<Scene> {
  // Many functions start concurrently. How long an API waits for one of them is not tested here.
  const cloud = await testCloud({ patience: (milliseconds) => 10 * milliseconds });
  const cwd = helloWorld((before ?? after)?.files);
  if (before) {
    const { exitCode, err } = await framework('deploy', { cwd, cloud });
    if (exitCode !== 0) throw new Error(`The first deploy of a scene failed:\n${err}`);
    for (const [path, text] of Object.entries(after?.files ?? {})) {
      writeFileSync(join(cwd, path), text);
    }
  }
  return { cloud, cwd };
}

export async function runUndisturbed(operation: Operation): Promise<Result> {
  const scene = await openScene(operation);
  const { exitCode, err, calls } = await framework(operation.command, scene);
  if (exitCode !== 0) throw new Error(`${operation.name} failed without a fault:\n${err}`);
  return { calls, picture: await pictureOf(scene.cloud), record: readRecord(scene) };
}

/**
 * Returns the content of `.framework/deployed`, without the values that each cloud creates; undefined if there is no record.
 */
export function readRecord({ cwd, cloud }: Scene): unknown {
  let text: string;
  try {
    text = readFileSync(join(cwd, '.framework/deployed/dev.json'), 'utf8');
  } catch {
    return undefined;
  }
  const known = text
    .replaceAll(cloud.url, '<url>')
    .replaceAll(/"[a-z0-9]{10}"/g, '"<id>"')
    .replaceAll(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"<revision>"');
  // A run that creates the API after its functions notes that another machine may have created one too.
  return JSON.parse(
    known.replaceAll(/("deploymentId": )"[a-z0-9]{6}"/g, '$1"<id>"'),
    (key, value: unknown) => (key === 'mayHaveTwin' ? undefined : value),
  );
}

export function loseRecord({ cwd }: Scene): void {
  rmSync(join(cwd, '.framework/deployed'), { recursive: true, force: true });
}
