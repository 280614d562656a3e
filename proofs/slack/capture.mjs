import { LogLevel, WebClient } from '@slack/web-api'
import { capture } from '../capture.mjs'

await capture('slack', (address) => {
  const slack = new WebClient('xoxb-1', { slackApiUrl: `${address}/api/`, logLevel: LogLevel.ERROR })
  const service = 'slack'
  const types = 'public_channel,private_channel'
  return [
    {
      service,
      operation: 'sendMessage',
      inputs: { channel: 'C1', text: 'Tea', blocks: [{ type: 'divider' }] },
      call: () =>
        slack.chat.postMessage({ channel: 'C1', text: 'Tea', blocks: [{ type: 'divider' }], unfurl_links: true }),
    },
    {
      service,
      operation: 'updateMessage',
      inputs: { channel: 'C1', message: '1.2', text: 'Tea' },
      call: () => slack.chat.update({ channel: 'C1', ts: '1.2', text: 'Tea' }),
    },
    {
      service,
      operation: 'deleteMessage',
      inputs: { channel: 'C1', message: '1.2' },
      call: () => slack.chat.delete({ channel: 'C1', ts: '1.2' }),
    },
    {
      service,
      operation: 'readMessages',
      inputs: { channel: 'C1', since: '1.0', limit: 20 },
      call: () => slack.conversations.history({ channel: 'C1', oldest: '1.0', limit: 20 }),
    },
    {
      service,
      operation: 'readThread',
      inputs: { channel: 'C1', message: '1.2', limit: 20 },
      call: () => slack.conversations.replies({ channel: 'C1', ts: '1.2', limit: 20 }),
    },
    {
      service,
      operation: 'addReaction',
      inputs: { channel: 'C1', message: '1.2', emoji: ':tea:' },
      call: () => slack.reactions.add({ channel: 'C1', timestamp: '1.2', name: 'tea' }),
    },
    {
      service,
      operation: 'listChannels',
      inputs: { limit: 20 },
      call: () => slack.conversations.list({ exclude_archived: true, types, limit: 20 }),
    },
    {
      service,
      operation: 'findUser',
      inputs: { email: 'a@b.example' },
      call: () => slack.users.lookupByEmail({ email: 'a@b.example' }),
    },
  ]
})
