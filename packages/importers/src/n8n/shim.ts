/**
 * What code from n8n finds in a step of code here. Each piece is added only where its name occurs, so that a builder reads no more than
 * is used.
 */
const PIECES: readonly { name: string; uses: RegExp; code: string }[] = [
  {
    name: 'given',
    uses: /\bgiven\(/,
    code: "const given = (value) => (typeof value === 'string' && /^\\{\\{[^]*\\}\\}$/.test(value) ? undefined : value)",
  },
  {
    name: 'parsed',
    uses: /\bparsed\(/,
    code: `const parsed = (value) => {
  if (typeof value !== 'string') return value
  const text = value.trim().replace(/^\`\`\`(?:json)?\\s*|\\s*\`\`\`$/g, '')
  if (!/^[[{"\\d-]|^(?:true|false|null)$/.test(text)) return value
  try { return JSON.parse(text) } catch { return value }
}`,
  },
  {
    name: 'itemsOf',
    uses: /\bitemsOf\(/,
    code: `const itemsOf = (value, key = 'data') => {
  const read = parsed(given(value))
  if (read === undefined || read === '') return []
  return (Array.isArray(read) ? read : [read]).map((item) => (typeof item === 'object' && item !== null ? item : { [key]: item }))
}`,
  },
  {
    name: 'answerOf',
    uses: /\banswerOf\(/,
    code: `const answerOf = (value, keys, isJson) => {
  if (given(value) === undefined) return []
  const read = isJson ? parsed(value) : value
  return keys.length === 0 ? itemsOf(read) : [keys.reduceRight((held, key) => ({ [key]: held }), read)]
}`,
  },
  {
    name: 'resultsOf',
    uses: /\bresultsOf\(/,
    code: `const resultsOf = (value, keys, isJson) => {
  const results = parsed(given(value))
  return (Array.isArray(results) ? results : []).flatMap((result) => (keys === undefined ? itemsOf(result) : answerOf(result, keys, isJson)))
}`,
  },
  {
    name: 'bodyOf',
    uses: /\bbodyOf\(/,
    code: 'const bodyOf = (value) => parsed(given(value) ?? {})',
  },
  {
    name: 'accessTo',
    uses: /\baccessTo\(/,
    code: `const accessTo = (list, index) => {
  const wrap = (json) => ({ json: json ?? {}, binary: {}, pairedItem: 0 })
  const item = wrap(list[index] ?? list.at(-1))
  return {
    item, json: item.json, data: item.json, params: {}, context: { noItemsLeft: true, currentRunIndex: 0 }, isExecuted: list.length > 0,
    first: () => wrap(list[0]), last: () => wrap(list.at(-1)), all: () => list.map(wrap), itemMatching: (at) => wrap(list[at]), pairedItem: () => item,
  }
}`,
  },
  {
    name: 'compare',
    uses: /\bcompare\(/,
    code: `const compare = (left, right, type, operation, isLoose, ignoresCase) => {
  const isEmpty = (value) => value === undefined || value === null || value === '' || (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0)
  if (operation === 'exists') return left !== undefined && left !== null
  if (operation === 'notExists') return left === undefined || left === null
  if (operation === 'empty' || operation === 'isEmpty') return isEmpty(left)
  if (operation === 'notEmpty' || operation === 'isNotEmpty') return !isEmpty(left)
  const text = (value) => { const words = value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value); return ignoresCase ? words.toLowerCase() : words }
  if (type === 'boolean') {
    const truth = (value) => value === true || String(value).toLowerCase() === 'true' || (isLoose && Boolean(value) && value !== 'false')
    if (operation === 'true') return truth(left)
    if (operation === 'false') return !truth(left)
    return (truth(left) === truth(right)) === !operation.startsWith('not')
  }
  if (type === 'number' || type === 'dateTime') {
    const size = type === 'number' ? Number : (value) => new Date(value?.toMillis?.() ?? value).getTime()
    const [one, other] = [size(left), size(right)]
    switch (operation) {
      case 'gt': case 'larger': case 'after': return one > other
      case 'gte': case 'largerEqual': case 'afterOrEquals': return one >= other
      case 'lt': case 'smaller': case 'before': return one < other
      case 'lte': case 'smallerEqual': case 'beforeOrEquals': return one <= other
      case 'notEquals': case 'notEqual': return one !== other
      default: return one === other
    }
  }
  const listed = parsed(left)
  if (type === 'array' && Array.isArray(listed)) {
    const size = { lengthEquals: (n) => listed.length === n, lengthNotEquals: (n) => listed.length !== n, lengthGt: (n) => listed.length > n, lengthLt: (n) => listed.length < n, lengthGte: (n) => listed.length >= n, lengthLte: (n) => listed.length <= n }[operation]
    if (size) return size(Number(right))
    return listed.some((each) => text(each) === text(right)) === (operation === 'contains')
  }
  const [one, other] = [text(left), text(right)]
  switch (operation) {
    case 'contains': return one.includes(other)
    case 'notContains': return !one.includes(other)
    case 'startsWith': return one.startsWith(other)
    case 'notStartsWith': return !one.startsWith(other)
    case 'endsWith': return one.endsWith(other)
    case 'notEndsWith': return !one.endsWith(other)
    case 'regex': case 'notRegex': {
      const [, pattern = other, flags = ''] = /^\\/([^]*)\\/([a-z]*)$/.exec(other) ?? []
      return new RegExp(pattern, flags).test(one) === (operation === 'regex')
    }
    case 'notEquals': case 'notEqual': return one !== other
    default: return one === other
  }
}`,
  },
  {
    name: 'at',
    uses: /\bat\(/,
    code: `const at = (value, path) => {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, path)) return value[path]
  return path.split(/[.[\\]"']+/).filter(Boolean).reduce((held, key) => (held === undefined || held === null ? undefined : held[key]), value)
}`,
  },
  {
    name: 'put',
    uses: /\bput\(/,
    code: `const put = (target, path, value) => {
  const keys = path.split(/[.[\\]"']+/).filter((key) => key !== '' && key !== '__proto__' && key !== 'constructor' && key !== 'prototype')
  const last = keys.pop()
  if (last === undefined) return target
  let held = target
  for (const key of keys) held = held[key] = typeof held[key] === 'object' && held[key] !== null ? { ...held[key] } : {}
  held[last] = value
  return target
}`,
  },
  {
    name: '$jmespath',
    uses: /\$jmespath\(/,
    code: `const $jmespath = (value, path) => {
  const parts = String(path).match(/[^.[\\]"]+|\\[\\*\\]|\\[\\?[^\\]]*\\]|\\[-?\\d+\\]|\\[\\]|"[^"]*"/g) ?? []
  let isMany = false
  const step = (held, part) => {
    if (part === '[*]' || part === '[]') { isMany = true; return Array.isArray(held) ? held.flat(part === '[]' ? 1 : 0) : [] }
    const test = /^\\[\\?\\s*([\\w.]+)\\s*(==|!=|>=|<=|>|<)\\s*['\\\`"]?([^'\\\`"]*)['\\\`"]?\\s*\\]$/.exec(part)
    if (test) {
      isMany = true
      const [, name, sign, wanted] = test
      const holds = (one) => ({ '==': String(one) === wanted, '!=': String(one) !== wanted, '>': one > Number(wanted), '<': one < Number(wanted), '>=': one >= Number(wanted), '<=': one <= Number(wanted) })[sign]
      return (Array.isArray(held) ? held : []).filter((each) => holds(name.split('.').reduce((inner, key) => inner?.[key], each)))
    }
    const place = /^\\[(-?\\d+)\\]$/.exec(part)
    if (place) return held?.at?.(Number(place[1]))
    const key = part.replaceAll('"', '')
    return isMany && Array.isArray(held) ? held.map((each) => each?.[key]).filter((each) => each !== undefined && each !== null) : held?.[key]
  }
  return parts.reduce(step, value) ?? null
}`,
  },
  {
    name: 'DateTime',
    uses: /\bDateTime\b|\$now\b|\$today\b|\.toDateTime\(|\.format\(|\.plus\(|\.minus\(/,
    code: `class DateTime {
  constructor(date, zone = 'UTC') { this.date = date; this.zone = zone }
  static now() { return new DateTime(new Date()) }
  static local(...parts) { return parts.length === 0 ? DateTime.now() : new DateTime(new Date(Date.UTC(parts[0], (parts[1] ?? 1) - 1, ...parts.slice(2)))) }
  static utc(...parts) { return DateTime.local(...parts) }
  static fromISO(text) { return new DateTime(new Date(/T.*(?:Z|[+-]\\d{2}:?\\d{2})$/.test(text) || !/T/.test(text) ? text : text + 'Z')) }
  static fromJSDate(date) { return new DateTime(new Date(date)) }
  static fromMillis(ms) { return new DateTime(new Date(Number(ms))) }
  static fromSeconds(s) { return new DateTime(new Date(Number(s) * 1000)) }
  static fromFormat(text, format) {
    const names = format.match(/yyyy|MM|dd|HH|mm|ss|M|d|H/g) ?? []
    const numbers = String(text).match(/\\d+/g) ?? []
    const of = (letter, otherwise) => Number(numbers[names.findIndex((name) => name[0] === letter)] ?? otherwise)
    return new DateTime(new Date(Date.UTC(of('y', 1970), of('M', 1) - 1, of('d', 1), of('H', 0), of('m', 0), of('s', 0))))
  }
  static unit(name) { return { year: 'year', month: 'month', week: 'week', day: 'day', hour: 'hour', minute: 'minute', second: 'second', millisecond: 'millisecond', quarter: 'quarter' }[String(name).replace(/s$/, '')] }
  get isValid() { return !Number.isNaN(this.date.getTime()) }
  parts() {
    const at = Object.fromEntries(new Intl.DateTimeFormat('en-US', { timeZone: this.zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }).formatToParts(this.date).map(({ type, value }) => [type, Number(value)]))
    return { year: at.year, month: at.month, day: at.day, hour: at.hour % 24, minute: at.minute, second: at.second }
  }
  get year() { return this.parts().year }
  get month() { return this.parts().month }
  get day() { return this.parts().day }
  get hour() { return this.parts().hour }
  get minute() { return this.parts().minute }
  get second() { return this.parts().second }
  get millisecond() { return this.date.getUTCMilliseconds() }
  get weekday() { const { year, month, day } = this.parts(); return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7 }
  get offset() { const { year, month, day, hour, minute, second } = this.parts(); return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(this.date.getTime() / 1000) * 1000) / 60000) }
  get monthLong() { return this.toFormat('MMMM') }
  get weekdayLong() { return this.toFormat('cccc') }
  get weekNumber() { const day = new Date(Date.UTC(this.year, this.month - 1, this.day + 4 - this.weekday)); return Math.ceil(((day - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86400000 + 1) / 7) }
  setZone(zone) { return new DateTime(this.date, zone) }
  toUTC() { return this.setZone('UTC') }
  toLocal() { return this }
  setLocale() { return this }
  fromParts({ year, month, day, hour, minute, second, millisecond = 0 }) { return new DateTime(new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond) - this.offset * 60000), this.zone) }
  set(values) { return this.fromParts({ ...this.parts(), millisecond: this.millisecond, ...values }) }
  move(amounts, sign, unit) {
    const given = typeof amounts === 'number' ? { [unit ?? 'milliseconds']: amounts } : amounts
    const all = {}
    for (const [name, amount] of Object.entries(given)) all[DateTime.unit(name)] = sign * Number(amount)
    const months = (all.year ?? 0) * 12 + (all.quarter ?? 0) * 3 + (all.month ?? 0)
    let date = new Date(this.date)
    if (months) { const day = date.getUTCDate(); date.setUTCDate(1); date.setUTCMonth(date.getUTCMonth() + months); date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate())) }
    const ms = (all.week ?? 0) * 604800000 + (all.day ?? 0) * 86400000 + (all.hour ?? 0) * 3600000 + (all.minute ?? 0) * 60000 + (all.second ?? 0) * 1000 + (all.millisecond ?? 0)
    return new DateTime(new Date(date.getTime() + ms), this.zone)
  }
  plus(amounts, unit) { return this.move(amounts, 1, unit) }
  minus(amounts, unit) { return this.move(amounts, -1, unit) }
  startOf(unit) {
    const at = this.parts(); const name = DateTime.unit(unit)
    if (name === 'week') return this.startOf('day').minus({ days: this.weekday - 1 })
    const order = ['year', 'month', 'day', 'hour', 'minute', 'second']; const from = order.indexOf(name === 'quarter' ? 'month' : name)
    for (const each of order.slice(from + 1)) at[each] = each === 'month' || each === 'day' ? 1 : 0
    if (name === 'quarter') at.month = Math.floor((at.month - 1) / 3) * 3 + 1
    return this.fromParts(at)
  }
  endOf(unit) { return this.startOf(unit).plus({ [unit]: 1 }).minus({ milliseconds: 1 }) }
  diff(other, unit = 'milliseconds') {
    const ms = this.date - other.date
    const names = Array.isArray(unit) ? unit : [unit]
    const size = { year: 31557600000, month: 2629800000, week: 604800000, day: 86400000, hour: 3600000, minute: 60000, second: 1000, millisecond: 1 }
    const values = Object.fromEntries(names.map((name) => [name, ms / size[DateTime.unit(name)]]))
    return { ...values, toObject: () => values, as: (name) => ms / size[DateTime.unit(name)], toMillis: () => ms }
  }
  diffNow(unit) { return this.diff(DateTime.now(), unit) }
  hasSame(other, unit) { return +this.startOf(unit) === +other.startOf(unit) }
  toFormat(format) {
    const at = this.parts(); const two = (number) => String(number).padStart(2, '0')
    const word = (options) => new Intl.DateTimeFormat('en-US', { timeZone: this.zone, ...options }).format(this.date)
    const zone = (gap) => { const off = Math.abs(this.offset); return (this.offset < 0 ? '-' : '+') + two(Math.floor(off / 60)) + gap + two(off % 60) }
    const said = { yyyy: () => String(at.year).padStart(4, '0'), yy: () => two(at.year % 100), y: () => String(at.year), MMMM: () => word({ month: 'long' }), MMM: () => word({ month: 'short' }), MM: () => two(at.month), M: () => String(at.month), LLLL: () => word({ month: 'long' }), LLL: () => word({ month: 'short' }), LL: () => two(at.month), dd: () => two(at.day), d: () => String(at.day), cccc: () => word({ weekday: 'long' }), EEEE: () => word({ weekday: 'long' }), ccc: () => word({ weekday: 'short' }), EEE: () => word({ weekday: 'short' }), HH: () => two(at.hour), H: () => String(at.hour), hh: () => two(at.hour % 12 || 12), h: () => String(at.hour % 12 || 12), mm: () => two(at.minute), m: () => String(at.minute), ss: () => two(at.second), s: () => String(at.second), SSS: () => String(this.millisecond).padStart(3, '0'), a: () => (at.hour < 12 ? 'AM' : 'PM'), ZZ: () => zone(':'), ZZZ: () => zone(''), z: () => this.zone, E: () => String(this.weekday), c: () => String(this.weekday), X: () => String(Math.floor(this.date / 1000)), x: () => String(+this.date), o: () => String(Math.floor((Date.UTC(at.year, at.month - 1, at.day) - Date.UTC(at.year, 0, 0)) / 86400000)) }
    return format.replace(/'([^']*)'|yyyy|yy|y|M{1,4}|L{2,4}|dd|d|c{3,4}|E{3,4}|HH|H|hh|h|mm|m|ss|s|SSS|a|Z{2,3}|z|E|c|X|x|o/g, (token, words) => words ?? said[token]?.() ?? token)
  }
  format(format) { return this.toFormat(format) }
  toISO() { return this.zone === 'UTC' ? this.date.toISOString() : this.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ") }
  toISODate() { return this.toFormat('yyyy-MM-dd') }
  toISOTime() { return this.toFormat('HH:mm:ss.SSSZZ') }
  toSQLDate() { return this.toISODate() }
  toMillis() { return +this.date }
  toSeconds() { return this.date / 1000 }
  toUnixInteger() { return Math.floor(this.date / 1000) }
  toJSDate() { return this.date }
  toLocaleString(options) { return new Intl.DateTimeFormat('en-US', { timeZone: this.zone, ...(typeof options === 'object' ? options : { dateStyle: 'short' }) }).format(this.date) }
  toRelative() { const days = Math.round((this.date - Date.now()) / 86400000); return new Intl.RelativeTimeFormat('en').format(days, 'day') }
  toString() { return this.toISO() }
  toJSON() { return this.toISO() }
  valueOf() { return +this.date }
}
Date.prototype.toDateTime ??= function () { return new DateTime(this) }
String.prototype.toDateTime ??= function () { return DateTime.fromISO(String(this)) }
Number.prototype.toDateTime ??= function () { return DateTime.fromMillis(Number(this)) }`,
  },
]

/** Methods that n8n adds to texts, numbers, lists and objects. */
const METHODS: readonly { name: string; on: string; code: string }[] = [
  { name: 'isEmpty', on: 'String Array', code: 'function () { return this.length === 0 }' },
  { name: 'isNotEmpty', on: 'String Array', code: 'function () { return this.length > 0 }' },
  { name: 'isEmpty', on: 'Object', code: 'function () { return Object.keys(this).length === 0 }' },
  { name: 'isNotEmpty', on: 'Object', code: 'function () { return Object.keys(this).length > 0 }' },
  { name: 'keys', on: 'Object', code: 'function () { return Object.keys(this) }' },
  { name: 'values', on: 'Object', code: 'function () { return Object.values(this) }' },
  { name: 'hasField', on: 'Object', code: 'function (name) { return Object.hasOwn(this, name) }' },
  { name: 'removeField', on: 'Object', code: 'function (name) { const { [name]: _, ...rest } = this; return rest }' },
  { name: 'merge', on: 'Object', code: 'function (other) { return { ...other, ...this } }' },
  {
    name: 'compact',
    on: 'Object',
    code: "function () { return Object.fromEntries(Object.entries(this).filter(([, value]) => value !== null && value !== undefined && value !== '')) }",
  },
  { name: 'urlEncode', on: 'Object', code: 'function () { return new URLSearchParams(this).toString() }' },
  { name: 'toJsonString', on: 'Object', code: 'function () { return JSON.stringify(this) }' },
  { name: 'first', on: 'Array', code: 'function () { return this[0] }' },
  { name: 'last', on: 'Array', code: 'function () { return this.at(-1) }' },
  {
    name: 'pluck',
    on: 'Array',
    code: 'function (...names) { return this.map((each) => (names.length === 1 ? each[names[0]] : Object.fromEntries(names.map((name) => [name, each[name]])))) }',
  },
  {
    name: 'unique',
    on: 'Array',
    code: 'function () { return [...new Map(this.map((each) => [JSON.stringify(each), each])).values()] }',
  },
  {
    name: 'removeDuplicates',
    on: 'Array',
    code: 'function () { return [...new Map(this.map((each) => [JSON.stringify(each), each])).values()] }',
  },
  {
    name: 'compact',
    on: 'Array',
    code: "function () { return this.filter((each) => each !== null && each !== undefined && each !== '') }",
  },
  {
    name: 'chunk',
    on: 'Array',
    code: 'function (size) { return Array.from({ length: Math.ceil(this.length / size) }, (_, at) => this.slice(at * size, (at + 1) * size)) }',
  },
  { name: 'sum', on: 'Array', code: 'function () { return this.reduce((all, each) => all + Number(each), 0) }' },
  {
    name: 'average',
    on: 'Array',
    code: 'function () { return this.reduce((all, each) => all + Number(each), 0) / this.length }',
  },
  { name: 'min', on: 'Array', code: 'function () { return Math.min(...this) }' },
  { name: 'max', on: 'Array', code: 'function () { return Math.max(...this) }' },
  { name: 'randomItem', on: 'Array', code: 'function () { return this[Math.floor(Math.random() * this.length)] }' },
  {
    name: 'difference',
    on: 'Array',
    code: 'function (other) { const known = new Set(other.map((each) => JSON.stringify(each))); return this.filter((each) => !known.has(JSON.stringify(each))) }',
  },
  {
    name: 'intersection',
    on: 'Array',
    code: 'function (other) { const known = new Set(other.map((each) => JSON.stringify(each))); return this.filter((each) => known.has(JSON.stringify(each))) }',
  },
  {
    name: 'renameKeys',
    on: 'Array',
    code: 'function (from, to) { return this.map(({ [from]: value, ...rest }) => ({ ...rest, [to]: value })) }',
  },
  {
    name: 'smartJoin',
    on: 'Array',
    code: 'function (key, value) { return Object.fromEntries(this.map((each) => [each[key], each[value]])) }',
  },
  { name: 'append', on: 'Array', code: 'function (...more) { return [...this, ...more] }' },
  {
    name: 'round',
    on: 'Number',
    code: 'function (digits = 0) { return Math.round(this * 10 ** digits) / 10 ** digits }',
  },
  { name: 'floor', on: 'Number', code: 'function () { return Math.floor(this) }' },
  { name: 'ceil', on: 'Number', code: 'function () { return Math.ceil(this) }' },
  { name: 'abs', on: 'Number', code: 'function () { return Math.abs(this) }' },
  { name: 'isEven', on: 'Number', code: 'function () { return this % 2 === 0 }' },
  { name: 'isOdd', on: 'Number', code: 'function () { return this % 2 !== 0 }' },
  {
    name: 'toBoolean',
    on: 'Number String',
    code: "function () { return !['0', 'no', 'false', ''].includes(String(this).toLowerCase()) }",
  },
  { name: 'toNumber', on: 'String', code: 'function () { return Number(this) }' },
  { name: 'toInt', on: 'String', code: 'function () { return Number.parseInt(this, 10) }' },
  { name: 'toFloat', on: 'String', code: 'function () { return Number.parseFloat(this) }' },
  { name: 'parseJson', on: 'String', code: 'function () { return JSON.parse(this) }' },
  {
    name: 'toTitleCase',
    on: 'String',
    code: 'function () { return this.replace(/\\b\\p{L}/gu, (letter) => letter.toUpperCase()) }',
  },
  {
    name: 'toSentenceCase',
    on: 'String',
    code: 'function () { return this.toLowerCase().replace(/(^|[.!?]\\s+)\\p{L}/gu, (start) => start.toUpperCase()) }',
  },
  {
    name: 'toSnakeCase',
    on: 'String',
    code: "function () { return this.trim().replace(/([a-z\\d])([A-Z])/g, '$1_$2').replace(/[^\\p{L}\\d]+/gu, '_').toLowerCase() }",
  },
  {
    name: 'toCamelCase',
    on: 'String',
    code: 'function () { return this.toLowerCase().replace(/[^\\p{L}\\d]+(.)/gu, (_, letter) => letter.toUpperCase()) }',
  },
  { name: 'removeTags', on: 'String', code: "function () { return this.replace(/<[^>]*>/g, '') }" },
  {
    name: 'removeMarkdown',
    on: 'String',
    code: "function () { return this.replace(/[*_~`#>]+|\\[([^\\]]*)\\]\\([^)]*\\)/g, '$1') }",
  },
  {
    name: 'replaceSpecialChars',
    on: 'String',
    code: "function () { return this.normalize('NFD').replace(/\\p{M}/gu, '') }",
  },
  { name: 'urlEncode', on: 'String', code: 'function () { return encodeURIComponent(this) }' },
  { name: 'urlDecode', on: 'String', code: 'function () { return decodeURIComponent(this) }' },
  { name: 'base64Encode', on: 'String', code: "function () { return Buffer.from(String(this)).toString('base64') }" },
  { name: 'base64Decode', on: 'String', code: "function () { return Buffer.from(String(this), 'base64').toString() }" },
  {
    name: 'quote',
    on: 'String',
    code: "function (mark = '\"') { return mark + this.replaceAll(mark, '\\\\' + mark) + mark }",
  },
  {
    name: 'extractEmail',
    on: 'String',
    code: 'function () { return /[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w/.exec(this)?.[0] }',
  },
  { name: 'extractUrl', on: 'String', code: 'function () { return /https?:\\/\\/[^\\s"\'<>)]+/.exec(this)?.[0] }' },
  {
    name: 'extractDomain',
    on: 'String',
    code: 'function () { return /(?:https?:\\/\\/|@)?(?:www\\.)?([\\w-]+(?:\\.[\\w-]+)+)/.exec(this)?.[1] }',
  },
  { name: 'extractUrlPath', on: 'String', code: 'function () { return new URL(this).pathname }' },
  { name: 'isEmail', on: 'String', code: 'function () { return /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/.test(this) }' },
  { name: 'isUrl', on: 'String', code: 'function () { return /^https?:\\/\\/\\S+$/.test(this) }' },
  { name: 'isDomain', on: 'String', code: 'function () { return /^[\\w-]+(?:\\.[\\w-]+)+$/.test(this) }' },
  { name: 'isNumeric', on: 'String', code: "function () { return this.trim() !== '' && !Number.isNaN(Number(this)) }" },
  { name: 'length', on: '', code: '' },
  {
    name: 'hash',
    on: 'String',
    code: "function (kind = 'md5') { return require('crypto').createHash(kind).update(String(this)).digest('hex') }",
  },
]

/** The pieces that a step's code uses, before it. */
export function withShim(code: string): string {
  const methods = METHODS.filter(({ name, on }) => on !== '' && code.includes(`.${name}(`)).flatMap(
    ({ name, on, code: body }) =>
      on
        .split(' ')
        .map(
          (kind) =>
            `if (!Object.hasOwn(${kind}.prototype, '${name}')) Object.defineProperty(${kind}.prototype, '${name}', { value: ${body} })`,
        ),
  )
  let all = [...methods, code].join('\n')
  const chosen: string[] = []
  // Those that others use come first, and are found last.
  for (const piece of PIECES.toReversed()) {
    if (!piece.uses.test(all)) continue
    chosen.unshift(piece.code)
    all = `${piece.code}\n${all}`
  }
  return [...chosen, ...methods, code].join('\n')
}
