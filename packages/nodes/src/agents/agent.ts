import {
  anchor,
  number,
  type Chat,
  type ChatModel,
  type Memory,
  type Message,
  type Moderation,
  type Prompt,
  type Run,
  type Tool,
  type Toolkit,
  type Turn,
} from '@chatwright/core'
import { inputModeration, refusalOf } from '../chains/moderation.ts'
import { promptVariables } from '../chains/prompt-variables.ts'
import { conversationText } from '../model-values/message-text.ts'
import { userMessage } from '../model-values/user-message.ts'
import { listTools } from './list-tools.ts'
import { runTools } from './run-tools.ts'
import { withTextTools } from './with-text-tools.ts'

export const agentInputs = {
  tools: anchor('Tool', { label: 'Tools', list: true, optional: true }),
  memory: anchor('BaseChatMemory', {
    label: 'Memory',
    description: 'Remembers the conversation. If nothing is connected, every question starts fresh.',
    optional: true,
  }),
  inputModeration,
  maxIterations: number({
    destination: false,
    label: 'Max Iterations',
    description: 'The maximum number of tool calls before the agent must answer.',
    placeholder: '15',
    default: 15,
    min: 1,
    max: 100,
    step: 1,
    optional: true,
    additional: true,
  }),
}

export const agentTraits = { answers: true } as const

export interface AgentSettings {
  model: ChatModel
  tools: readonly (Tool | Toolkit)[] | undefined
  memory: Memory | undefined
  moderation: readonly Moderation[] | undefined
  maxSteps: number
  system: string
  /** Replaces the system message and says how the question is put. */
  prompt?: Prompt | undefined
  /** `text`: the model asks for tools in its text, as any model can. Otherwise by tool calls, where it can. */
  protocol?: 'native' | 'text'
}

/** An agent as a chat: checks the question, remembers, and lets the model use tools until it answers. */
export function createAgent(settings: AgentSettings): Chat {
  const { memory } = settings
  const usesText = settings.protocol === 'text' || !settings.model.canCallTools
  const model = usesText ? withTextTools(settings.model) : settings.model
  return {
    kind: 'chat',
    async *answer(turn, run) {
      const refusal = await refusalOf(settings.moderation, turn.question, run)
      if (refusal !== undefined) {
        yield { type: 'token', text: refusal }
        return
      }
      const [tools, history] = await Promise.all([listTools(settings.tools, run), loadHistory(memory, run)])
      const messages = await messagesFor(turn, history, settings)
      const { text } = yield* runTools({ model, tools, messages, maxSteps: settings.maxSteps }, run)
      await memory?.save({ question: turn.question, answer: text }, run)
    },
  }
}

async function loadHistory(memory: Memory | undefined, run: Run): Promise<readonly Message[]> {
  return memory ? memory.load(run) : run.history
}

async function messagesFor(
  turn: Turn,
  history: readonly Message[],
  { prompt, system, model, memory }: AgentSettings,
): Promise<Message[]> {
  const question = userMessage(turn.question, turn, model)
  if (!prompt) return [{ role: 'system', content: system }, ...history, question]
  const known = { [memory?.memoryKey ?? 'chat_history']: conversationText(history) }
  const written = await prompt.format(promptVariables(prompt, turn.question, known))
  const beforeLast = written.findLastIndex((message) => message.role === 'user')
  if (beforeLast === -1) return [...written, ...history, question]
  const last = written[beforeLast]
  const asked = typeof last?.content === 'string' ? userMessage(last.content, turn, model) : (last ?? question)
  return [...written.slice(0, beforeLast), ...history, asked, ...written.slice(beforeLast + 1)]
}
