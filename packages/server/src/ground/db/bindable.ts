export type Bindable = string | number | bigint | null | Uint8Array

/** Anything native code would abort the process on is a TypeError here. */
export function bindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'undefined':
      return null
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`Cannot store the number ${value}`)
      return value
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) throw new TypeError('Cannot store an integer of more than 64 bits')
      return value
    case 'string':
      if (value.includes('\u0000')) throw new TypeError('Cannot store text with a NUL character')
      // Looked for first: almost no text has half a character, and replacing copies.
      return value.isWellFormed() ? value : value.toWellFormed()
    case 'object':
      if (value === null) return null
      if (value instanceof Date && Number.isNaN(value.getTime()))
        throw new TypeError('Cannot store a date that is none')
      if (value instanceof Date) return value.toISOString()
      if (value instanceof Uint8Array) return Buffer.from(value)
      throw new TypeError(`Cannot store a ${value.constructor?.name ?? 'object'}`)
    default:
      throw new TypeError(`Cannot store a ${typeof value}`)
  }
}
