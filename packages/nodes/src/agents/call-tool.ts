import {
  NodeError,
  type Artifact,
  type Message,
  type Run,
  type Tool,
  type ToolCall,
  type UsedTool,
} from '@chatwright/core'
import { untilAborted } from '../http/until-aborted.ts'
import { givenArguments, missingArguments } from './missing-arguments.ts'

export interface ToolOutcome {
  used: UsedTool
  artifacts: Artifact[]
  /** What the model reads. */
  message: Message
  /** The tool's output is the answer, without another word of the model. */
  isAnswer: boolean
}

/** Calls one tool. Whatever goes wrong is told to the model, which may try another way; only an abort stops everything. */
export async function callTool(
  tools: ReadonlyMap<string, Tool>,
  call: ToolCall,
  { run, isAllowed }: { run: Run; isAllowed: boolean },
): Promise<ToolOutcome> {
  const tool = tools.get(call.name)
  try {
    if (!tool) throw new NodeError(`There is no tool "${call.name}". The tools are: ${[...tools.keys()].join(', ')}.`)
    if (tool.approval === 'ask' && !isAllowed) throw needsApproval(tool)
    if (call.isBroken)
      throw new NodeError('The arguments of the call are not whole JSON. Send the call again, shorter.')
    const input = givenArguments(tool.parameters, call.input)
    const missing = missingArguments(tool.parameters, input)
    if (missing !== undefined) throw new NodeError(missing)
    // A tool that does not listen to the signal must not keep a cancelled run waiting.
    const result = await untilAborted(tool.call(input, run), run.signal)
    const { content, sourceDocuments, artifacts } = typeof result === 'string' ? { content: result } : result
    return {
      used: {
        tool: call.name,
        toolInput: call.input,
        toolOutput: content,
        ...(sourceDocuments && { sourceDocuments }),
      },
      artifacts: artifacts ?? [],
      message: { role: 'tool', toolCallId: call.id, content },
      isAnswer: tool.returnDirect ?? false,
    }
  } catch (error) {
    run.signal.throwIfAborted()
    // A person is asked about it, not the model.
    if (error instanceof NodeError && error.question) throw error
    return failedCall(call, describe(error))
  }
}

/** Where nobody can be asked, what a person must allow is not done. */
function needsApproval({ name }: Tool): NodeError {
  return new NodeError(
    `"${name}" changes something and needs a person's approval, which this flow can't ask for. Use it in an Agent step, or set its "Approval" to "Never ask".`,
    { code: 'refused' },
  )
}

/** A call that came to nothing, as the model is told of it. */
export function failedCall(call: ToolCall, reason: string): ToolOutcome {
  return {
    used: { tool: call.name, toolInput: call.input, toolOutput: '', error: reason },
    artifacts: [],
    message: { role: 'tool', toolCallId: call.id, content: `The tool failed: ${reason}` },
    isAnswer: false,
  }
}

/** The model may say it to whoever asks, so it is told neither advice for the builder nor where files lie. */
function describe(error: unknown): string {
  return withoutPaths(error instanceof Error ? error.message : String(error))
}

/** Absolute paths of this machine; the path of an address stands behind its host, and stays. */
function withoutPaths(text: string): string {
  return text.replaceAll(/(?<![\w/:.])(?:\/[\w.@~-]+){2,}|\b[A-Za-z]:\\[^\s"']+/g, '(a path)')
}
