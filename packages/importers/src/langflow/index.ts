import type { EditCatalogue } from '@chatwright/core'
import type { ImportedFile } from '../report.ts'
import { LangflowMap } from './map-flow.ts'
import { flowsIn, readLangflow } from './read.ts'

/** Reads a file of Langflow. */
export function importLangflow(
  document: unknown,
  { catalogue, name }: { catalogue: EditCatalogue; name: string },
): ImportedFile {
  const flows = flowsIn(document).map((flow) => readLangflow(flow, name))
  return {
    format: 'langflow',
    formatVersion: flows[0]?.version ?? '0',
    flows: flows.map((flow) => new LangflowMap(flow, catalogue).run()),
    notes: flows.flatMap(({ notes }) => notes),
  }
}
