import { foldState, type Asker, type RunEvent } from '@chatwright/core'
import { isOwnerHere } from '../../door/askers/may.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { failureOf, type ProtocolFrames } from '../protocols/answer-run.ts'
import { numberTools, type NumberedTool } from '../protocols/numbered-tools.ts'
import { decisionSchema, shownWait } from '../protocols/shown-wait.ts'

interface AgUiHead {
  threadId: string
  runId: string
}

/** A run as the events of AG-UI. What it waits for are the interrupts of its end. */
export function createAgUiFrames(job: RunJob, head: AgUiHead, { asker }: { asker: Asker }): ProtocolFrames {
  const { answerMessageId: messageId } = job
  const tools = numberTools(`${messageId}-tool`)
  const interrupts: object[] = []
  const pending: string[] = []
  let hasStarted = false
  let open: { kind: 'text' | 'thought'; id: string } | undefined
  let count = 0
  let state: Readonly<Record<string, unknown>> = {}

  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return frame({ type: 'RUN_STARTED', ...head })
  }
  const close = (): string => {
    if (!open) return ''
    const { kind, id } = open
    open = undefined
    if (kind === 'text') return frame({ type: 'TEXT_MESSAGE_END', messageId: id })
    return frame({ type: 'REASONING_MESSAGE_END', messageId: id }) + frame({ type: 'REASONING_END', messageId: id })
  }
  const nextId = (kind: string): string => {
    count += 1
    return count === 1 && kind === 'text' ? messageId : `${messageId}-${kind}-${count}`
  }
  const say = (delta: string): string => {
    if (delta === '') return ''
    let frames = begin()
    if (open?.kind !== 'text') {
      frames += close()
      open = { kind: 'text', id: nextId('text') }
      frames += frame({ type: 'TEXT_MESSAGE_START', messageId: open.id, role: 'assistant' })
    }
    return frames + frame({ type: 'TEXT_MESSAGE_CONTENT', messageId: open.id, delta })
  }
  const think = (delta: string): string => {
    if (delta === '') return ''
    let frames = begin()
    if (open?.kind !== 'thought') {
      frames += close()
      open = { kind: 'thought', id: nextId('thought') }
      frames +=
        frame({ type: 'REASONING_START', messageId: open.id }) +
        frame({ type: 'REASONING_MESSAGE_START', messageId: open.id, role: 'reasoning' })
    }
    return frames + frame({ type: 'REASONING_MESSAGE_CONTENT', messageId: open.id, delta })
  }
  const put = (...events: object[]): string => begin() + close() + events.map(frame).join('')

  return {
    frames(event) {
      const news = tools.hear(event)
      if (news) return put(...(news.type === 'called' ? news.tools.flatMap(startOf) : news.tools.flatMap(resultOf)))
      switch (event.type) {
        case 'token':
          return say(event.text)
        case 'json':
          return put({ type: 'CUSTOM', name: 'json', value: event.value })
        case 'thinking':
          return think(event.text)
        case 'caller-calls':
          for (const { id } of event.calls) pending.push(id)
          return put(...event.calls.flatMap(callOf))
        case 'source-documents':
          return put({ type: 'CUSTOM', name: 'source-documents', value: event.documents })
        case 'artifacts':
          return put({ type: 'CUSTOM', name: 'artifacts', value: event.artifacts })
        case 'step-end':
          return stateAfter(event)
        case 'step-wait':
          noteWait(event)
          return ''
        case 'run-end':
          return ending(event)
        default:
          return ''
      }
    },
  }

  /** What a flow remembers is for its own people. */
  function stateAfter(event: Extract<RunEvent, { type: 'step-end' }>): string {
    const next = foldState(state, event)
    if (!isOwnerHere(asker) || next === state) return ''
    state = next
    return put({ type: 'STATE_SNAPSHOT', snapshot: next })
  }

  function noteWait(event: Extract<RunEvent, { type: 'step-wait' }>): void {
    const wait = shownWait(job, event, asker)
    if (!wait) return
    const { id, label, question } = wait
    const { kind, text, buttons, calls, fields, takesFeedback } = question
    interrupts.push({
      id,
      reason: kind === 'approval' ? 'tool_approval' : 'input_required',
      message: text,
      responseSchema: decisionSchema(question),
      metadata: {
        title: label,
        buttons,
        ...(calls && { calls }),
        ...(fields && { fields }),
        ...(takesFeedback && { takesFeedback }),
      },
    })
  }

  function ending(event: Extract<RunEvent, { type: 'run-end' }>): string {
    const failure = failureOf(event, asker)
    if (failure) return put({ type: 'RUN_ERROR', message: failure.message, code: failure.code })
    const outcome =
      interrupts.length > 0
        ? { type: 'interrupt', interrupts }
        : { type: 'success', ...(pending.length > 0 && { pendingToolCallIds: pending }) }
    const { usage } = event
    const used = usage && [{ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }]
    return put({ type: 'RUN_FINISHED', ...head, outcome, ...(used && { usage: used }) })
  }

  function startOf({ id, tool, toolInput }: NumberedTool): object[] {
    return callOf({ id, name: tool, input: toolInput })
  }

  function resultOf(tool: NumberedTool & { isNew: boolean }): object[] {
    const { id, toolOutput, error, isNew } = tool
    const content = error ?? toolOutput
    const result = { type: 'TOOL_CALL_RESULT', messageId: `${id}-result`, toolCallId: id, role: 'tool', content }
    return isNew ? [...startOf(tool), result] : [result]
  }

  function callOf({ id, name, input }: { id: string; name: string; input: object }): object[] {
    return [
      { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name, parentMessageId: messageId },
      { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(input) },
      { type: 'TOOL_CALL_END', toolCallId: id },
    ]
  }
}

function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
