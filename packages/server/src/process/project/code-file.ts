import { parseFlow, type ParsedFlow } from '@chatwright/code'
import type { EditCatalogue } from '@chatwright/core'
import { basename, dirname, resolve } from 'node:path'
import { readInside } from './project-folder.ts'

/** Reads a flow from the file of its code, wherever that lies. */
export function parseCodeFile(file: string, catalogue: EditCatalogue): ParsedFlow {
  const folder = dirname(resolve(file))
  // The files of a project lie beside its folder of flows.
  const isInProject = basename(folder) === 'flows'
  const root = isInProject ? dirname(folder) : folder
  const entry = `${isInProject ? 'flows/' : ''}${basename(file)}`
  return parseFlow((path) => readInside(root, path), catalogue, { entry })
}
