import { defineService } from '../define-service.ts'
import { tokenPages } from '../paging.ts'
import { keep, listAt, textAt } from '../read-body.ts'
import { flag, limit, pick, rows, text } from '../service-inputs.ts'
import { post, type ServiceRequest } from '../service-request.ts'
import { operation } from '../service.ts'

const channel = pick('channels', 'Channel', { description: "A channel's ID, or a user's for a direct message." })
const message = text('Message', { description: 'Its timestamp, such as 1700000000.000100.' })
const words = text('Text', { description: 'In Slack markup: *bold*, _italic_, <https://…|link>.', rows: 4 })
const cursor = { from: 'response_metadata.next_cursor', to: 'cursor', size: { name: 'limit', most: 200 } }
const MESSAGE = ['id:ts', 'user', 'text', 'thread:thread_ts', 'replies:reply_count', 'subtype']

/** Slack takes forms, whatever is asked of it; what holds more than a text is written as JSON. */
function write(method: string, values: Readonly<Record<string, unknown>>): ServiceRequest {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    value === undefined || value === '' ? undefined : typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return post(`/${method}`, undefined, { form: Object.fromEntries(texts) as Record<string, string | undefined> })
}

const read = (method: string, values: Readonly<Record<string, unknown>>): ServiceRequest => ({
  ...write(method, values),
  isReading: true,
})

export default defineService({
  name: 'slack',
  label: 'Slack',
  description: 'Sends and reads messages in Slack.',
  icon: 'slack.svg',
  color: '#611f69',
  keywords: ['chat', 'message', 'channel'],
  documentation: 'https://api.slack.com/methods',
  verifiedWith: '@slack/web-api 7.19.0',
  credential: ['slackAppApi', 'slackOAuth2'],
  base: 'https://slack.com/api',
  sign: ({ slackBotToken }) => ({ headers: { authorization: `Bearer ${slackBotToken ?? ''}` } }),
  fault: (body) => ((body as { ok?: unknown }).ok === false ? explained(textAt(body, 'error')) : undefined),
  operations: [
    operation({
      name: 'sendMessage',
      label: 'Send a message',
      description: 'Sends a message to a channel or a person.',
      effect: 'writes',
      inputs: {
        channel,
        text: words,
        thread: text('Thread', { description: 'Timestamp of the message to answer.', optional: true }),
        blocks: rows('Blocks', { description: 'Block Kit blocks as JSON.', optional: true }),
        previews: flag('Show previews of links', { default: true }),
      },
      request: ({ channel: to, text: content, thread, blocks, previews }) =>
        write('chat.postMessage', { channel: to, text: content, thread_ts: thread, blocks, unfurl_links: previews }),
      result: (body) => keep(body, ['id:ts', 'channel']),
    }),
    operation({
      name: 'updateMessage',
      label: 'Change a message',
      description: 'Changes the text of a message that the app sent.',
      effect: 'writes',
      inputs: { channel, message, text: words },
      request: ({ channel: of, message: ts, text: content }) =>
        write('chat.update', { channel: of, ts, text: content }),
      result: (body) => keep(body, ['id:ts', 'channel']),
    }),
    operation({
      name: 'deleteMessage',
      label: 'Delete a message',
      description: 'Deletes a message that the app sent.',
      effect: 'writes',
      inputs: { channel, message },
      request: ({ channel: of, message: ts }) => write('chat.delete', { channel: of, ts }),
      result: (body) => keep(body, ['id:ts', 'channel']),
    }),
    operation({
      name: 'readMessages',
      label: 'Read messages',
      description: 'Reads the newest messages of a channel.',
      effect: 'reads',
      inputs: {
        channel,
        since: text('Since', { description: 'Timestamp of the oldest message.', optional: true }),
        limit: limit(1000),
      },
      paging: tokenPages('messages', cursor),
      request: ({ channel: of, since }) => read('conversations.history', { channel: of, oldest: since }),
      result: (body) => keep(body, MESSAGE),
    }),
    operation({
      name: 'readThread',
      label: 'Read a thread',
      description: 'Reads a message and all replies to it.',
      effect: 'reads',
      inputs: { channel, message, limit: limit(1000) },
      paging: tokenPages('messages', cursor),
      request: ({ channel: of, message: ts }) => read('conversations.replies', { channel: of, ts }),
      result: (body) => keep(body, MESSAGE),
    }),
    operation({
      name: 'addReaction',
      label: 'Add a reaction',
      description: 'Adds an emoji to a message.',
      effect: 'writes',
      inputs: { channel, message, emoji: text('Emoji', { description: 'Its name, such as thumbsup.' }) },
      request: ({ channel: of, message: timestamp, emoji }) =>
        write('reactions.add', { channel: of, timestamp, name: emoji.replaceAll(':', '') }),
      result: () => ({ isAdded: true }),
    }),
    operation({
      name: 'listChannels',
      label: 'List channels',
      description: 'Lists the channels of the workspace.',
      effect: 'reads',
      inputs: { limit: limit(1000) },
      paging: tokenPages('channels', cursor),
      request: () => read('conversations.list', { exclude_archived: true, types: 'public_channel,private_channel' }),
      result: (body) => keep(body, ['id', 'name', 'isMember:is_member', 'topic:topic.value', 'members:num_members']),
    }),
    operation({
      name: 'findUser',
      label: 'Find a user',
      description: 'Finds a user by email address.',
      effect: 'reads',
      inputs: { email: text('Email address') },
      request: ({ email }) => read('users.lookupByEmail', { email }),
      result: (body) => keep(body, ['id:user.id', 'name:user.name', 'realName:user.real_name', 'zone:user.tz']),
    }),
  ],
  lists: {
    async channels(calls) {
      const request = read('conversations.list', { exclude_archived: true, types: 'public_channel,private_channel' })
      const channels = await calls.sendAll(request, tokenPages('channels', cursor), 1000)
      return channels.map((each) => ({ label: `#${textAt(each, 'name')}`, name: textAt(each, 'id') }))
    },
  },
  events: [
    {
      name: 'newMessage',
      label: 'New message',
      description: 'A message is sent in a channel.',
      inputs: { channel },
      async poll({ channel: of }, calls, before) {
        const now = (calls.context.now() / 1000).toFixed(6)
        if (before === undefined) return { events: [], cursor: now }
        const request = read('conversations.history', { channel: String(of), oldest: before })
        const messages = listAt(await calls.send(request), 'messages').toReversed()
        const events = messages.map((each) => ({
          id: textAt(each, 'ts'),
          data: keep(each, MESSAGE) as Record<string, unknown>,
        }))
        return { events, cursor: events.at(-1)?.id ?? before }
      },
    },
  ],
})

const SENTENCES: Readonly<Record<string, string>> = {
  channel_not_found: "the channel doesn't exist, or the app can't see it",
  not_in_channel: "the app isn't in the channel; invite it with /invite",
  invalid_auth: "the token isn't valid",
  token_revoked: 'the token was revoked',
  missing_scope: 'the app lacks a permission; add it and install the app again',
  ratelimited: 'too many requests; try again later',
  users_not_found: 'no user has this address',
}

function explained(code: string): string {
  const sentence = SENTENCES[code]
  return sentence === undefined ? `${code}.` : `${sentence} (${code}).`
}
