import type { Flow } from '../document.ts'
import { outcomeOf } from './apply-edit.ts'
import type { EditCatalogue } from './apply.ts'
import type { Edit } from './edit.ts'

/** For edits that ask nothing of it. */
const NO_CATALOGUE: EditCatalogue = { describe: () => undefined }

/** A flow that is being drawn, and the edits it was drawn by. */
export class Draft {
  readonly edits: Edit[] = []
  readonly catalogue: EditCatalogue
  flow: Flow

  constructor(flow: Flow, catalogue: EditCatalogue = NO_CATALOGUE) {
    this.flow = flow
    this.catalogue = catalogue
  }

  /** An edit that is refused or changes nothing is left out; false then. */
  try(edit: Edit): boolean {
    const outcome = outcomeOf(this.flow, edit, this.catalogue)
    if ('refusal' in outcome || outcome.flow === this.flow) return false
    this.flow = outcome.flow
    this.edits.push(edit)
    return true
  }

  /** Several edits of which all count or none: the work says whether it came to what it was for. */
  attempt(work: () => boolean): boolean {
    const { flow } = this
    const count = this.edits.length
    if (work()) return true
    this.flow = flow
    this.edits.length = count
    return false
  }
}
