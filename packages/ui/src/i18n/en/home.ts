/** Texts of the home: what waits, what failed, what today cost, the last flows. */
export default {
  title: 'Home',
  newFlow: 'New flow',
  noWords: 'No text',
  waiting: {
    title: 'Waiting for you',
    titleNumber_one: '{{count}} run waits for you',
    titleNumber_other: '{{count}} runs wait for you',
    all: 'Show waiting runs',
    none: 'No run waits for a decision.',
  },
  failed: {
    title: 'Failed or rated down',
    all: 'Show failed runs',
    none: 'No runs failed or were rated down in the last 30 days.',
  },
  cost: {
    title: 'Cost today',
    all: 'Show spend',
    none: 'No model calls yet today.',
    calls_one: '{{count}} call, {{tokens}} tokens',
    calls_other: '{{count}} calls, {{tokens}} tokens',
    unpriced_one: '{{count}} call has no known price and isn’t included.',
    unpriced_other: '{{count}} calls have no known price and aren’t included.',
  },
  flows: {
    title: 'Last changed flows',
    all: 'Show all flows',
    none: 'No flows yet. Create one, or start from a template.',
    lastFailed: 'Last run failed',
  },
}
