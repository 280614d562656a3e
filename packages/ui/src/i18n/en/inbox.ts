/** Texts of the list of answers that somebody should look at. */
export default {
  title: 'Inbox',
  empty: 'Nothing to review',
  emptyText:
    'Answers that were rated down, failed, hit a limit, found nothing in their documents, took long or cost a lot are listed here for 30 days.',
  week_one: '{{count}} answer to review in the last seven days, {{before}} in the seven days before',
  week_other: '{{count}} answers to review in the last seven days, {{before}} in the seven days before',
  filter: 'Reason',
  all: 'All reasons',
  reason: {
    'rated-down': 'Thumbs down',
    failed: 'Failed',
    limit: 'Hit a limit',
    'found-nothing': 'Found nothing',
    slow: 'Slow',
    expensive: 'Expensive',
  },
  column: { asked: 'Asked', why: 'Why', flow: 'Flow', when: 'When', actions: 'Actions' },
  tokens: '{{count}} tokens',
  noWords: 'No text',
  open: 'Open the run of “{{question}}”',
  dismiss: 'Dismiss “{{question}}”',
  dismissed: 'Dismissed.',
  putBack: 'Put back',
  more: 'Show more',
  failed: 'That did not work: {{reason}}',
}
