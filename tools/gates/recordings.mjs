// Records one application as texts, by name: the output of the commands, the files in its package, and what a deploy and a
// deletion write to the cloud.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRecordedCloud } from './recorded-cloud.mjs';

/** The commands that only read, by the name of their record. */
const LOOKS = {
  routes: ['routes', '--json'],
  policy: ['gen-policy'],
  'policy-reasons': ['gen-policy', '--explain'],
  'deployer-policy': ['gen-policy', '--deployer'],
  'deployer-policy-of-plan': ['gen-policy', '--deployer', '--read-only', '--region', 'eu-west-1'],
};
const POLICIES = { 'policy-reasons': LOOKS['policy-reasons'], policy: LOOKS.policy };

/** Records everything about an application in `folder`. */
export async function record({ program, folder, isWhole }) {
  const records = {};
  const framework = async (args, environment = { AWS_REGION: 'us-east-1' }) => {
    const text = { out: '', err: '' };
    const stream = (name) => ({
      write: (piece) => void (text[name] += piece),
      isTty: false,
      width: undefined,
      hasColor: false,
      hasUnicode: true,
    });
    const exitCode = await program.runProgram({
      commands: program.commands,
      argv: args,
      workingDirectory: folder,
      environment,
      terminal: { out: stream('out'), err: stream('err'), canAsk: false },
      signal: new AbortController().signal,
    });
    return { exitCode, ...text };
  };
  const keep = async (name, args, environment) => {
    const run = await framework(args, environment);
    records[name] = printed(args, run);
    return run;
  };
  if (!isWhole) {
    for (const [name, args] of Object.entries(POLICIES)) await keep(name, args);
    return records;
  }
  const { exitCode } = await keep('check', ['check', '--json']);
  if (exitCode !== 0) return records;
  for (const [name, args] of Object.entries(LOOKS)) await keep(name, args);
  const built = await keep('build', ['build', '--json']);
  if (built.exitCode === 0) {
    const build = join(folder, '.framework/build');
    records.manifest = readFileSync(join(build, 'manifest.json'), 'utf8');
    records.bundle = hashes(build);
  }
  await recordStage({ records, keep, framework }, program.startTestCloud);
  return records;
}

/** Records the life of a stage: planned, deployed, planned again, deleted. */
async function recordStage({ records, keep, framework }, startTestCloud) {
  const cloud = await startRecordedCloud(startTestCloud);
  try {
    const { environment } = cloud;
    await keep('plan', ['plan', '--json'], environment);
    records.plan += listed('calls', cloud.calls().map(nameOf));
    await keep('plan-as-text', ['plan'], environment);
    cloud.clear();
    const deployed = await framework(['deploy', '--yes', '--json'], environment);
    records.deploy = `exit code ${deployed.exitCode}\n`;
    // The steps that a failed deploy completed before it ended differ between runs.
    if (deployed.exitCode === 0) {
      records.deploy += listed('calls', cloud.calls().filter(isCarriedOut).map(nameOf));
      records.deploy += cloud.writes().map(requestText).sort().join('\n');
    }
    const ids = cloud.apiIds();
    cloud.clear();
    if (deployed.exitCode === 0) {
      await keep('plan-after', ['plan', '--json'], environment);
    }
    cloud.clear();
    const deleted = await framework(['delete', '--yes'], environment);
    records.delete = `exit code ${deleted.exitCode}\n`;
    if (deployed.exitCode === 0) {
      records.delete += listed('calls', cloud.calls().map(nameOf));
    }
    records.delete += listed('left', cloud.inventory());
    // The cloud generates these ids randomly.
    for (const id of ids) {
      for (const [name, text] of Object.entries(records)) {
        records[name] = text.replaceAll(id, '<api>');
      }
    }
  } finally {
    await cloud.close();
  }
}

function printed(args, { exitCode, out, err }) {
  return `framework ${args.join(' ')}: exit code ${exitCode}\n${out}${err === '' ? '' : `\nstderr:\n${err}`}`;
}

function nameOf({ service, operation }) {
  return `${service}:${operation}`;
}

/**
 * Returns true if a write succeeded. Polls, and calls that are rejected until a role is known, are excluded, because their
 * number differs between runs.
 */
function isCarriedOut({ isWrite, status }) {
  return isWrite && status < 300;
}

function listed(title, names) {
  return `${title}:\n${names
    .sort()
    .map((name) => `  ${name}\n`)
    .join('')}`;
}

function requestText({ method, url, body }) {
  return `${method} ${url}\n${pretty(body)}\n`;
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body, shortened), null, 2);
  } catch {
    return decodeURIComponent(body).replaceAll('&', '\n');
  }
}

function shortened(name, value) {
  if (name === 'ZipFile') return hashOf(value);
  // The SDK generates a token for each call.
  return name === 'ClientToken' ? '<token>' : value;
}

function hashes(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${hashOf(readFileSync(path))}  ${path.slice(directory.length + 1)}\n`)
    .join('');
}

function hashOf(data) {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}
