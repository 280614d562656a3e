import { fieldsOf, listOf, oneOf, optional, textOf } from './read.ts'

const formats = ['format', 'formatToParts', 'resolvedOptions']
const ranges = ['formatRange', 'formatRangeToParts']

/** Kinds of `Intl` and the methods of each that code may call. */
export const intlKinds = {
  DateTimeFormat: [...formats, ...ranges],
  NumberFormat: [...formats, ...ranges],
  Collator: ['compare', 'resolvedOptions'],
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  ListFormat: formats,
  RelativeTimeFormat: formats,
  DisplayNames: ['of', 'resolvedOptions'],
  Segmenter: ['segment', 'resolvedOptions'],
} as const

type Kind = keyof typeof intlKinds
const kinds = Object.keys(intlKinds) as Kind[]

const localesOf = (value: unknown): string | string[] | undefined =>
  optional(value, (given) => (typeof given === 'string' ? given : listOf(given, textOf)))

/** Numbers come as texts: JSON knows neither NaN nor bigints. */
function argumentOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value ?? undefined
  const { number, bigint } = fieldsOf(value)
  return bigint === undefined ? Number(textOf(number)) : BigInt(textOf(bigint))
}

type Method = (...values: unknown[]) => unknown
type Constructor = (new (locales: unknown, options: unknown) => Record<string, Method>) & Record<string, Method>

const KEPT = 50

/** Calls one method of one formatter. Making a formatter costs a hundred times what using it does, so a few are kept. */
export function createIntlService(): (payload: unknown) => unknown {
  const kept = new Map<string, Record<string, Method>>()
  const formatter = (kind: Kind, locales: unknown, options: unknown): Record<string, Method> => {
    const key = JSON.stringify([kind, locales, options])
    const found = kept.get(key)
    if (found) return found
    const made = new (Intl[kind] as unknown as Constructor)(locales, options)
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, made)
    return made
  }
  return (payload) => {
    const fields = fieldsOf(payload)
    const kind = oneOf(fields['kind'], kinds)
    const method = textOf(fields['method'])
    const args = listOf(fields['args'], argumentOf)
    if (method === 'supportedLocalesOf') return (Intl[kind] as unknown as Constructor)[method]?.(args[0] ?? [])
    if (!(intlKinds[kind] as readonly string[]).includes(method)) throw new TypeError(`${method} is not a function`)
    const value = formatter(kind, localesOf(fields['locales']), optional(fields['options'], fieldsOf))[method]?.(
      ...args,
    )
    return method === 'segment' ? Array.from(value as Intl.Segments, withoutInput) : value
  }
}

/** Each segment names the whole text, which the code has already. */
function withoutInput({ segment, index, isWordLike }: Intl.SegmentData): Omit<Intl.SegmentData, 'input'> {
  return { segment, index, ...(isWordLike !== undefined && { isWordLike }) }
}

export const readLocale = (payload: unknown): Record<string, unknown> => {
  const { tag, options } = fieldsOf(payload)
  const locale = new Intl.Locale(textOf(tag), optional(options, fieldsOf))
  const { baseName, language, script, region, calendar, numberingSystem, hourCycle, caseFirst, collation } = locale
  return {
    fields: { baseName, language, script, region, calendar, numberingSystem, hourCycle, caseFirst, collation },
    text: locale.toString(),
    maximal: locale.maximize().toString(),
    minimal: locale.minimize().toString(),
  }
}

export const listLocales = (payload: unknown): string[] => {
  const { canonical, values } = fieldsOf(payload)
  if (values === undefined) return Intl.getCanonicalLocales(localesOf(canonical))
  return Intl.supportedValuesOf(textOf(values) as Parameters<typeof Intl.supportedValuesOf>[0])
}

export const changeLetters = (payload: unknown): string => {
  const fields = fieldsOf(payload)
  const text = textOf(fields['text'])
  const locales = localesOf(fields['locales'])
  return fields['upper'] === true ? text.toLocaleUpperCase(locales) : text.toLocaleLowerCase(locales)
}
