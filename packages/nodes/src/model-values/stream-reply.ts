import {
  laterUsage,
  type AnswerEvent,
  type Artifact,
  type ChatModel,
  type Document,
  type DrawnPicture,
  type Message,
  type ModelRequest,
  type Run,
  type TokenUsage,
  type ToolCall,
} from '@chatwright/core'
import { tokenOf } from './join-texts.ts'

/** What a model said to one request. Plain JSON, so that it can be kept. */
export interface ModelReply {
  text: string
  thinking: string
  thinkingMs: number
  calls: ToolCall[]
  /** The reply as the next request shows it to the model. */
  message: Message
  usage?: TokenUsage
  /** What tools of the vendor's own found and made. */
  documents?: Document[]
  artifacts?: Artifact[]
}

export interface ReplyBefore {
  /** What was said before in the same answer: this goes on in a paragraph of its own. */
  before?: string
  hasThought?: boolean
}

/** Keeps pictures that the vendor drew: a reply names them, and does not hold them. */
export type KeepDrawn = (pictures: readonly DrawnPicture[], run: Run) => Promise<Artifact[]>

/** Streams one reply of a model, and gives the whole of it in the end. */
export async function* streamReply(
  model: ChatModel,
  request: ModelRequest,
  {
    run,
    before = '',
    hasThought: hasThoughtBefore = false,
    keepDrawn,
  }: ReplyBefore & { run: Run; keepDrawn?: KeepDrawn | undefined },
): AsyncGenerator<AnswerEvent, ModelReply, undefined> {
  const calls: ToolCall[] = []
  const documents: Document[] = []
  const artifacts: Artifact[] = []
  let text = ''
  let thinking = ''
  let thinkingMs = 0
  let providerData: unknown
  let usage: TokenUsage | undefined
  let thinkingSince: number | undefined
  for await (const event of model.stream(request, run)) {
    if (thinkingSince !== undefined && event.type !== 'thinking' && event.type !== 'usage') {
      const durationMs = run.now() - thinkingSince
      thinkingMs += durationMs
      yield { type: 'thinking', text: '', durationMs }
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
        yield { type: 'thinking', text: hasThoughtBefore && thinking === '' ? `\n\n${event.text}` : event.text }
        thinking += event.text
        break
      case 'tool-call':
        calls.push(event.call)
        break
      case 'sources':
        for (const document of event.documents) documents.push(document)
        break
      case 'pictures':
        for (const artifact of (await keepDrawn?.(event.pictures, run)) ?? []) artifacts.push(artifact)
        break
      case 'usage':
        usage = laterUsage(usage, event.usage)
        break
      case 'finish':
        if (run.caller && (event.reason === 'length' || event.reason === 'content-filter')) {
          yield { type: 'cut-short', reason: event.reason }
        }
        providerData = event.providerData ?? providerData
    }
  }
  const message: Message = {
    role: 'assistant',
    content: text.trim(),
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(providerData !== undefined && { providerData }),
  }
  return {
    text,
    thinking,
    thinkingMs,
    calls,
    message,
    ...(usage && { usage }),
    ...(documents.length > 0 && { documents }),
    ...(artifacts.length > 0 && { artifacts }),
  }
}

/** What is said between two tool calls is its own paragraph. */
export function separate(before: string, text: string): string {
  return before === '' || before.endsWith('\n') ? text : `\n\n${text}`
}
