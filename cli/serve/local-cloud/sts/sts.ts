// STS: the caller identity and role sessions. All regions of the account share this service.
import { unmet } from '../members.js';
import { type Form, queryService, type QueryOperations } from '../query-service.js';
import { RefusedCall, type RoleBook, type Service } from '../service.js';
import type { Caller, CredentialBook } from '../server/caller.js';

type StsStore = {
  readonly account: string;
  readonly caller: Caller;
  readonly credentials: CredentialBook;
  readonly roles: RoleBook;
};

const OPERATIONS: QueryOperations<StsStore> = {
  GetCallerIdentity: {
    // docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
    isFree: true,
    takes: '',
    run: (_, { account, caller }, request) => {
      const { arn } = request.caller ?? caller;
      const UserId = arn.includes(':assumed-role/')
        ? `AROATESTER:${arn.split('/').at(-1)}`
        : 'AIDATESTER';
      return { Arn: arn, UserId, Account: account };
    },
  },
  AssumeRole: {
    takes: 'RoleArn RoleSessionName DurationSeconds Tags ExternalId',
    resource: roleIn,
    run: (form, { credentials, roles }, { caller }) => {
      const arn = roleIn(form);
      const name = form.get('RoleSessionName') ?? '';
      if (!/^[\w+=,.@-]{2,64}$/.test(name)) {
        const rule = 'satisfy regular expression pattern: [\\w+=,.@-]*';
        const message = unmet('roleSessionName', rule, name);
        throw new RefusedCall({ status: 400, code: 'ValidationError', message });
      }
      if (!roles.trustsAccount(arn)) {
        const message = `User: ${caller?.arn ?? ''} is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
        throw new RefusedCall({ status: 403, code: 'AccessDenied', message });
      }
      const session = credentials.issue(arn, name);
      const seconds = Number(form.get('DurationSeconds') ?? 3600);
      return {
        Credentials: {
          AccessKeyId: session.accessKeyId,
          SecretAccessKey: session.secretAccessKey,
          SessionToken: session.sessionToken,
          Expiration: new Date(Date.now() + seconds * 1000).toISOString(),
        },
        AssumedRoleUser: { Arn: session.sessionArn, AssumedRoleId: `AROATESTER:${name}` },
      };
    },
  },
};

export function createSts(store: StsStore): Service {
  return queryService({
    name: 'sts',
    version: '2011-06-15',
    store,
    operations: OPERATIONS,
    inventory: () => [],
  });
}

function roleIn(form: Form): string {
  return form.get('RoleArn') ?? '';
}
