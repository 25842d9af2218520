// An application with a source of events of every kind that an export can say.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = `import { Framework, type CloudEvent, type KinesisRecord, type SnsMessage, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export class Sources {
  @app.schedule('rate(5 minutes)', { input: { full: true } })
  report() {
    return 'done';
  }

  @app.onEvent({ source: ['shop'], 'detail-type': ['paid'] })
  paid(event: CloudEvent) {
    return event.id;
  }

  @app.onSqsMessage({ queue: 'orders', batchSize: 5, maximumConcurrency: 4, filters: [{ body: { kind: ['paid'] } }] })
  order(message: SqsMessage) {
    return message.body;
  }

  @app.onSnsMessage({ topic: 'alerts', filterPolicy: { level: ['high'] } })
  alert(message: SnsMessage) {
    return message.message;
  }

  @app.onKinesisRecord({ stream: 'clicks', startingPosition: 'LATEST' })
  click(record: KinesisRecord) {
    return record.partitionKey;
  }
}
`;

export function writeEventApp(directory: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'app.ts'), APP);
}
