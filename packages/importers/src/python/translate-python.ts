export interface Translated {
  code: string
  imports: string[]
}

export function translatePython(_source: string): Translated | undefined {
  return undefined
}
