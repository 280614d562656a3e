import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'discordBotApi',
  label: 'Discord bot',
  version: 1,
  icon: 'discord.svg',
  description: 'The token of a bot. Find it in the Discord developer portal under Bot.',
  inputs: { discordBotToken: password({ label: 'Bot token' }) },
})
