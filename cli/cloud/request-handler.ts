// Sends the requests of the SDK over shared connections. It notices a connection that stalls, and refuses an answer
// that is not from AWS.
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Connections } from './connections.js';
import { refuseForeign } from './foreign-answer.js';

export type HandlerOptions = {
  readonly idleSeconds: number;
  readonly connections: Connections;
  /** True when the service answers in XML. */
  readonly isXml: boolean;
};

const CONNECT_SECONDS = 10;

export function openHandler({ idleSeconds, connections, isXml }: HandlerOptions): NodeHttpHandler {
  return new RequestHandler(
    {
      connectionTimeout: CONNECT_SECONDS * 1000,
      socketTimeout: idleSeconds * 1000,
      ...connections,
    },
    isXml,
  );
}

type Handle = NodeHttpHandler['handle'];

class RequestHandler extends NodeHttpHandler {
  readonly #isXml: boolean;

  constructor(options: ConstructorParameters<typeof NodeHttpHandler>[0], isXml: boolean) {
    super(options);
    this.#isXml = isXml;
  }

  override async handle(...call: Parameters<Handle>): ReturnType<Handle> {
    const answer = await super.handle(...call);
    await refuseForeign(answer.response, { isXml: this.#isXml });
    return answer;
  }
}
