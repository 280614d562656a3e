import { asText, objectsIn } from './read-json.ts'

/** A file that goes along with a question, as the prediction takes it. */
export interface Upload {
  name: string
  mime: string
  /** `file`: sent along with the question. `file:full`: its text was read and goes to the model. `file:rag`: put into the flow's store. */
  type: 'file' | 'file:full' | 'file:rag' | 'url' | 'audio'
  /** A data address, or for `url` the address itself; stored messages come without. */
  data?: string
}

const TYPES: readonly Upload['type'][] = ['file', 'file:full', 'file:rag', 'url', 'audio']

/** The files of a stored question. */
export function readUploads(data: unknown): Upload[] {
  return objectsIn(data).map((entry) => {
    const address = asText(entry['data'])
    return {
      name: asText(entry['name']) ?? '',
      mime: asText(entry['mime']) ?? '',
      type: TYPES.find((type) => type === entry['type']) ?? 'file',
      ...(address !== undefined && { data: address }),
    }
  })
}
