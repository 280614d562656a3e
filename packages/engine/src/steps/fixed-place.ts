import { NodeError, type InputDescription, type StepTemplate } from '@chatwright/core'
import type { NodeTag } from '../fault.ts'
import { fillStepTree, type StepScope } from './step-scope.ts'

/** Up to the end of the host: what stands behind it cannot reach into it any more. */
const WHOLE_HOST = /^\s*https?:\/\/[^/?#\\\s]+[/?#]/i

/**
 * Where a credential goes is the builder's word. What a request, a model or a document says may stand behind the host
 * and the folder that the builder wrote, never in them. Throws a NodeError that names the input.
 */
export function checkPlace(
  template: StepTemplate,
  {
    filled,
    scope,
    tag,
    description,
  }: { filled: unknown; scope: StepScope; tag: NodeTag; description: InputDescription },
): void {
  const first = template.findIndex((part) => typeof part === 'object' && part.type !== 'variable')
  if (first === -1) return
  const start = String(fillStepTree({ type: 'text', template: template.slice(0, first) }, scope))
  if (WHOLE_HOST.test(start) && isBelow(start.trim(), String(filled).trim())) return
  throw new NodeError(
    `"${tag.label}" would send its credential to an address that other steps or visitors can change.`,
    {
      code: 'refused',
      field: description.name,
      hint: `Start "${description.label}" with a fixed host and path, and use variables only after them. Or remove the credential from "${tag.label}".`,
    },
  )
}

function isBelow(start: string, filled: string): boolean {
  if (!URL.canParse(start) || !URL.canParse(filled)) return false
  const [fixed, whole] = [new URL(start), new URL(filled)]
  const folder = fixed.pathname.slice(0, fixed.pathname.lastIndexOf('/') + 1)
  return whole.origin === fixed.origin && whole.username === fixed.username && whole.pathname.startsWith(folder)
}
