import {
  argumentFault,
  type Decider,
  type Decision,
  type Message,
  type StepEffect,
  type StepTurn,
  type Tool,
  type ToolCall,
  type WaitCall,
} from '@chatwright/core'
import { failedCall, type ToolOutcome } from '../agents/call-tool.ts'
import type { AgentCalls } from '../agents/run-tools.ts'
import { messageText } from '../model-values/message-text.ts'
import { heard } from './model-talk.ts'

interface Keeping {
  turn: StepTurn
  modelName: string
  tools: readonly Tool[]
  /** The tools that a person must allow each time, by name, and who that is. */
  guarded: ReadonlyMap<string, Decider>
  /** What stands on the buttons. */
  words?: { approve: string | undefined; reject: string | undefined } | undefined
}

/** Calls of an agent that is a step: each is kept under its own key, and some are asked about first. */
export function keptCalls({ turn, modelName, tools, guarded, words }: Keeping): AgentCalls {
  const parametersOf = new Map(tools.map(({ name, parameters }) => [name, parameters]))
  const effects = new Map<string, StepEffect>(tools.map(({ name, effect = 'writes' }) => [name, effect]))
  return {
    canAsk: true,
    // oxlint-disable-next-line require-yield -- what the model says is heard while the call is made
    async *askModel(round, ask) {
      return turn.once(`model:${round}`, { label: modelName, effect: 'asks' }, (run) => heard(ask(run), turn))
    },
    async useTools(round, calls, use) {
      const decision = calls.some(({ name }) => guarded.has(name))
        ? await turn.ask(`approval:${round}`, approval(calls, { tools, guarded, words }))
        : undefined
      // All are waited for: a call must not go on behind the back of a run that rests.
      const ended = await Promise.allSettled(
        calls.map(async (call, index) => {
          const verdict = verdictOn(call, guarded.has(call.name) ? decision : undefined)
          if (verdict.isRefused) return refusedOutcome(call, verdict.feedback)
          const input = verdict.input ?? call.input
          // A tool that does not exist, or a call that broke off, does nothing but tell the model so.
          const effect = call.isBroken ? 'pure' : (effects.get(call.name) ?? 'pure')
          const fault = verdict.input && argumentFault(verdict.input, parametersOf.get(call.name))
          const done = await turn.once(`tool:${round}:${index}`, { label: call.name, effect, input }, async (run) =>
            fault === undefined
              ? use({ ...call, input }, run)
              : failedCall({ ...call, input }, `The changed arguments don't fit: ${fault}.`),
          )
          return withRemark(outcomeOf(done, { ...call, input }), verdict)
        }),
      )
      const outcomes = ended.map((each) => {
        if (each.status === 'rejected') throw each.reason
        return each.value
      })
      return { outcomes, remarks: remarksIn(decision) }
    },
  }
}

/** What a person is asked before tools are used. */
export function approval(
  calls: readonly Pick<ToolCall, 'id' | 'name' | 'input'>[],
  { tools, guarded, words }: Pick<Keeping, 'tools' | 'guarded' | 'words'>,
) {
  const parameters = new Map(tools.map((tool) => [tool.name, tool.parameters]))
  const listed = calls.map(({ id, name, input }): WaitCall => ({
    id,
    tool: name,
    input,
    ...(guarded.has(name) ? checkedBy(parameters.get(name)) : { isFree: true }),
  }))
  const asked = listed.filter(({ isFree }) => !isFree)
  const lines = asked.map(({ tool, input }) => `- **${tool}** with \`${JSON.stringify(input)}\``)
  return {
    kind: 'approval' as const,
    text: `May ${asked.length === 1 ? 'this tool' : 'these tools'} be used?\n\n${lines.join('\n')}`,
    buttons: [
      { type: 'proceed', label: words?.approve?.trim() || 'Proceed' },
      { type: 'reject', label: words?.reject?.trim() || 'Reject' },
    ],
    takesFeedback: true,
    // Calls are decided together: one that is for reviewers makes all of them so.
    ...(asked.some(({ tool }) => guarded.get(tool) === 'reviewers') && { decider: 'reviewers' as const }),
    calls: listed,
  }
}

/** Larger schemas are looked at when the tool is used. */
const MOST_KEPT = 20_000

function checkedBy(parameters: Tool['parameters'] | undefined): Pick<WaitCall, 'parameters'> {
  return parameters && JSON.stringify(parameters).length <= MOST_KEPT ? { parameters } : {}
}

interface Verdict {
  isRefused: boolean
  /** What the person changed the arguments to. */
  input?: Record<string, unknown>
  feedback?: string
}

/** What was decided of one call: by itself, or together with the others. */
export function verdictOn({ id }: Pick<ToolCall, 'id'>, decision: Decision | undefined): Verdict {
  if (!decision) return { isRefused: false }
  const own = decision.calls?.[id]
  return {
    isRefused: (own?.type ?? decision.type) !== 'proceed',
    ...(own?.input && { input: own.input }),
    ...(own?.feedback?.trim() && { feedback: own.feedback.trim() }),
  }
}

/** What is said of a call that a person did not allow. */
export function refusal(feedback: string | undefined): string {
  return `A person did not allow this call${feedback === undefined ? '.' : `: ${feedback}`}`
}

function refusedOutcome(call: ToolCall, feedback: string | undefined): ToolOutcome {
  const reason = refusal(feedback)
  return {
    used: { tool: call.name, toolInput: call.input, toolOutput: '', error: reason },
    artifacts: [],
    message: {
      role: 'tool',
      toolCallId: call.id,
      content: `${reason}\nDo not repeat it unchanged. Go on without it, or ask for something else.`,
    },
    isAnswer: false,
  }
}

/**
 * A call that nobody knew the end of may have been given its result by hand, as any value, by whoever chats: what only looks like an
 * outcome is a text like any other.
 */
function outcomeOf(done: unknown, call: ToolCall): ToolOutcome {
  if (isOutcome(done, call)) return done
  const content = typeof done === 'string' ? done : JSON.stringify(done)
  return {
    used: { tool: call.name, toolInput: call.input, toolOutput: content },
    artifacts: [],
    message: { role: 'tool', toolCallId: call.id, content },
    isAnswer: false,
  }
}

function isOutcome(done: unknown, { id }: ToolCall): done is ToolOutcome {
  if (typeof done !== 'object' || done === null || !('used' in done) || !('message' in done)) return false
  const { message } = done as ToolOutcome
  return message.role === 'tool' && message.toolCallId === id
}

function withRemark(outcome: ToolOutcome, { input, feedback }: Verdict): ToolOutcome {
  const remarks = [
    input && `A person changed the arguments to ${JSON.stringify(input)} before the tool was used.`,
    feedback && `The person who allowed the call said: ${feedback}`,
  ].filter((remark) => remark !== undefined)
  if (remarks.length === 0) return outcome
  const content = [outcome.used.toolOutput || messageText(outcome.message.content), ...remarks].join('\n\n')
  return { ...outcome, message: { ...outcome.message, content } }
}

/** What was said of all calls together comes after their results. */
function remarksIn(decision: Decision | undefined): Message[] {
  const feedback = decision?.feedback?.trim()
  return feedback ? [{ role: 'user', content: `About these calls the person who decided said: ${feedback}` }] : []
}
