// The AWS regions. They are used to distinguish a misspelled region from a network problem, and to know which regions an
// account has to enable first: docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html

/** The regions that are enabled in every account of their partition. */
const ALWAYS_ENABLED: readonly string[] = [
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ca-central-1',
  'cn-north-1',
  'cn-northwest-1',
  'eu-central-1',
  'eu-north-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-gov-east-1',
  'us-gov-west-1',
  'us-west-1',
  'us-west-2',
];

const ENABLED_ON_REQUEST: readonly string[] = [
  'af-south-1',
  'ap-east-1',
  'ap-east-2',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'me-south-1',
  'mx-central-1',
];

/** The regions that existed when this list was written. */
export const KNOWN_REGIONS: readonly string[] = [...ALWAYS_ENABLED, ...ENABLED_ON_REQUEST].sort();

/** True for a region that is enabled in every account. An unknown region is assumed to be new, and must be enabled first. */
export function isAlwaysEnabled(region: string): boolean {
  return ALWAYS_ENABLED.includes(region) || region.includes('-iso');
}

/** Returns the partition of a region: the second part of its ARNs. */
export function partitionOf(region: string): string {
  const special = PARTITIONS.find(([prefix]) => region.startsWith(prefix));
  return special?.[1] ?? 'aws';
}

const PARTITIONS: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['us-iso-', 'aws-iso'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];
