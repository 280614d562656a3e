import type { UploadRules } from './chat-settings.ts'

/** A file a person chose, and what happens to it: seen by the model, read into the question, or stored for search. */
export interface PickedFile {
  id: string
  file: File
  use: 'see' | 'read' | 'store'
}

export type RefusedFile =
  | { reason: 'tooLarge'; name: string; limit: number }
  | { reason: 'wrongType'; name: string; types: string }
  | { reason: 'tooMany'; count: number }

export const MAX_FILES = 10

interface PickResult {
  picked: PickedFile[]
  refused: RefusedFile[]
}

/** Sorts files into those that go along with the question and those the flow does not take, with the reason. */
export function pickFor(
  rules: UploadRules,
  files: readonly File[],
  options: { alreadyPicked: number; takenNames?: Iterable<string>; newId(): string },
): PickResult {
  const result: PickResult = { picked: [], refused: [] }
  const taken = new Set(options.takenNames)
  for (const file of files) {
    const rule = rules.rules.find((candidate) => matches(candidate.types, file))
    if (!rule) result.refused.push({ reason: 'wrongType', name: file.name, types: acceptOf(rules) })
    else if (rule.maxMegabytes !== undefined && file.size > rule.maxMegabytes * 1_048_576) {
      result.refused.push({ reason: 'tooLarge', name: file.name, limit: rule.maxMegabytes })
    } else if (options.alreadyPicked + result.picked.length >= MAX_FILES) {
      result.refused.push({ reason: 'tooMany', count: MAX_FILES })
      break
    } else {
      // A store may know a document by its name, and replaces what came under it before.
      const own = rule.use === 'store' ? file : underFreeName(file, taken)
      taken.add(own.name)
      result.picked.push({ id: options.newId(), file: own, use: rule.use })
    }
  }
  return result
}

/** The server keeps the files of a chat by their names, and every picture that is pasted is called `image.png`. */
function underFreeName(file: File, taken: ReadonlySet<string>): File {
  if (!taken.has(file.name)) return file
  const [, stem = file.name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(file.name) ?? []
  let number = 2
  while (taken.has(`${stem}-${number}${ending}`)) number += 1
  return new File([file], `${stem}-${number}${ending}`, { type: file.type, lastModified: file.lastModified })
}

/** What a file input's `accept` says. */
export function acceptOf(rules: UploadRules): string {
  return rules.rules.flatMap((rule) => rule.types).join(', ')
}

/** Types are media types, endings with a dot, or `*`. */
function matches(types: readonly string[], file: File): boolean {
  return types.some((type) => {
    if (type === '*') return true
    if (type.startsWith('.')) return file.name.toLowerCase().endsWith(type.toLowerCase())
    return type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type
  })
}
