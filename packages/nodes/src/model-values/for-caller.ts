import {
  NodeError,
  type CallerRequest,
  type ChatModel,
  type Message,
  type ModelRequest,
  type ModelSetting,
  type Run,
} from '@chatwright/core'

/** A request with everything that the caller passes on. A setting that the model doesn't take is an error that names it. */
export function forCaller(model: ChatModel, request: ModelRequest, { caller }: Pick<Run, 'caller'>): ModelRequest {
  if (!caller) return request
  caller.isTaken = true
  const { tools = [], toolChoice, responseSchema, stop, sampling } = caller.request
  expectSettings(model, caller.request)
  const own = request.tools ?? []
  const twice = tools.find(({ name }) => own.some((tool) => tool.name === name))
  if (twice) {
    throw refused(caller.request, 'tools', `"tools" contains "${twice.name}", which is the name of a tool of this flow`)
  }
  // The model alone decides about the tools of this flow.
  if (typeof toolChoice === 'object' && !tools.some(({ name }) => name === toolChoice.name)) {
    throw refused(caller.request, 'namedTool', `"tool_choice" names "${toolChoice.name}", which isn't in "tools"`)
  }
  return {
    ...request,
    ...(tools.length > 0 && { tools: [...own, ...tools], toolChoice: toolChoice ?? request.toolChoice ?? 'auto' }),
    ...(responseSchema && { responseSchema }),
    ...(stop && { stop: [...(request.stop ?? []), ...stop] }),
    ...(sampling && { sampling }),
  }
}

/** The messages of a request, with the caller's own calls since the question and their results. */
export function withCalls(messages: readonly Message[], { caller }: Pick<Run, 'caller'>): Message[] {
  return [...messages, ...(caller?.request.since ?? [])]
}

/** Whether a call is of a tool that the caller runs. */
export function isOfCaller({ caller }: Pick<Run, 'caller'>, name: string): boolean {
  return caller?.request.tools?.some((tool) => tool.name === name) ?? false
}

/** The same run for what doesn't write the answer: tools, and steps with others after them. */
export function withoutCaller<Of extends Run>(run: Of): Of {
  return run.caller ? { ...run, caller: undefined } : run
}

function expectSettings(model: ChatModel, asked: CallerRequest): void {
  const { tools = [], since = [], toolChoice, responseSchema, stop, sampling = {} } = asked
  if ((tools.length > 0 || since.length > 0) && !model.canCallTools) {
    throw refused(asked, 'tools', `The model ${model.modelName} can't call tools, so it doesn't take "tools"`)
  }
  const wanted: ModelSetting[] = [
    ...(Object.keys(sampling) as ModelSetting[]).filter((name) => name !== 'maxTokens' || !asked.isLengthDemanded),
    ...(responseSchema ? (['responseSchema'] as const) : []),
    ...(stop ? (['stop'] as const) : []),
    ...(typeof toolChoice === 'object' ? (['namedTool'] as const) : []),
  ]
  const missing = wanted.find((setting) => !model.settings?.includes(setting))
  if (missing === undefined) return
  const name = asked.names?.[missing] ?? missing
  throw refused(asked, missing, `The model ${model.modelName} doesn't take "${name}"`)
}

function refused({ names = {} }: CallerRequest, setting: string, message: string): NodeError {
  return new NodeError(`${message}.`, { code: 'unsupported-parameter', field: names[setting] ?? setting })
}
