import type {
  AnswerEvent,
  Artifact,
  ChatModel,
  Document,
  Message,
  ModelEvent,
  ModelRequest,
  Run,
  Tool,
  ToolCall,
  UsedTool,
} from '@chatwright/core'
import { goOn } from '../model-values/go-on.ts'
import { tokenOf } from '../model-values/join-texts.ts'
import { callTool, type ToolOutcome } from './call-tool.ts'

export interface AgentTask {
  model: ChatModel
  tools: readonly Tool[]
  messages: readonly Message[]
  /** How many times the model may ask for tools before it must answer. */
  maxSteps: number
}

interface Findings {
  used: UsedTool[]
  documents: Document[]
  artifacts: Artifact[]
}

/**
 * The one agent loop: asks the model, calls the tools it asks for at once, shows it the results, until it answers.
 * Text is streamed as it comes. Returns the whole answer.
 */
export async function* runTools(task: AgentTask, run: Run): AsyncGenerator<AnswerEvent, string, undefined> {
  const messages = goOn(task.messages, run)
  const tools = new Map(task.tools.map((tool) => [tool.name, tool]))
  const findings: Findings = { used: [], documents: [], artifacts: [] }
  let answer = ''
  let hasThought = false

  for (let step = 0; ; step += 1) {
    run.signal.throwIfAborted()
    const isLast = step >= task.maxSteps
    const request = requestFor(messages, task.tools, { mustAnswer: isLast })
    const reply: StepReply = yield* streamStep(task.model, request, { run, before: answer, hasThought })
    answer += reply.text
    hasThought ||= reply.hasThought
    if (reply.calls.length === 0) break
    if (isLast) {
      // A model that goes on asking for tools would leave an empty answer, and nobody would know why.
      const text = separate(answer, outOfSteps(task.maxSteps))
      answer += text
      yield { type: 'token', text }
      break
    }

    messages.push(reply.message)
    yield { type: 'called-tools', tools: reply.calls.map(asCalled) }
    const outcomes = await Promise.all(reply.calls.map((call) => callTool(tools, call, run)))
    for (const outcome of outcomes) collect(outcome, findings)
    const direct = outcomes.find((outcome) => outcome.isAnswer)
    if (direct) {
      const text = separate(answer, direct.used.toolOutput)
      answer += text
      yield { type: 'token', text }
      break
    }
    messages.push(...outcomes.map((outcome) => outcome.message))
  }

  yield* tellFindings(findings)
  return (run.answerSoFar ?? '') + answer
}

interface StepReply {
  text: string
  hasThought: boolean
  calls: ToolCall[]
  message: Message
}

async function* streamStep(
  model: ChatModel,
  request: ModelRequest,
  { run, before, hasThought: hasThoughtBefore }: { run: Run; before: string; hasThought: boolean },
): AsyncGenerator<AnswerEvent, StepReply, undefined> {
  const calls: ToolCall[] = []
  let text = ''
  let providerData: unknown
  let thinkingSince: number | undefined
  let hasThought = false
  for await (const event of model.stream(request, run)) {
    if (thinkingSince !== undefined && event.type !== 'thinking' && event.type !== 'usage') {
      yield { type: 'thinking', text: '', durationMs: run.now() - thinkingSince }
      thinkingSince = undefined
    }
    switch (event.type) {
      case 'text': {
        const piece = text === '' ? separate(before, event.text) : event.text
        text += piece
        yield piece === event.text ? tokenOf(event) : { type: 'token', text: piece }
        break
      }
      case 'thinking':
        thinkingSince ??= run.now()
        // Thoughts before and after a tool are told in one text, and would run into each other.
        yield { type: 'thinking', text: hasThoughtBefore && !hasThought ? `\n\n${event.text}` : event.text }
        hasThought = true
        break
      case 'tool-call':
        calls.push(event.call)
        break
      default:
        providerData = dataOf(event) ?? providerData
    }
  }
  const message: Message = {
    role: 'assistant',
    content: text.trim(),
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(providerData !== undefined && { providerData }),
  }
  return { text, hasThought, calls, message }
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

const ANSWER_NOW: Message = {
  role: 'user',
  content: 'No more tools can be used for this question. Answer now with what you have found, and say what is missing.',
}

function outOfSteps(steps: number): string {
  const rounds = steps === 1 ? 'one round' : `${steps} rounds`
  return `I stopped after ${rounds} of tools without an answer. Ask for less at once, or raise "Max Iterations" of the agent.`
}

/** What is said between two tool calls is its own paragraph. */
function separate(before: string, text: string): string {
  return before === '' || before.endsWith('\n') ? text : `\n\n${text}`
}

function asCalled({ name, input }: ToolCall): UsedTool {
  return { tool: name, toolInput: input, toolOutput: '' }
}

function dataOf(event: ModelEvent): unknown {
  return event.type === 'finish' ? event.providerData : undefined
}

function collect(outcome: ToolOutcome, findings: Findings): void {
  findings.used.push(outcome.used)
  findings.documents.push(...(outcome.used.sourceDocuments ?? []))
  findings.artifacts.push(...outcome.artifacts)
}

/** Told once, whole, so that a reader may replace or append as it likes. */
function* tellFindings({ used, documents, artifacts }: Findings): Generator<AnswerEvent> {
  if (used.length > 0) yield { type: 'used-tools', tools: used }
  if (documents.length > 0) yield { type: 'source-documents', documents }
  if (artifacts.length > 0) yield { type: 'artifacts', artifacts }
}
