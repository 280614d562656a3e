import type { ChatModel, Message, ModelEvent, ModelRequest, ToolCall, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { readReasoning } from './read-reasoning.ts'

const OBSERVATION = 'Observation:'

/**
 * Gives any model tools: they are described in words, the model asks for one by writing `Action:`, and that text comes
 * out as a tool call. Only what follows `Final Answer:` comes out as text; the rest is thinking.
 */
export function withTextTools(model: ChatModel): ChatModel {
  return {
    kind: 'chat-model',
    modelName: model.modelName,
    style: model.style,
    canCallTools: true,
    canSeeImages: model.canSeeImages,
    ...(model.settings && { settings: model.settings.filter((name) => name !== 'namedTool') }),
    async *stream(request, run): AsyncGenerator<ModelEvent> {
      if (!request.tools?.length) {
        yield* model.stream(request, run)
        return
      }
      const reader = readReasoning(request.tools)
      let finish: ModelEvent = { type: 'finish', reason: 'stop' }
      for await (const event of model.stream(inWords(request, request.tools), run)) {
        if (event.type === 'text') yield* reader.read(event.text)
        else if (event.type === 'finish') finish = event
        else if (event.type !== 'tool-call') yield event
      }
      yield* reader.end()
      yield reader.hasCall() ? { type: 'finish', reason: 'tool-calls' } : finish
    },
  }
}

function inWords(request: ModelRequest, tools: readonly ToolSpec[]): ModelRequest {
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => messageText(content))
  const rest = request.messages.filter(({ role }) => role !== 'system')
  const instructions = request.toolChoice === 'none' ? ANSWER_ONLY : instructionsFor(tools)
  return {
    messages: [
      { role: 'system', content: [...system, instructions].filter((text) => text !== '').join('\n\n') },
      ...writeOut(rest),
    ],
    stop: [`\n${OBSERVATION}`, ...(request.stop ?? [])],
    ...(request.sampling && { sampling: request.sampling }),
  }
}

const ANSWER_ONLY = 'Write "Final Answer:" and then the answer.'

function instructionsFor(tools: readonly ToolSpec[]): string {
  return `You can use these tools:

${tools.map(describeTool).join('\n')}

To use a tool, write exactly:

Thought: what you need to find out
Action: the name of one tool, one of ${tools.map((tool) => tool.name).join(', ')}
Action Input: its input, as JSON or, for a tool with one input, as text

Then stop; the result is given to you as "${OBSERVATION}". Repeat this as often as you need.
When you know the answer, or no tool is needed, write:

Thought: I know the answer
Final Answer: the answer to the person's question`
}

function describeTool({ name, description, parameters }: ToolSpec): string {
  const inputs = Object.entries(parameters.properties ?? {}).map(
    ([key, { type, description: meaning }]) => `${key} (${type ?? 'any'}${meaning ? `: ${meaning}` : ''})`,
  )
  return `- ${name}: ${description}${inputs.length > 0 ? ` Inputs: ${inputs.join('; ')}` : ' No input.'}`
}

/** Tool calls and results of earlier steps, as the text the model would have written itself. */
function writeOut(messages: readonly Message[]): Message[] {
  const written: Message[] = []
  for (const message of messages) {
    if (message.role === 'tool')
      written.push({ role: 'user', content: `${OBSERVATION} ${messageText(message.content)}` })
    else if (message.toolCalls?.length) {
      written.push({ role: 'assistant', content: message.toolCalls.map(writeCall).join('\n') })
    } else written.push(message)
  }
  return written
}

function writeCall({ name, input }: ToolCall): string {
  return `Action: ${name}\nAction Input: ${JSON.stringify(input)}`
}
