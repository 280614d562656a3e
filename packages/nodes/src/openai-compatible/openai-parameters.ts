export interface OpenAiTuning {
  modelName: string
  temperature?: number | undefined
  maxTokens?: number | undefined
  topP?: number | undefined
  frequencyPenalty?: number | undefined
  presencePenalty?: number | undefined
  stop?: string[] | undefined
  reasoningEffort?: string | undefined
}

/**
 * OpenAI's reasoning models refuse the sampling settings, and name the longest answer otherwise. Servers that only
 * imitate the API know the old name alone.
 */
export function openAiParameters(tuning: OpenAiTuning, { isOpenAi }: { isOpenAi: boolean }): Record<string, unknown> {
  const isReasoning = isReasoningModel(tuning.modelName)
  const length = isOpenAi ? { max_completion_tokens: tuning.maxTokens } : { max_tokens: tuning.maxTokens }
  if (isReasoning) return { ...length, reasoning_effort: tuning.reasoningEffort }
  return {
    ...length,
    temperature: tuning.temperature,
    top_p: tuning.topP,
    frequency_penalty: tuning.frequencyPenalty,
    presence_penalty: tuning.presencePenalty,
    stop: tuning.stop,
    reasoning_effort: tuning.reasoningEffort,
  }
}

export function isReasoningModel(modelName: string): boolean {
  return /^(o\d|gpt-[5-9])/.test(modelName) && !modelName.includes('chat')
}

/** The older API takes tools from these models only when they do not think. */
export function refusesToolsWhileThinking(modelName: string): boolean {
  return /^gpt-(5\.[2-9]|[6-9])/.test(modelName) && !modelName.includes('chat')
}

/** Leaves out what OpenAI lists beside chat models: embeddings, speech, images. */
export function isOpenAiChatModel(id: string): boolean {
  return /^(gpt-|o\d|chatgpt-)/.test(id) && !/instruct|audio|realtime|tts|transcribe|image|search|codex|-pro/.test(id)
}
