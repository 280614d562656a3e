import { defineService } from '../define-service.ts'
import { keep, listAt, textAt } from '../read-body.ts'
import { count, pick, text } from '../service-inputs.ts'
import { get, patch, path, post, put, remove } from '../service-request.ts'
import { operation } from '../service.ts'

const guild = pick('servers', 'Discord server', { description: "The server's ID." })
const channel = text('Channel ID')
const message = text('Message ID')
const content = text('Text', { description: 'Up to 2,000 characters.', rows: 4 })
const KEPT = ['id', 'text:content', 'author:author.username', 'sent:timestamp', 'channel:channel_id']

export default defineService({
  name: 'discord',
  label: 'Discord',
  description: 'Sends and reads messages in Discord.',
  icon: 'discord.svg',
  color: '#5865f2',
  keywords: ['chat', 'message', 'channel'],
  documentation: 'https://discord.com/developers/docs',
  credential: ['discordBotApi'],
  base: 'https://discord.com/api/v10',
  headers: { 'user-agent': 'DiscordBot (chatwright, 1.0)' },
  sign: ({ discordBotToken }) => ({ headers: { authorization: `Bot ${discordBotToken ?? ''}` } }),
  operations: [
    operation({
      name: 'sendMessage',
      label: 'Send a message',
      description: 'Sends a message to a channel.',
      effect: 'writes',
      inputs: { channel, content },
      request: ({ channel: to, content: words }) => post(path`/channels/${to}/messages`, { content: words }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'readMessages',
      label: 'Read messages',
      description: 'Reads the newest messages of a channel.',
      effect: 'reads',
      inputs: { channel, amount: count('Number of messages', { default: 50, min: 1, max: 100 }) },
      request: ({ channel: of, amount }) => get(path`/channels/${of}/messages`, { limit: amount }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'editMessage',
      label: 'Change a message',
      description: 'Changes a message that the bot sent.',
      effect: 'writes',
      inputs: { channel, message, content },
      request: ({ channel: of, message: id, content: words }) =>
        patch(path`/channels/${of}/messages/${id}`, { content: words }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'deleteMessage',
      label: 'Delete a message',
      description: 'Deletes a message.',
      effect: 'writes',
      inputs: { channel, message },
      request: ({ channel: of, message: id }) => remove(path`/channels/${of}/messages/${id}`),
      result: () => ({ isDeleted: true }),
    }),
    operation({
      name: 'addReaction',
      label: 'Add a reaction',
      description: 'Adds an emoji to a message.',
      effect: 'writes',
      inputs: { channel, message, emoji: text('Emoji', { description: 'Such as 👍.' }) },
      request: ({ channel: of, message: id, emoji }) =>
        put(path`/channels/${of}/messages/${id}/reactions/${emoji}/@me`),
      result: () => ({ isAdded: true }),
    }),
    operation({
      name: 'listChannels',
      label: 'List channels',
      description: 'Lists the channels of a Discord server.',
      effect: 'reads',
      inputs: { guild },
      request: ({ guild: of }) => get(path`/guilds/${of}/channels`),
      result: (body) => keep(listAt(body, ''), ['id', 'name', 'type', 'topic']),
    }),
  ],
  lists: {
    async servers(calls) {
      const found = listAt(await calls.send(get('/users/@me/guilds')), '')
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'id') }))
    },
  },
})
