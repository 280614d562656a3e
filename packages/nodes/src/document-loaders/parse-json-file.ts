import type { Document, OpenFile } from '@chatwright/core'
import { readJsonObjects } from './read-json-objects.ts'
import { readJson, readJsonLines, type JsonOptions } from './read-json.ts'

export type JsonRequest = ({ as: 'texts' } & JsonOptions) | { as: 'objects' } | { as: 'lines'; pointer: string }

/** Documents of a JSON file. Also runs in a child process. */
export default function parseJsonFile({ file, request }: { file: OpenFile; request: JsonRequest }): Document[] {
  if (request.as === 'objects') return readJsonObjects(file)
  return request.as === 'lines' ? readJsonLines(file, request.pointer) : readJson(file, request)
}
