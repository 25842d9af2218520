// AWS services that call functions, each for a kind of event source. Before a source is connected, a statement for it is
// added to the function's policy; after it is disconnected, the statement is removed. So a function's policy names every
// source that may be connected, and sources are found without a record (docs/decisions/event-connections.md).
import type { PolicyDocument } from '../../../../compiler/policy/sdk-use.js';
import type { Permission } from '../../../cloud/services/lambda-function.js';
import type { ArnPlace } from '../../stage/arn.js';
import type { Deletion } from '../../stage/resource-type.js';
import type { DesiredInput, Plan } from '../../stage/states.js';
import { shortDigest } from './event-source.js';

/** An AWS service that calls functions on behalf of sources. */
export type InvokerService = {
  /** A part of the ids of its statements. */
  readonly kind: string;
  readonly principal: string;
  /** The name of the service in a plan. */
  readonly name: string;
  /** The name of the service in an ARN. */
  readonly service: string;
  /** True when its ARNs have no account, so that the statement must name it. */
  readonly isGlobal?: true;
};

export type Invoker = {
  readonly by: InvokerService;
  /** The name of the function in the cloud. */
  readonly functionName: string;
  /** The ARN of the source, or its part after region and account when these are not known yet: `rule/shop-dev-report`. */
  readonly source: string;
};

export type InvokerSource = {
  readonly by: InvokerService;
  readonly desired: (input: DesiredInput) => readonly Invoker[];
  /** The steps and deletions after which statements may be removed. */
  readonly ends: (plan: Plan) => readonly string[];
  /** For a service that calls functions with its own role. */
  readonly role?: {
    /** Undefined when nothing needs it. `taken`: names of the roles of functions. */
    readonly desired: (input: DesiredInput, taken: readonly string[]) => CallingRole | undefined;
    /** The names that it may have in a stage, by the name that all names of the stage begin with. */
    readonly names: (base: string) => readonly string[];
  };
};

/** The role with which a service calls functions. */
export type CallingRole = {
  readonly name: string;
  readonly trust: PolicyDocument;
  /** A policy. In an export it may have an `OpenText` in it. */
  readonly policy: unknown;
};

/** The id has the kind and a digest of the source. Statements for APIs end with a word instead. */
const STATEMENT_ID = /^framework-([a-z0-9]+)-[0-9a-f]{12}$/;

/** The statements that let sources call their function. */
export function statementsFor(
  invokers: readonly Invoker[],
  { account, region }: ArnPlace,
): readonly Permission[] {
  const statements = invokers.map((invoker): Permission => {
    const { source, by } = invoker;
    const { principal, service, isGlobal } = by;
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

/** The same for a source in every account and region. */
export function statementIdOf({ by, source }: Invoker): string {
  return `framework-${by.kind}-${shortDigest(source)}`;
}

/** True for a statement about an event source, false for one about an API. */
export function isOfSource({ statementId }: Permission): boolean {
  return STATEMENT_ID.test(statementId);
}

/**
 * The ARNs of a service's sources that a function's policy names. `hasAnyId` includes statements that we did not write,
 * because CloudFormation chooses ids itself.
 */
export function sourcesOf(
  statements: readonly Permission[],
  { kind, principal: caller }: InvokerService,
  hasAnyId: boolean,
): readonly string[] {
  const own = statements.filter(({ statementId, principal }) =>
    hasAnyId ? principal === caller : STATEMENT_ID.exec(statementId)?.[1] === kind,
  );
  return [...new Set(own.map(({ sourceArn }) => sourceArn))].toSorted();
}

/** The callers, as a plan names them: `EventBridge`. */
export function callersText(
  principals: readonly string[],
  sources: readonly InvokerSource[],
): string {
  const names = sources.flatMap(({ by }) => (principals.includes(by.principal) ? [by.name] : []));
  return names.join(' and ');
}

/** A digest for the record. When it differs, the policy of the function is read. */
export function invokersDigest(invokers: readonly Invoker[]): string {
  const texts = invokers.map(({ by, source }) => `${by.kind} ${source}`).toSorted();
  return shortDigest(texts.join('\n'));
}

/** The deletion of what connects a source with a function, before the function. */
export function disconnection(kind: string, name: string, run: Deletion['run']): Deletion {
  return { kind, name, isUnasked: true, before: 'function', run };
}
