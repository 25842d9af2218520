// An application whose functions receive events.

export const EVENTS_APP = `import { Framework, type Int, type S3Object, type SqsMessage, type Text } from 'framework';

export const app = new Framework({ appName: 'shop' });

interface Order {
  id: Text<{ minLength: 1 }>;
  total: Int<{ minimum: 1 }>;
}

export class Orders {
  @app.route('/orders')
  list() {
    return [];
  }
}
export class Jobs {
  @app.schedule('cron(0 6 * * ? *)', { timezone: 'Europe/Vienna' })
  nightly() {
    throw new RangeError('<b>no report</b>');
  }
  @app.onSqsMessage({ queue: 'orders' })
  order(message: SqsMessage<Order>) {
    console.log('order', message.body.id, message.body.total);
    if (message.body.id === 'exit') process.exit(3);
    if (message.body.total > 9) throw new RangeError('too much');
  }
  @app.onS3Event({ bucket: 'uploads', prefix: 'in/' })
  @app.onS3Event({ bucket: 'archive', events: ['s3:ObjectRemoved:*'] })
  uploaded(object: S3Object) {
    console.log(object.bucket, object.key);
  }
}
`;
