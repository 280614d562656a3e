import { defineCredential, password, string } from '@chatwright/core'
import { z } from 'zod'
import { pathSegment } from '../http/path-segment.ts'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'telegramApi',
  label: 'Telegram bot',
  version: 1,
  icon: 'telegram.svg',
  description: 'A bot token. Send /newbot to @BotFather in Telegram to get one.',
  inputs: {
    telegramBotToken: password({ label: 'Bot token', placeholder: '110201543:AAHdqTcvCH1v…' }),
    telegramApiAddress: string({
      destination: true,
      label: 'API address',
      optional: true,
      additional: true,
      placeholder: 'https://api.telegram.org',
      description: 'Needed only for your own Bot API server.',
    }),
  },
  async test({ values, context, signal }) {
    const base = (values.telegramApiAddress || 'https://api.telegram.org').replace(/\/$/, '')
    const { result } = await requestJson(
      {
        fetch: context.fetch,
        service: 'Telegram',
        url: `${base}/bot${pathSegment('Bot token', values.telegramBotToken).replaceAll('%3A', ':')}/getMe`,
        signal,
      },
      z.object({ result: z.object({ username: z.string() }) }),
    )
    return `Telegram knows this bot as @${result.username}.`
  },
})
