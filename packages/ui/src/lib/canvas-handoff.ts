/**
 * What another screen hands to a new canvas through the router's state:
 * `navigate('/canvas', { state: handoff satisfies CanvasHandoff })`.
 */
export interface CanvasHandoff {
  /** The text of a flow file, as it was read or exported; the canvas checks it. */
  flowData: string
  /** A name for the new flow. */
  name?: string
  /** Credential kinds the flow still needs: the canvas asks for them first. */
  missingCredentials?: string[]
}

export function readCanvasHandoff(state: unknown): CanvasHandoff | undefined {
  if (typeof state !== 'object' || state === null || !('flowData' in state)) return undefined
  return typeof state.flowData === 'string' ? (state as CanvasHandoff) : undefined
}

/** What another screen hands to the canvas of a stored flow: inputs that were tried elsewhere, to be looked at and saved. */
export interface CanvasEdits {
  /** By the id of a node, then by name. */
  nodeInputs: Record<string, Record<string, unknown>>
}

export function readCanvasEdits(state: unknown): CanvasEdits | undefined {
  if (typeof state !== 'object' || state === null || !('nodeInputs' in state)) return undefined
  return typeof state.nodeInputs === 'object' && state.nodeInputs !== null ? (state as CanvasEdits) : undefined
}
