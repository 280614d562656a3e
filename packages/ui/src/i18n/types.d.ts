import 'i18next'
import type audit from './en/audit.ts'
import type apiKeys from './en/api-keys.ts'
import type canvas from './en/canvas.ts'
import type channels from './en/channels.ts'
import type chat from './en/chat.ts'
import type chatflows from './en/chatflows.ts'
import type { common } from './en/common.ts'
import type comparisons from './en/comparisons.ts'
import type credentials from './en/credentials.ts'
import type executions from './en/executions.ts'
import type decisions from './en/decisions.ts'
import type form from './en/form.ts'
import type home from './en/home.ts'
import type help from './en/help.ts'
import type jobs from './en/jobs.ts'
import type runs from './en/runs.ts'
import type marketplace from './en/marketplace.ts'
import type mcpServers from './en/mcp-servers.ts'
import type people from './en/people.ts'
import type retention from './en/retention.ts'
import type share from './en/share.ts'
import type spend from './en/spend.ts'
import type tools from './en/tools.ts'
import type knowledge from './en/knowledge.ts'
import type triggers from './en/triggers.ts'
import type runsList from './en/runs-list.ts'
import type tests from './en/tests.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      canvas: typeof canvas
      channels: typeof channels
      chat: typeof chat
      chatflows: typeof chatflows
      executions: typeof executions
      decisions: typeof decisions
      form: typeof form
      help: typeof help
      home: typeof home
      jobs: typeof jobs
      runs: typeof runs
      audit: typeof audit
      people: typeof people
      retention: typeof retention
      marketplace: typeof marketplace
      'mcp-servers': typeof mcpServers
      tools: typeof tools
      knowledge: typeof knowledge
      triggers: typeof triggers
      'runs-list': typeof runsList
      tests: typeof tests
      share: typeof share
      spend: typeof spend
      comparisons: typeof comparisons
      credentials: typeof credentials
      'api-keys': typeof apiKeys
    }
  }
}
