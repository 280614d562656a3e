/** Texts of the list of flows that run by themselves. */
export default {
  title: 'Triggers',
  empty: 'No flow runs by itself yet',
  emptyText: 'Choose Schedule as the input type of the Start step of an agent flow, and save it.',
  column: { flow: 'Flow', when: 'When', next: 'Next run', last: 'Last run', state: 'Running' },
  paused: 'Paused',
  over: 'No further time',
  never: 'Never',
  cannotRun: 'Cannot run',
  toggle: 'Run {{flow}} by its schedule',
  on: '{{flow}} runs by its schedule from its next time on.',
  off: '{{flow}} is paused. Times that pass meanwhile are not made up for.',
}
