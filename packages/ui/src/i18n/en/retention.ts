export default {
  title: 'Retention',
  kind: {
    messages: 'Conversations and their files',
    leads: 'Lead entries',
    waits: 'Runs that wait for a person',
    executions: 'Runs of agent flows',
    traces: 'Traces',
    recordings: 'Recordings',
  },
  days: '{{days}} days',
  forever: 'Until you delete them',
  never: 'Not stored',
  setBy: 'Set by {{setting}}',
  withoutEnd: '{{number}} started before there was a limit and keep waiting. Find them under Waiting.',
  preview: {
    title: 'Before you set a limit',
    days: 'Days',
    wrong: 'Enter a whole number of days, at least 1.',
    failed: 'The preview could not be loaded. Reload the page.',
    result:
      'MESSAGE_DAYS={{days}} would now delete {{chats}} conversations with {{messages}} messages and their files. LEAD_DAYS={{days}} would delete {{leads}} lead entries.',
  },
}
