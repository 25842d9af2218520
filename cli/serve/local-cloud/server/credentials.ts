// The owners of access keys: the one user, and the role sessions of functions.
import { randomBytes } from 'node:crypto';

export type SessionCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly roleArn: string;
  /** `arn:aws:sts::123456789012:assumed-role/role/function`. */
  readonly sessionArn: string;
};

export type UserCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

export type CredentialBook = {
  readonly user: UserCredentials;
  /** Creates a session of a role. */
  readonly issue: (roleArn: string, sessionName: string) => SessionCredentials;
  /** Invalidates an access key. */
  readonly revoke: (accessKeyId: string) => void;
  readonly sessionOf: (accessKeyId: string) => SessionCredentials | undefined;
};

export function createCredentialBook(
  user: UserCredentials = { accessKeyId: 'test', secretAccessKey: 'test' },
): CredentialBook {
  const sessions = new Map<string, SessionCredentials>();
  return {
    user,
    issue: (roleArn, sessionName) => {
      const session = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(20).toString('hex'),
        sessionToken: randomBytes(60).toString('base64url'),
        roleArn,
        sessionArn: sessionArn(roleArn, sessionName),
      };
      sessions.set(session.accessKeyId, session);
      return session;
    },
    revoke: (accessKeyId) => {
      sessions.delete(accessKeyId);
    },
    sessionOf: (accessKeyId) => sessions.get(accessKeyId),
  };
}

/** Returns the session ARN, which does not contain the path of the role. */
function sessionArn(roleArn: string, sessionName: string): string {
  const [, account = '', name = ''] =
    /^arn:aws:iam::(\d+):role\/(?:.*\/)?([^/]+)$/.exec(roleArn) ?? [];
  return `arn:aws:sts::${account}:assumed-role/${name}/${sessionName}`;
}
