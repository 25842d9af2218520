// STS: who calls. It is one for the account, in every region.
import { randomUUID } from 'node:crypto';
import type { Refusal, Service, ServiceAnswer } from '../service.js';
import type { Caller } from '../server/caller.js';

const VERSION = '2011-06-15';
const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** GetCallerIdentity needs no permission. docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export function createSts(account: string, caller: Caller): Service {
  const name = 'GetCallerIdentity';
  return {
    name: 'sts',
    operationOf: ({ body }) => {
      const form = new URLSearchParams(body.toString());
      if (form.get('Action') !== name || form.get('Version') !== VERSION) return undefined;
      return { name, isWrite: false, action: `sts:${name}`, resource: '*', isFree: true };
    },
    answer: () => {
      const identity = `<Arn>${caller.arn}</Arn><UserId>AIDATESTER</UserId><Account>${account}</Account>`;
      return answer(
        200,
        `<${name}Response xmlns="${NAMESPACE}"><${name}Result>${identity}</${name}Result></${name}Response>`,
      );
    },
    refuse,
    inventory: () => [],
  };
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  const { headers: own, ...rest } = answer(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>`,
  );
  return { ...rest, headers: { ...own, ...headers } };
}

function answer(status: number, body: string): ServiceAnswer {
  return {
    status,
    headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': randomUUID() },
    body,
  };
}
