import type { ToolDraft } from './tool-draft.ts'

export type DraftProblem =
  | { field: 'name'; kind: 'required' | 'badName' }
  | { field: 'description'; kind: 'required' }
  | { field: 'schema'; kind: 'badProperty' | 'doubleProperty'; name: string }

/** What stands between a draft and a tool that models accept. */
export function checkDraft(draft: ToolDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const name = draft.name.trim()
  if (name === '') problems.push({ field: 'name', kind: 'required' })
  else if (!/^[\w-]{1,64}$/.test(name)) problems.push({ field: 'name', kind: 'badName' })
  if (draft.description.trim() === '') problems.push({ field: 'description', kind: 'required' })
  const seen = new Set<string>()
  for (const { property } of draft.rows) {
    if (!/^[A-Za-z_$][\w$]*$/.test(property)) {
      problems.push({ field: 'schema', kind: 'badProperty', name: property })
    } else if (seen.has(property)) {
      problems.push({ field: 'schema', kind: 'doubleProperty', name: property })
    }
    seen.add(property)
  }
  return problems
}
