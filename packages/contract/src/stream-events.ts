/** The events of `POST /prediction/:id` with `"streaming": true`, as clients of Flowise read them, and what `data` holds. */
export const streamEvents = {
  start: 'The answer begins. An agent flow sends its first step instead.',
  token: 'The next words of the answer.',
  thinking: 'What a model thinks before it answers. The last one has empty `data` and `duration`, the seconds it took.',
  sourceDocuments: 'The sources of the answer: a list of `pageContent` and `metadata`.',
  calledTools: 'Tools that a model chose to call, with their arguments.',
  usedTools: 'Tools that ran, with their input and output.',
  artifacts: 'Images and files that tools made: a list of `type` and `data`.',
  answered: 'The answer is complete. Suggestions for the next question can still follow.',
  agentFlowEvent: 'The state of an agent flow: `INPROGRESS`, `FINISHED`, `STOPPED`, `ERROR` or `TERMINATED`.',
  nextAgentFlow: 'A step began or ended: `nodeId`, `nodeLabel` and `status`.',
  agentFlowExecutedData: 'All steps so far. Visitors receive them with empty `data`.',
  nextAgent: 'An older agent flow hands over: the name of the next worker.',
  agentReasoning: 'What the agents of an older agent flow did so far.',
  action: 'The run waits for a decision: the buttons, and what each one sends.',
  trace: 'A node began, ended or failed. Only on the canvas.',
  fault: 'The cause of a failure: node, code and way out. Only on the canvas.',
  abort: 'The answer was stopped.',
  usageMetadata: 'The tokens that the answer used.',
  metadata: '`chatId`, `chatMessageId`, `sessionId`, `runId`, `status`, and `followUpPrompts` where there are any.',
  error: 'One sentence about why the answer failed. `end` follows.',
  end: 'Always the last event. `data` is `[DONE]`.',
} as const

export type StreamEvent = keyof typeof streamEvents
