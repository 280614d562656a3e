import type { Asker, Document, RunEvent } from '@chatwright/core'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { failureOf, type ProtocolFrames } from '../protocols/answer-run.ts'
import { numberTools, type NumberedTool } from '../protocols/numbered-tools.ts'
import { decisionSchema, shownWait } from '../protocols/shown-wait.ts'

type Kind = 'text' | 'reasoning'

/** A run as Vercel's UI message stream: text, thoughts, tools, sources, approvals, and what else there is as data. */
export function createUiFrames(job: RunJob, { asker }: { asker: Asker }): ProtocolFrames {
  const tools = numberTools('tool')
  let hasStarted = false
  let open: { kind: Kind; id: string } | undefined
  let count = 0
  let hasText = false
  let cutShort: 'length' | 'content-filter' | undefined

  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    const messageMetadata = { runId: job.runId, chatId: job.session.chatId }
    return frame({ type: 'start', messageId: job.answerMessageId, messageMetadata }) + frame({ type: 'start-step' })
  }
  const close = (): string => {
    if (!open) return ''
    const { kind, id } = open
    open = undefined
    return frame({ type: `${kind}-end`, id })
  }
  const say = (kind: Kind, delta: string): string => {
    let frames = begin()
    if (open?.kind !== kind) {
      frames += close()
      open = { kind, id: `${kind}-${(count += 1)}` }
      frames += frame({ type: `${kind}-start`, id: open.id })
    }
    return frames + frame({ type: `${kind}-delta`, id: open.id, delta })
  }
  const put = (...parts: object[]): string => begin() + close() + parts.map(frame).join('')

  return {
    frames(event) {
      const news = tools.hear(event)
      if (news) return put(...(news.type === 'called' ? news.tools.map(inputOf) : news.tools.flatMap(partsOf)))
      switch (event.type) {
        case 'token':
          hasText = true
          return say('text', event.text)
        case 'json':
          return (
            put({ type: 'data-json', data: event.value }) + (hasText ? '' : say('text', JSON.stringify(event.value)))
          )
        case 'thinking':
          return event.text === '' ? close() : say('reasoning', event.text)
        case 'source-documents':
          return put(...event.documents.flatMap(sourceOf))
        case 'artifacts':
          return put(
            ...event.artifacts.map((artifact, index) => ({
              type: 'data-artifact',
              id: `artifact-${index + 1}`,
              data: artifact,
            })),
          )
        case 'cut-short':
          cutShort = event.reason
          return ''
        case 'step-wait':
          return put(...waitIn(event))
        case 'run-end':
          return ending(event)
        default:
          return ''
      }
    },
  }

  function waitIn(event: Extract<RunEvent, { type: 'step-wait' }>): object[] {
    const wait = shownWait(job, event, asker)
    if (!wait) return []
    const { id, label, question } = wait
    const calls = question.calls?.filter(({ isFree }) => !isFree) ?? []
    const shown = { type: 'data-wait', id, data: { ...wait, title: label, schema: decisionSchema(question) } }
    return [
      shown,
      ...calls.flatMap((call) => {
        // It was told when the model called it.
        const known = tools.openId(call.tool)
        const toolCallId = known ?? call.id
        const input = { toolCallId, toolName: call.tool, input: call.input, dynamic: true, providerExecuted: true }
        return [
          ...(known === undefined ? [{ type: 'tool-input-available', ...input }] : []),
          { type: 'tool-approval-request', approvalId: `${id}::${call.id}`, toolCallId },
        ]
      }),
    ]
  }

  function ending(event: Extract<RunEvent, { type: 'run-end' }>): string {
    const failure = failureOf(event, asker)
    const done = 'data: [DONE]\n\n'
    if (event.status === 'cancelled') return put({ type: 'abort' }) + done
    if (failure) return put({ type: 'error', errorText: failure.message }) + done
    const suggestions = event.followUpPrompts ? [{ type: 'data-follow-ups', data: event.followUpPrompts }] : []
    const messageMetadata = { ...(event.usage && { usage: event.usage }) }
    return (
      put(
        ...suggestions,
        { type: 'finish-step' },
        { type: 'finish', finishReason: cutShort ?? 'stop', messageMetadata },
      ) + done
    )
  }
}

function inputOf({ id, tool, toolInput }: { id: string; tool: string; toolInput: object }): object {
  return {
    type: 'tool-input-available',
    toolCallId: id,
    toolName: tool,
    input: toolInput,
    dynamic: true,
    providerExecuted: true,
  }
}

function partsOf(tool: NumberedTool & { isNew: boolean }): object[] {
  return tool.isNew ? [inputOf(tool), outputOf(tool)] : [outputOf(tool)]
}

function outputOf({ id, toolOutput, error }: { id: string; toolOutput: string; error?: string }): object {
  const about = { toolCallId: id, dynamic: true, providerExecuted: true }
  return error === undefined
    ? { type: 'tool-output-available', output: toolOutput, ...about }
    : { type: 'tool-output-error', errorText: error, ...about }
}

/** A page by its address, anything else by its title; the passage itself comes as data. */
function sourceOf({ pageContent, metadata }: Document, index: number): object[] {
  const sourceId = `source-${index + 1}`
  const { source, title } = metadata
  const name =
    typeof title === 'string' && title !== '' ? title : typeof source === 'string' ? source : `Source ${index + 1}`
  const passage = { type: 'data-source', id: sourceId, data: { pageContent, metadata } }
  if (typeof source === 'string' && /^https?:\/\//.test(source)) {
    return [{ type: 'source-url', sourceId, url: source, title: name }, passage]
  }
  return [{ type: 'source-document', sourceId, mediaType: 'text/plain', title: name }, passage]
}

function frame(part: object): string {
  return `data: ${JSON.stringify(part)}\n\n`
}
