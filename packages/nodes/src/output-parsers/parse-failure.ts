import { NodeError } from '@chatwright/core'

/** The model's answer does not have the shape it was asked for. */
export function parseFailure(problem: string, text: string, cause?: unknown): NodeError {
  const shown = text.length > 200 ? `${text.slice(0, 197)}…` : text
  return new NodeError(`${problem} The model answered${shown.trim() === '' ? ' nothing.' : `: ${shown}`}`, {
    code: 'failed',
    hint: 'Turn on "Autofix" in the output parser, or describe the format in the prompt.',
    field: 'autofixParser',
    cause,
  })
}
