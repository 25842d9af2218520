// The AWS services that call functions by themselves, each for a source of events. A statement for every source is added
// before the source is connected and removed after it, so the policy of a function names all that may be connected to it, and
// sources are found again without a record (docs/decisions/event-connections.md).
import type { Permission } from '../../../cloud/lambda-calls.js';
import type { CloudAccount } from '../../stage/arn.js';
import type { DesiredInput, Plan } from '../../stage/states.js';
import { shortDigest } from './short-digest.js';

export type InvokerKind = 'rule' | 'sns' | 's3' | 'schedule';

export type Invoker = {
  readonly kind: InvokerKind;
  /** The name of the function in the cloud. */
  readonly functionName: string;
  /**
   * The ARN of the source, or what stands in it behind region and account, which may not be known yet:
   * `rule/shop-dev-report`.
   */
  readonly source: string;
};

/** The place of sources whose ARN is not known yet. */
export type SourcePlace = { readonly account: CloudAccount; readonly region: string };

/** The sources of one resource type. */
export type InvokerSource = {
  readonly desired: (input: DesiredInput) => readonly Invoker[];
  /** The steps and deletions after which statements may be removed. */
  readonly ends: (plan: Plan) => readonly string[];
};

type Service = {
  readonly principal: string;
  /** The name of the service in a plan. */
  readonly name: string;
  /** The name of the service in an ARN. */
  readonly service: string;
  /** True when its ARNs have no account, so that the statement must name it. */
  readonly isGlobal?: true;
};

const SERVICES: Readonly<Record<InvokerKind, Service>> = {
  rule: { principal: 'events.amazonaws.com', name: 'EventBridge', service: 'events' },
  sns: { principal: 'sns.amazonaws.com', name: 'SNS', service: 'sns' },
  // True when it calls with a role. It needs no statement then: the statement only marks the function.
  schedule: { principal: 'scheduler.amazonaws.com', name: 'Scheduler', service: 'scheduler' },
  s3: { principal: 's3.amazonaws.com', name: 'S3', service: 's3', isGlobal: true },
};

const KINDS = Object.keys(SERVICES).join('|');
const STATEMENT_ID = new RegExp(`^framework-(${KINDS})-[0-9a-f]{12}$`);

/** The statements that let sources call their function. */
export function statementsFor(
  invokers: readonly Invoker[],
  { account, region }: SourcePlace,
): readonly Permission[] {
  const statements = invokers.map((invoker): Permission => {
    const { source } = invoker;
    const { principal, service, isGlobal } = SERVICES[invoker.kind];
    const statementId = statementIdOf(invoker);
    if (isGlobal) {
      const sourceArn = `arn:${account.partition}:${service}:::${source}`;
      return { statementId, principal, sourceArn, sourceAccount: account.id };
    }
    const sourceArn = source.startsWith('arn:')
      ? source
      : `arn:${account.partition}:${service}:${region}:${account.id}:${source}`;
    return { statementId, principal, sourceArn };
  });
  return [...new Map(statements.map((one) => [one.statementId, one])).values()];
}

/** Equal for one source in every account and region. */
export function statementIdOf({ kind, source }: Invoker): string {
  return `framework-${kind}-${shortDigest(source)}`;
}

/** The service that calls on behalf of sources of a kind. */
export function serviceOf(kind: InvokerKind): Service {
  return SERVICES[kind];
}

/** True for a statement about a source of events, false for one about an API. */
export function isOfSource({ statementId }: Permission): boolean {
  return STATEMENT_ID.test(statementId);
}

/**
 * The ARNs of the sources of a kind that the policy of a function names. `hasAnyId`: in statements that we did not write too,
 * because CloudFormation chooses their ids.
 */
export function sourcesOf(
  statements: readonly Permission[],
  kind: InvokerKind,
  hasAnyId: boolean,
): readonly string[] {
  const own = statements.filter(({ statementId, principal }) =>
    hasAnyId
      ? principal === SERVICES[kind].principal
      : STATEMENT_ID.exec(statementId)?.[1] === kind,
  );
  return [...new Set(own.map(({ sourceArn }) => sourceArn))].toSorted();
}

/** `EventBridge`: who calls, in the words of a plan. */
export function callersText(principals: readonly string[]): string {
  const names = Object.values(SERVICES).flatMap(({ principal, name }) =>
    principals.includes(principal) ? [name] : [],
  );
  return names.join(' and ');
}

/** The record keeps this digest. When it differs, the policy of the function is read. */
export function invokersDigest(invokers: readonly Invoker[]): string {
  const texts = invokers.map(({ kind, source }) => `${kind} ${source}`).toSorted();
  return shortDigest(texts.join('\n'));
}
