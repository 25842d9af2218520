// SNS in memory, for tests of deploy.
import type { Cloud } from '../../cloud/cloud.js';
import { DEFAULT_SCOPE, type SubscriptionFilter } from '../../cloud/services/sns.js';
import type { Refuse } from './fake-events.fixture.js';

export type FakeSubscription = {
  readonly arn: string;
  readonly protocol: string;
  readonly endpoint: string;
  filter: SubscriptionFilter;
};

export type FakeSns = {
  readonly topics: Map<string, FakeSubscription[]>;
  readonly calls: Cloud['sns'];
};

export function fakeSns(refused: Refuse): FakeSns {
  const topics = new Map<string, FakeSubscription[]>();
  let count = 0;
  const byArn = (arn: string): FakeSubscription | undefined =>
    [...topics.values()].flat().find((one) => one.arn === arn);
  const calls: Cloud['sns'] = {
    listSubscriptions: (topic) => Promise.resolve(topics.get(topic)),
    getFilter: (arn) => Promise.resolve(byArn(arn)?.filter),
    putSubscription: async ({ topic, functionArn, filter }) => {
      const list = topics.get(topic);
      if (!list) throw refused('missing', 'putSubscription');
      const known = list.find(({ endpoint }) => endpoint === functionArn);
      const isSame = known?.filter.policy === filter.policy && known?.filter.scope === filter.scope;
      if (known && !isSame) throw refused('exists', 'putSubscription');
      if (known) return Promise.resolve(known.arn);
      count += 1;
      const arn = `${topic}:${count}`;
      list.push({ arn, protocol: 'lambda', endpoint: functionArn, filter });
      return Promise.resolve(arn);
    },
    putAttribute: async (arn, name, value) => {
      const found = byArn(arn);
      if (!found) throw refused('missing', 'putAttribute');
      const { policy, scope } = found.filter;
      if (name === 'FilterPolicyScope') {
        if (policy !== undefined && value !== scope) throw refused('rejected', 'putAttribute');
        found.filter = { policy, scope: value };
      } else found.filter = { policy: value === '{}' ? undefined : value, scope };
      if (found.filter.policy === undefined && name === 'FilterPolicy' && scope === DEFAULT_SCOPE) {
        found.filter = { policy: undefined, scope: DEFAULT_SCOPE };
      }
      return Promise.resolve();
    },
    deleteSubscription: async (arn) => {
      for (const [topic, list] of topics) {
        topics.set(
          topic,
          list.filter((one) => one.arn !== arn),
        );
      }
      return Promise.resolve();
    },
  };
  return { topics, calls };
}
