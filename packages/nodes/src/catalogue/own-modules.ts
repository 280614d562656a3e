import { importDeclaration } from './scan-folder.ts'

/** Where the modules of our own nodes and credentials lie. */
export const ownRoot = new URL('../', import.meta.url)

/** Imports one of our own declarations by its path in the manifest. The bundle of the server puts a table in its place. */
export function importOwn(module: string): Promise<unknown> {
  return importDeclaration(new URL(module, ownRoot))
}
