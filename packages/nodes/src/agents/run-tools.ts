import {
  addUsage,
  type AnswerEvent,
  type Artifact,
  type ChatModel,
  type Document,
  type Message,
  type ModelRequest,
  type Run,
  type TokenUsage,
  type Tool,
  type ToolCall,
  type UsedTool,
} from '@chatwright/core'
import { forCaller, isOfCaller, withCalls, withoutCaller } from '../model-values/for-caller.ts'
import { goOn } from '../model-values/go-on.ts'
import { separate, streamReply, type KeepDrawn, type ModelReply } from '../model-values/stream-reply.ts'
import { callTool, failedCall, type ToolOutcome } from './call-tool.ts'

export interface AgentTask {
  model: ChatModel
  tools: readonly Tool[]
  messages: readonly Message[]
  /** How many times the model may ask for tools before it must answer. */
  maxSteps: number
  /** The input that says so, as people read it. */
  limitLabel?: string
  keepDrawn?: KeepDrawn
  /** How calls are made, where they are not simply made. */
  calls?: AgentCalls
}

/** Stands between the agent and what it calls: keeps what was done, and asks a person first. */
export interface AgentCalls {
  askModel(
    round: number,
    ask: (run: Run) => AsyncGenerator<AnswerEvent, ModelReply, undefined>,
  ): AsyncGenerator<AnswerEvent, ModelReply, undefined>
  /** A person is asked about calls that need approval before they are made. */
  canAsk?: true
  /** What became of each call, in their order, and what else the model is to hear. */
  useTools(
    round: number,
    calls: readonly ToolCall[],
    use: (call: ToolCall, run: Run) => Promise<ToolOutcome>,
  ): Promise<{ outcomes: ToolOutcome[]; remarks?: Message[] }>
}

export interface AgentAnswer {
  /** All that was said, with what was said before it broke off. */
  text: string
  /** What was said after the last tool. */
  lastText: string
  thinking: string
  thinkingMs: number
  /** What the model was shown, its own calls and their results among it. */
  messages: Message[]
  used: UsedTool[]
  documents: Document[]
  artifacts: Artifact[]
  usage?: TokenUsage
  /** It ends with calls that the caller makes. */
  isHandedBack?: true
}

/** All calls of a reply are made at once: whoever talks with a model must not make it send thousands of requests with one question. */
const MOST_CALLS = 100

/**
 * The one agent loop: asks the model, calls the tools it asks for at once, shows it the results, until it answers.
 * Text is streamed as it comes.
 */
export async function* runTools(task: AgentTask, run: Run): AsyncGenerator<AnswerEvent, AgentAnswer, undefined> {
  const { calls = simpleCalls(run) } = task
  const messages = goOn(withCalls(task.messages, run), run)
  const tools = new Map(task.tools.map((tool) => [tool.name, tool]))
  const answer: AgentAnswer = {
    text: '',
    lastText: '',
    thinking: '',
    thinkingMs: 0,
    messages,
    used: [],
    documents: [],
    artifacts: [],
  }

  for (let round = 0; ; round += 1) {
    run.signal.throwIfAborted()
    const isLast = round >= task.maxSteps
    const request = withCaller(requestFor(messages, task.tools, { mustAnswer: isLast }), {
      model: task.model,
      run,
      round,
      mustAnswer: isLast,
    })
    const before = { before: answer.text, hasThought: answer.thinking !== '' }
    const reply: ModelReply = yield* calls.askModel(round, (inner) =>
      streamReply(task.model, request, { run: inner, ...before, keepDrawn: task.keepDrawn }),
    )
    hear(reply, answer)
    if (reply.calls.length === 0) break
    const handed = reply.calls.filter(({ name }) => isOfCaller(run, name))
    if (handed.length > 0) {
      // Its own calls of the same reply come again, once the caller has answered.
      answer.isHandedBack = true
      yield { type: 'caller-calls', calls: handed }
      break
    }
    if (isLast) {
      // A model that goes on asking for tools would leave an empty answer, and nobody would know why.
      yield speak(answer, outOfSteps(task))
      break
    }

    messages.push(reply.message)
    yield { type: 'called-tools', tools: reply.calls.map(asCalled) }
    const { outcomes, remarks = [] } = await calls.useTools(round, reply.calls.slice(0, MOST_CALLS), (call, inner) =>
      callTool(tools, call, { run: withoutCaller(inner), isAllowed: calls.canAsk ?? false }),
    )
    outcomes.push(...reply.calls.slice(MOST_CALLS).map(leftOut))
    for (const outcome of outcomes) collect(outcome, answer)
    const direct = outcomes.find((outcome) => outcome.isAnswer)
    if (direct) {
      yield speak(answer, direct.used.toolOutput)
      break
    }
    messages.push(...outcomes.map((outcome) => outcome.message), ...remarks)
  }

  yield* tellFindings(answer)
  return { ...answer, text: (run.answerSoFar ?? '') + answer.text }
}

function simpleCalls(run: Run): AgentCalls {
  return {
    askModel: (_, ask) => ask(run),
    useTools: async (_, calls, use) => ({ outcomes: await Promise.all(calls.map((call) => use(call, run))) }),
  }
}

function leftOut(call: ToolCall): ToolOutcome {
  return failedCall(
    call,
    `Not called: these are more than ${MOST_CALLS} calls at once. Send those that are still needed again.`,
  )
}

function hear(reply: ModelReply, answer: AgentAnswer): void {
  answer.text += reply.text
  answer.lastText = reply.text.trimStart()
  answer.thinking = [answer.thinking, reply.thinking].filter((thought) => thought !== '').join('\n\n')
  answer.thinkingMs += reply.thinkingMs
  if (reply.usage) answer.usage = addUsage(answer.usage, reply.usage)
  answer.documents.push(...(reply.documents ?? []))
  answer.artifacts.push(...(reply.artifacts ?? []))
}

/** What the agent says without its model. */
function speak(answer: AgentAnswer, words: string): AnswerEvent {
  const text = separate(answer.text, words)
  answer.text += text
  answer.lastText = words
  return { type: 'token', text }
}

function requestFor(
  messages: readonly Message[],
  tools: readonly Tool[],
  { mustAnswer }: { mustAnswer: boolean },
): ModelRequest {
  if (tools.length === 0) return { messages: [...messages] }
  return {
    messages: mustAnswer ? [...messages, ANSWER_NOW] : [...messages],
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    toolChoice: mustAnswer ? 'none' : 'auto',
  }
}

/** The caller's tools stand beside the agent's own. One that must be used is asked for once, or the agent would never answer. */
function withCaller(
  request: ModelRequest,
  { model, run, round, mustAnswer }: Pick<AgentTask, 'model'> & { run: Run; round: number; mustAnswer: boolean },
): ModelRequest {
  if (!run.caller) return request
  const asked = forCaller(model, request, run)
  if (!asked.tools) return asked
  if (mustAnswer) return { ...asked, toolChoice: 'none' }
  return round === 0 ? asked : { ...asked, toolChoice: request.toolChoice ?? 'auto' }
}

const ANSWER_NOW: Message = {
  role: 'user',
  content: 'No more tools can be used for this question. Answer now with what you have found, and say what is missing.',
}

function outOfSteps({ maxSteps, limitLabel = 'Max Iterations' }: AgentTask): string {
  const rounds = maxSteps === 1 ? 'one round' : `${maxSteps} rounds`
  return `I stopped after ${rounds} of tools without an answer. Ask for less at once, or raise "${limitLabel}" in the agent.`
}

function asCalled({ name, input }: ToolCall): UsedTool {
  return { tool: name, toolInput: input, toolOutput: '' }
}

function collect(outcome: ToolOutcome, findings: AgentAnswer): void {
  findings.used.push(outcome.used)
  findings.documents.push(...(outcome.used.sourceDocuments ?? []))
  findings.artifacts.push(...outcome.artifacts)
}

/** Told once, whole, so that a reader may replace or append as it likes. */
function* tellFindings({ used, documents, artifacts }: AgentAnswer): Generator<AnswerEvent> {
  if (used.length > 0) yield { type: 'used-tools', tools: used }
  if (documents.length > 0) yield { type: 'source-documents', documents }
  if (artifacts.length > 0) yield { type: 'artifacts', artifacts }
}
