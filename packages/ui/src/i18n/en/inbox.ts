/** Texts of the list of answers that somebody should look at. */
export default {
  title: 'Inbox',
  empty: 'Nothing to look at',
  emptyText:
    'Answers that were rated down, failed, came to a limit, took long or cost much are listed here for 30 days.',
  week_one: '{{count}} answer to look at in the last seven days, {{before}} in the seven before',
  week_other: '{{count}} answers to look at in the last seven days, {{before}} in the seven before',
  filter: 'Reason',
  all: 'All reasons',
  reason: {
    'rated-down': 'Thumbs down',
    failed: 'Failed',
    limit: 'Hit a limit',
    slow: 'Slow',
    expensive: 'Expensive',
  },
  column: { asked: 'Asked', why: 'Why', flow: 'Flow', when: 'When', actions: 'Actions' },
  tokens: '{{count}} tokens',
  noWords: 'No words',
  open: 'Open what happened after “{{question}}”',
  dismiss: 'Dismiss “{{question}}”',
  dismissed: 'Dismissed.',
  putBack: 'Put back',
  more: 'Show more',
  failed: 'That did not work: {{reason}}',
}
