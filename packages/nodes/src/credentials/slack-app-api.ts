import { defineCredential, password, string } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'slackAppApi',
  label: 'Slack app',
  version: 1,
  icon: 'slack.svg',
  description: 'The tokens of a Slack app. Find them at api.slack.com/apps.',
  inputs: {
    slackBotToken: password({
      label: 'Bot token',
      placeholder: 'xoxb-…',
      description: 'Found under OAuth & Permissions, Bot User OAuth Token.',
    }),
    slackSigningSecret: password({
      label: 'Signing secret',
      description: 'Found under Basic Information, App Credentials. It proves that a message comes from Slack.',
    }),
    slackApiAddress: string({
      destination: true,
      label: 'API address',
      optional: true,
      additional: true,
      placeholder: 'https://slack.com/api',
      description: 'Needed only if Slack has another address for you, as with GovSlack.',
    }),
  },
  async test({ values, context, signal }) {
    const base = (values.slackApiAddress || 'https://slack.com/api').replace(/\/$/, '')
    const { ok, team, user, error } = await requestJson(
      {
        fetch: context.fetch,
        service: 'Slack',
        url: `${base}/auth.test`,
        method: 'POST',
        headers: { authorization: `Bearer ${values.slackBotToken ?? ''}` },
        signal,
      },
      z.object({
        ok: z.boolean(),
        team: z.string().optional(),
        user: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    if (!ok) throw new Error(`Slack refused the bot token: ${error ?? 'unknown'}.`)
    return `Slack accepted the token of ${user ?? 'the app'} in ${team ?? 'the workspace'}.`
  },
})
