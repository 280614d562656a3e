import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

import apiKeys from '../src/i18n/en/api-keys.ts'
import canvas from '../src/i18n/en/canvas.ts'
import channels from '../src/i18n/en/channels.ts'
import chat from '../src/i18n/en/chat.ts'
import chatflows from '../src/i18n/en/chatflows.ts'
import { common } from '../src/i18n/en/common.ts'
import comparisons from '../src/i18n/en/comparisons.ts'
import credentials from '../src/i18n/en/credentials.ts'
import decisions from '../src/i18n/en/decisions.ts'
import executions from '../src/i18n/en/executions.ts'
import form from '../src/i18n/en/form.ts'
import help from '../src/i18n/en/help.ts'
import runsList from '../src/i18n/en/runs-list.ts'
import jobs from '../src/i18n/en/jobs.ts'
import knowledge from '../src/i18n/en/knowledge.ts'
import marketplace from '../src/i18n/en/marketplace.ts'
import mcpServers from '../src/i18n/en/mcp-servers.ts'
import runs from '../src/i18n/en/runs.ts'
import share from '../src/i18n/en/share.ts'
import audit from '../src/i18n/en/audit.ts'
import people from '../src/i18n/en/people.ts'
import retention from '../src/i18n/en/retention.ts'
import spend from '../src/i18n/en/spend.ts'
import tests from '../src/i18n/en/tests.ts'
import tools from '../src/i18n/en/tools.ts'
import triggers from '../src/i18n/en/triggers.ts'

import { useNotifications } from '../src/state/notifications.ts'
import { forgetRules } from './light-styles.ts'

// As long as a test may take: a busy machine is no failure.
configure({ asyncUtilTimeout: 25_000 })

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: {
      en: {
        'api-keys': apiKeys,
        canvas,
        channels,
        chat,
        chatflows,
        common,
        comparisons,
        credentials,
        decisions,
        executions,
        form,
        help,
        'runs-list': runsList,
        jobs,
        knowledge,
        marketplace,
        'mcp-servers': mcpServers,
        runs,
        share,
        audit,
        people,
        retention,
        spend,
        tests,
        tools,
        triggers,
      },
    },
    interpolation: { escapeValue: false },
  })
})

// Files share a process: what one put in place of `fetch`, with all it counted, would be there for the next.
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  useNotifications.setState({ notifications: [] })
})

afterAll(forgetRules)

// jsdom knows neither of these; both are asked for by components that measure themselves.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
