import { z } from 'zod'
import type { McpPrompt } from './mcp-offer.ts'

const Starters = z.record(z.string(), z.looseObject({ prompt: z.string() }).catch({ prompt: '' })).catch({})
const MOST_PROMPTS = 50

/** The questions that a flow suggests to begin with, as prompts. */
export function starterPrompts(chatbot: Readonly<Record<string, unknown>>): McpPrompt[] {
  return Object.values(Starters.parse(chatbot['starterPrompts'] ?? {}))
    .map(({ prompt }) => prompt.trim())
    .filter((text) => text !== '')
    .slice(0, MOST_PROMPTS)
    .map((text, index) => ({ name: `starter-${index + 1}`, title: text.slice(0, 100), text }))
}
