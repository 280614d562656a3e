import type { ChatModel, Message, NodeContext, Run, StepTurn } from '@chatwright/core'
import { extendSummary, latestWithin, summarise, summaryMessage } from '../memory/rolling-summary.ts'
import { messageText } from '../model-values/message-text.ts'

export interface MemorySettings {
  isOn: boolean
  type: 'allMessages' | 'windowSize' | 'conversationSummary' | 'conversationSummaryBuffer'
  /** In exchanges. */
  windowSize: number
  maxTokens: number
}

interface Remembering {
  node: { id: string }
  model: ChatModel
  context: Pick<NodeContext, 'records'>
  memory: MemorySettings
  hasSystem: boolean
  hasUserMessage: boolean
}

interface Conversation {
  turn: StepTurn
  run: Run
  /** Said in this run. */
  here: readonly Message[]
  /** Asked just now, when nobody has heard it yet. */
  question: readonly Message[]
}

/** What a step shows its model of the conversation: of the chat before this run, and of the run itself. */
export async function remember(settings: Remembering, conversation: Conversation): Promise<Message[]> {
  const { memory, model } = settings
  const { turn, run, here, question } = conversation
  // What the caller sent along stands for what this server would know.
  const past = (run.history.length > 0 ? run.history : await turn.past()).filter(hasWords)
  const all = [...past, ...here.filter(hasWords), ...question]
  switch (memory.type) {
    case 'windowSize':
      return all.slice(-2 * memory.windowSize)
    case 'conversationSummary': {
      // A model that only quotes would hand a summary back as the answer.
      if (model.quotesOnly) return all
      const text = await summaryOf(settings, conversation, { past, here })
      return [...asAssistant(text), ...(settings.hasUserMessage ? question : askedAgain(here, question))]
    }
    case 'conversationSummaryBuffer': {
      const kept = Math.max(latestWithin(all, memory.maxTokens), question.length)
      if (kept >= all.length || model.quotesOnly) return all
      const oldest = all.length - kept
      const text = await summaryOf(settings, conversation, {
        past: past.slice(0, oldest),
        here: here.filter(hasWords).slice(0, Math.max(0, oldest - past.length)),
      })
      return [...asSummary(text, settings), ...all.slice(oldest)]
    }
    default:
      return all
  }
}

/** The chat's summary is carried forward from run to run; what was said in this run is laid on top of it. */
function summaryOf(
  { model, context, node }: Remembering,
  { turn }: Conversation,
  { past, here }: { past: readonly Message[]; here: readonly Message[] },
): Promise<string> {
  if (past.length + here.length === 0) return Promise.resolve('')
  return turn.once('summary', { label: 'Summary of the conversation', effect: 'asks' }, async (run) => {
    const keeper = { model, context, nodeId: node.id, sessionId: undefined }
    const before = await summarise(keeper, past, run)
    return here.length === 0 ? before : extendSummary(model, { before, added: here }, run)
  })
}

function asAssistant(text: string): Message[] {
  return text === '' ? [] : [{ role: 'assistant', content: text }]
}

/** Vendors take one place for the system's word; where it is taken, the summary comes in the person's name. */
function asSummary(text: string, { hasSystem }: Remembering): Message[] {
  return summaryMessage(text).map((message) => (hasSystem ? { ...message, role: 'user' } : message))
}

/** A model that is shown a summary alone has nothing to answer. */
function askedAgain(here: readonly Message[], question: readonly Message[]): readonly Message[] {
  if (question.length > 0) return question
  const asked = here.find(({ role }) => role === 'user')
  return asked ? [asked] : []
}

function hasWords({ content }: Message): boolean {
  return messageText(content).trim() !== '' || typeof content !== 'string'
}
