/** `Intl` and the methods of dates, numbers and texts that go by a locale. */
export const intl = String.raw`
'use strict';
({ call }) => {
  const { Date: InsideDate } = globalThis
  const localesOf = (locales) => locales === undefined ? undefined : Array.isArray(locales) ? locales.map(String) : String(locales)
  const time = (value) => {
    const ms = value === undefined ? InsideDate.now() : Number(value)
    if (!Number.isFinite(ms)) throw new RangeError('Invalid time value')
    return ms
  }
  // JSON knows neither bigints nor what is no finite number.
  const number = (value) => typeof value === 'bigint' ? { bigint: String(value) } : { number: Object.is(Number(value), -0) ? '-0' : String(Number(value)) }
  const text = (value) => String(value)
  const list = (value) => Array.from(value, String)
  const arguments_ = {
    DateTimeFormat: time, NumberFormat: number, PluralRules: number, Collator: text, DisplayNames: text,
    ListFormat: list, RelativeTimeFormat: (value, at) => at === 0 ? number(value) : text(value), Segmenter: text,
  }

  const Intl = {}
  const add = (name, value) => Object.defineProperty(Intl, name, { value, writable: true, configurable: true })
  const make = (kind, methods) => {
    const read = arguments_[kind]
    function Format(locales, options) {
      if (!new.target) return new Format(locales, options)
      const setting = { kind, locales: localesOf(locales), options: options ?? undefined }
      call('intl', { ...setting, method: 'resolvedOptions', args: [] })
      const use = (method, values) => call('intl', { ...setting, method, args: values.map(read) })
      for (const method of methods) {
        const takesTime = kind === 'DateTimeFormat' && method.startsWith('format')
        const value = method === 'segment' ? (whole) => segments(use, String(whole))
          : (...values) => use(method, takesTime && values.length === 0 ? [undefined] : values)
        Object.defineProperty(this, method, { value, writable: true, configurable: true })
      }
    }
    Object.defineProperty(Format, 'name', { value: kind })
    Format.supportedLocalesOf = (locales) => call('intl', { kind, method: 'supportedLocalesOf', args: [localesOf(locales)] })
    Object.defineProperty(Format.prototype, Symbol.toStringTag, { value: 'Intl.' + kind })
    add(kind, Format)
  }
  const segments = (use, whole) => {
    const found = use('segment', [whole]).map((each) => ({ ...each, input: whole }))
    found.containing = (at = 0) => found.find((each) => at >= each.index && at < each.index + each.segment.length)
    return found
  }
  for (const [kind, methods] of Object.entries(call('intl-kinds', null))) make(kind, methods)

  class Locale {
    #parts
    constructor(tag, options) {
      this.#parts = call('locale', { tag: String(tag), options })
      Object.assign(this, this.#parts.fields)
    }
    maximize() { return new Locale(this.#parts.maximal) }
    minimize() { return new Locale(this.#parts.minimal) }
    toString() { return this.#parts.text }
  }
  add('Locale', Locale)
  add('getCanonicalLocales', (locales) => call('locales', { canonical: localesOf(locales) ?? [] }))
  add('supportedValuesOf', (key) => call('locales', { values: String(key) }))
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl' })

  const day = { year: 'numeric', month: 'numeric', day: 'numeric' }
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' }
  const dayNames = ['weekday', 'year', 'month', 'day', 'dateStyle']
  const clockNames = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeStyle']
  const date = (fallback, names) => (value, [locales, options]) => {
    const ms = InsideDate.prototype.getTime.call(value)
    if (Number.isNaN(ms)) return 'Invalid Date'
    const given = options ?? {}
    const isNamed = names.some((name) => given[name] !== undefined)
    return new Intl.DateTimeFormat(locales, isNamed ? given : { ...given, ...fallback }).format(ms)
  }
  const dates = {
    toLocaleString: date({ ...day, ...clock }, [...dayNames, ...clockNames]),
    toLocaleDateString: date(day, dayNames),
    toLocaleTimeString: date(clock, clockNames),
  }
  const numbers = { toLocaleString: (value, [locales, options]) => new Intl.NumberFormat(locales, options).format(value.valueOf()) }
  // Sorting compares a hundred thousand times: what is written in ASCII never leaves the engine.
  const order = ' _-,;:!?.' + "'" + '"()[]{}@*/\\&#%' + String.fromCharCode(96) + '^+<=>|~$0123456789'
  const rank = new Int16Array(128).fill(-1)
  for (let at = 0; at < order.length; at++) rank[order.charCodeAt(at)] = at
  for (let at = 0; at < 26; at++) rank[97 + at] = rank[65 + at] = order.length + at
  // Nothing (NaN) when a letter is met that has no place in the order above.
  const compareAscii = (a, b) => {
    const length = Math.min(a.length, b.length)
    let byCase = 0
    for (let at = 0; at < length; at++) {
      const one = a.charCodeAt(at)
      const two = b.charCodeAt(at)
      const first = rank[one]
      const second = rank[two]
      if (!(first >= 0 && second >= 0)) return NaN
      if (first !== second) return first < second ? -1 : 1
      if (one !== two) byCase ||= one > two ? -1 : 1
    }
    const tail = a.length > b.length ? a : b
    for (let at = length; at < tail.length; at++) if (!(rank[tail.charCodeAt(at)] >= 0)) return NaN
    return Math.sign(a.length - b.length) || byCase
  }
  const isEnglish = (locales) => locales === undefined || locales === 'en' || locales === 'en-US'
  const letters = {
    localeCompare: (value, [other, locales, options]) => {
      const plain = options === undefined && isEnglish(locales) ? compareAscii(String(value), String(other)) : NaN
      if (!Number.isNaN(plain)) return plain
      const setting = { kind: 'Collator', locales: localesOf(locales), options: options ?? undefined }
      return call('intl', { ...setting, method: 'compare', args: [String(value), String(other)] })
    },
    toLocaleUpperCase: (value, [locales]) => call('letters', { text: String(value), locales: localesOf(locales), upper: true }),
    toLocaleLowerCase: (value, [locales]) => call('letters', { text: String(value), locales: localesOf(locales), upper: false }),
  }
  return { Intl, dates, numbers, letters }
}
`
