import { defineService } from '../define-service.ts'
import { at, given, keep, textAt } from '../read-body.ts'
import { choice, flag, text } from '../service-inputs.ts'
import { post } from '../service-request.ts'
import { operation } from '../service.ts'

const chat = text('Chat', { description: 'The ID of a chat, or @name of a channel.' })
const message = text('Message ID')
const words = text('Text', { description: 'Up to 4,096 characters.', rows: 4 })
const format = choice('Format', { plain: 'Plain text', HTML: 'HTML', MarkdownV2: 'Markdown' }, { default: 'plain' })
const KEPT = ['id:message_id', 'chat:chat.id', 'text']
const styled = (value: string): string | undefined => (value === 'plain' ? undefined : value)

export default defineService({
  name: 'telegram',
  label: 'Telegram',
  description: 'Sends messages in Telegram with a bot.',
  icon: 'telegram.svg',
  color: '#229ed9',
  keywords: ['chat', 'message', 'bot'],
  documentation: 'https://core.telegram.org/bots/api',
  credential: ['telegramApi'],
  base: ({ telegramBotToken, telegramApiAddress }) =>
    `${(telegramApiAddress || 'https://api.telegram.org').replace(/\/$/, '')}/bot${telegramBotToken ?? ''}`,
  fault: (body) => (at(body, 'ok') === false ? textAt(body, 'description') : undefined),
  operations: [
    operation({
      name: 'sendMessage',
      label: 'Send a message',
      description: 'Sends a message to a chat.',
      effect: 'writes',
      inputs: {
        chat,
        text: words,
        format,
        isSilent: flag('Without a sound', { default: false }),
        replyTo: text('Reply to', { description: 'The ID of a message.', optional: true }),
      },
      request: ({ chat: to, text: content, format: style, isSilent, replyTo }) =>
        post(
          '/sendMessage',
          given({
            chat_id: to,
            text: content,
            parse_mode: styled(style),
            disable_notification: isSilent,
            reply_parameters: replyTo && { message_id: Number(replyTo) },
          }),
        ),
      result: (body) => keep(at(body, 'result'), KEPT),
    }),
    operation({
      name: 'editMessage',
      label: 'Change a message',
      description: 'Changes a message that the bot sent.',
      effect: 'writes',
      inputs: { chat, message, text: words, format },
      request: ({ chat: of, message: id, text: content, format: style }) =>
        post(
          '/editMessageText',
          given({ chat_id: of, message_id: Number(id), text: content, parse_mode: styled(style) }),
        ),
      result: (body) => keep(at(body, 'result'), KEPT),
    }),
    operation({
      name: 'deleteMessage',
      label: 'Delete a message',
      description: 'Deletes a message.',
      effect: 'writes',
      inputs: { chat, message },
      request: ({ chat: of, message: id }) => post('/deleteMessage', { chat_id: of, message_id: Number(id) }),
      result: () => ({ isDeleted: true }),
    }),
    operation({
      name: 'sendPhoto',
      label: 'Send an image',
      description: 'Sends an image from a web address.',
      effect: 'writes',
      inputs: {
        chat,
        image: text('Image', { description: 'Its web address.' }),
        caption: text('Caption', { optional: true }),
      },
      request: ({ chat: to, image, caption }) => post('/sendPhoto', given({ chat_id: to, photo: image, caption })),
      result: (body) => keep(at(body, 'result'), KEPT),
    }),
    operation({
      name: 'getChat',
      label: 'Get a chat',
      description: 'Reads the name and description of a chat.',
      effect: 'reads',
      inputs: { chat },
      request: ({ chat: of }) => post('/getChat', { chat_id: of }, { isReading: true }),
      result: (body) => keep(at(body, 'result'), ['id', 'type', 'title', 'username', 'description']),
    }),
  ],
})
