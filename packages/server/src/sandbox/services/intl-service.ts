import { z } from 'zod'

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
const kinds = Object.keys(intlKinds) as [Kind, ...Kind[]]
const Locales = z.union([z.string(), z.array(z.string())]).optional()
/** Numbers come as texts: JSON knows neither NaN nor bigints. */
const Argument = z.union([
  z.object({ number: z.string() }).transform(({ number }) => Number(number)),
  z.object({ bigint: z.string() }).transform(({ bigint }) => BigInt(bigint)),
  z.string(),
  z.number(),
  z.array(z.string()),
])
const Call = z.object({
  kind: z.enum(kinds),
  locales: Locales,
  options: z.record(z.string(), z.unknown()).optional(),
  method: z.string(),
  args: z.array(Argument.optional()),
})
const LocaleCall = z.object({ tag: z.string(), options: z.record(z.string(), z.unknown()).optional() })
const LocalesCall = z.object({ canonical: Locales, values: z.string().optional() })
const Letters = z.object({ text: z.string(), locales: Locales, upper: z.boolean() })

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
    const { kind, locales, options, method, args } = Call.parse(payload)
    if (method === 'supportedLocalesOf') return (Intl[kind] as unknown as Constructor)[method]?.(args[0] ?? [])
    if (!(intlKinds[kind] as readonly string[]).includes(method)) throw new TypeError(`${method} is not a function`)
    const value = formatter(kind, locales, options)[method]?.(...args)
    return method === 'segment' ? Array.from(value as Intl.Segments, withoutInput) : value
  }
}

/** Each segment names the whole text, which the code has already. */
function withoutInput({ segment, index, isWordLike }: Intl.SegmentData): Omit<Intl.SegmentData, 'input'> {
  return { segment, index, ...(isWordLike !== undefined && { isWordLike }) }
}

export const readLocale = (payload: unknown): Record<string, unknown> => {
  const { tag, options } = LocaleCall.parse(payload)
  const locale = new Intl.Locale(tag, options)
  const { baseName, language, script, region, calendar, numberingSystem, hourCycle, caseFirst, collation } = locale
  return {
    fields: { baseName, language, script, region, calendar, numberingSystem, hourCycle, caseFirst, collation },
    text: locale.toString(),
    maximal: locale.maximize().toString(),
    minimal: locale.minimize().toString(),
  }
}

export const listLocales = (payload: unknown): string[] => {
  const { canonical, values } = LocalesCall.parse(payload)
  if (values === undefined) return Intl.getCanonicalLocales(canonical)
  return Intl.supportedValuesOf(values as Parameters<typeof Intl.supportedValuesOf>[0])
}

export const changeLetters = (payload: unknown): string => {
  const { text, locales, upper } = Letters.parse(payload)
  return upper ? text.toLocaleUpperCase(locales) : text.toLocaleLowerCase(locales)
}
