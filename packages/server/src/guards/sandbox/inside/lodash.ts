export const lodash = String.raw`
'use strict';
() => {
  const path = (value) => Array.isArray(value) ? value : String(value).replace(/\[["']?([^\]"']*)["']?\]/g, '.$1').split('.').filter((key) => key !== '')
  const isSafe = (key) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype'
  const get = (value, keys, otherwise) => {
    let found = value
    for (const key of path(keys)) { if (found === undefined || found === null) break; found = found[key] }
    return found === undefined ? otherwise : found
  }
  const set = (value, keys, next) => {
    const steps = path(keys)
    if (!steps.every(isSafe)) return value
    let at = value
    steps.forEach((key, index) => {
      if (index === steps.length - 1) at[key] = next
      else at = at[key] ??= /^[0-9]+$/.test(steps[index + 1]) ? [] : {}
    })
    return value
  }
  const isObject = (value) => typeof value === 'object' && value !== null
  const isPlainObject = (value) => isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  const matches = (source) => (value) => Object.entries(source).every(([key, each]) => isEqual(value?.[key], each))
  const by = (iteratee = (value) => value) => typeof iteratee === 'function' ? iteratee
    : Array.isArray(iteratee) ? (value) => isEqual(get(value, iteratee[0]), iteratee[1])
    : isObject(iteratee) ? matches(iteratee) : (value) => get(value, iteratee)
  const values = (list) => Array.isArray(list) || typeof list === 'string' ? [...list] : Object.values(list ?? {})
  const entries = (list) => Array.isArray(list) ? list.map((each, index) => [index, each]) : Object.entries(list ?? {})
  const compare = (a, b) => a === b ? 0 : a === undefined ? 1 : b === undefined ? -1 : a < b ? -1 : a > b ? 1 : 0
  const cloneDeep = (value, seen = new Map()) => {
    if (!isObject(value)) return value
    if (seen.has(value)) return seen.get(value)
    if (value instanceof Date) return new Date(value)
    if (value instanceof Map) return new Map([...value].map(([key, each]) => [cloneDeep(key, seen), cloneDeep(each, seen)]))
    if (value instanceof Set) return new Set([...value].map((each) => cloneDeep(each, seen)))
    const copy = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
    seen.set(value, copy)
    for (const key of Object.keys(value)) copy[key] = cloneDeep(value[key], seen)
    return copy
  }
  const isEqual = (a, b) => {
    if (Object.is(a, b)) return true
    if (!isObject(a) || !isObject(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
    if (a instanceof Date) return a.getTime() === b.getTime()
    if (a instanceof Map || a instanceof Set) return isEqual([...a], [...b])
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  }
  const merge = (target, ...sources) => {
    for (const source of sources) for (const [key, value] of Object.entries(source ?? {})) {
      if (!isSafe(key)) continue
      if (isPlainObject(value)) target[key] = merge(isPlainObject(target[key]) ? target[key] : {}, value)
      else if (Array.isArray(value)) target[key] = merge(Array.isArray(target[key]) ? target[key] : [], value)
      else if (value !== undefined) target[key] = value
    }
    return target
  }
  const uniqBy = (list, iteratee) => { const seen = new Set(); return values(list).filter((each) => { const key = by(iteratee)(each); return !seen.has(key) && seen.add(key) }) }
  const group = (list, iteratee, put) => { const made = {}; for (const each of values(list)) put(made, by(iteratee)(each), each); return made }
  const words = (text) => String(text ?? '').match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7f]+/g) ?? []
  const upperFirst = (text) => String(text ?? '').charAt(0).toUpperCase() + String(text ?? '').slice(1)
  const capitalize = (text) => upperFirst(String(text ?? '').toLowerCase())
  const orderBy = (list, iteratees = [], orders = []) => {
    const reads = [].concat(iteratees).map(by)
    return values(list).sort((a, b) => reads.reduce((found, read, at) => found || compare(read(a), read(b)) * ([].concat(orders)[at] === 'desc' ? -1 : 1), 0))
  }
  const sum = (list) => values(list).reduce((total, each) => total + each, 0)
  const extreme = (list, iteratee, sign) => values(list).reduce((best, each) => best === undefined || compare(by(iteratee)(each), by(iteratee)(best)) * sign > 0 ? each : best, undefined)
  const flattenDeep = (list) => list.flat(Infinity)
  const pickBy = (value, test = (each) => each) => Object.fromEntries(Object.entries(value ?? {}).filter(([key, each]) => test(each, key)))
  const round = (work) => (value, digits = 0) => work(Number(value + 'e' + digits)) / 10 ** digits

  const known = {
    get, set, isEqual, merge, cloneDeep, clone: (value) => Array.isArray(value) ? [...value] : isObject(value) ? { ...value } : value,
    has: (value, keys) => { const steps = path(keys); const last = steps.pop(); const owner = steps.length ? get(value, steps) : value; return isObject(owner) && Object.hasOwn(owner, last) },
    unset: (value, keys) => { const steps = path(keys); const last = steps.pop(); const owner = steps.length ? get(value, steps) : value; return isObject(owner) ? delete owner[last] : true },
    pick: (value, ...keys) => { const made = {}; for (const key of keys.flat()) if (known.has(value, key)) set(made, key, get(value, key)); return made },
    omit: (value, ...keys) => { const copy = cloneDeep(value ?? {}); for (const key of keys.flat()) known.unset(copy, key); return copy },
    pickBy, omitBy: (value, test) => pickBy(value, (each, key) => !test(each, key)),
    assign: Object.assign, extend: Object.assign, keys: (value) => Object.keys(value ?? {}), values, toPairs: (value) => Object.entries(value ?? {}), entries: (value) => Object.entries(value ?? {}),
    fromPairs: (list) => Object.fromEntries(list), zipObject: (keys, list) => Object.fromEntries(keys.map((key, at) => [key, list[at]])),
    defaults: (target, ...sources) => { for (const source of sources) for (const [key, value] of Object.entries(source ?? {})) if (target[key] === undefined) target[key] = value; return target },
    mapValues: (value, iteratee) => Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [key, by(iteratee)(each, key)])),
    mapKeys: (value, iteratee) => Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [by(iteratee)(each, key), each])),
    invert: (value) => Object.fromEntries(Object.entries(value).map(([key, each]) => [each, key])),
    map: (list, iteratee) => entries(list).map(([key, each]) => by(iteratee)(each, key)),
    forEach: (list, visit) => { for (const [key, each] of entries(list)) if (visit(each, key) === false) break; return list },
    filter: (list, test) => entries(list).filter(([key, each]) => by(test)(each, key)).map(([, each]) => each),
    reject: (list, test) => entries(list).filter(([key, each]) => !by(test)(each, key)).map(([, each]) => each),
    find: (list, test) => entries(list).find(([key, each]) => by(test)(each, key))?.[1],
    findIndex: (list, test) => list.findIndex((each) => by(test)(each)),
    some: (list, test) => values(list).some((each) => by(test)(each)), every: (list, test) => values(list).every((each) => by(test)(each)),
    reduce: (list, work, start) => start === undefined ? values(list).reduce(work) : entries(list).reduce((made, [key, each]) => work(made, each, key), start),
    includes: (list, value) => typeof list === 'string' ? list.includes(value) : values(list).includes(value),
    size: (list) => Array.isArray(list) || typeof list === 'string' ? list.length : list?.size ?? Object.keys(list ?? {}).length,
    groupBy: (list, iteratee) => group(list, iteratee, (made, key, each) => (made[key] ??= []).push(each)),
    keyBy: (list, iteratee) => group(list, iteratee, (made, key, each) => { made[key] = each }),
    countBy: (list, iteratee) => group(list, iteratee, (made, key) => { made[key] = (made[key] ?? 0) + 1 }),
    partition: (list, test) => [known.filter(list, test), known.reject(list, test)],
    orderBy, sortBy: (list, ...iteratees) => orderBy(list, iteratees.flat().length ? iteratees.flat() : [(each) => each]),
    uniq: (list) => [...new Set(list)], uniqBy, compact: (list) => list.filter(Boolean), flatten: (list) => list.flat(), flattenDeep,
    flatMap: (list, iteratee) => values(list).flatMap((each) => by(iteratee)(each)),
    chunk: (list, size = 1) => Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, at * size + size)),
    difference: (list, ...others) => list.filter((each) => !others.flat().includes(each)), without: (list, ...others) => list.filter((each) => !others.includes(each)),
    intersection: (list, ...others) => [...new Set(list)].filter((each) => others.every((other) => other.includes(each))), union: (...lists) => [...new Set(lists.flat())],
    zip: (...lists) => Array.from({ length: Math.max(...lists.map((each) => each.length)) }, (_, at) => lists.map((each) => each[at])),
    first: (list) => list?.[0], head: (list) => list?.[0], last: (list) => list?.at(-1), take: (list, count = 1) => list.slice(0, count), drop: (list, count = 1) => list.slice(count),
    takeRight: (list, count = 1) => count ? list.slice(-count) : [], slice: (list, start, end) => list.slice(start, end), join: (list, text) => list.join(text), reverse: (list) => list.reverse(),
    range: (start, end, step) => { const [low, high] = end === undefined ? [0, start] : [start, end]; const by_ = step ?? (low <= high ? 1 : -1); return Array.from({ length: Math.max(0, Math.ceil((high - low) / by_)) }, (_, at) => low + at * by_) },
    times: (count, work) => Array.from({ length: count }, (_, at) => work(at)), sample: (list) => values(list)[Math.floor(Math.random() * known.size(list))],
    sum, sumBy: (list, iteratee) => sum(values(list).map(by(iteratee))), mean: (list) => sum(list) / list.length, meanBy: (list, iteratee) => sum(list.map(by(iteratee))) / list.length,
    max: (list) => extreme(list, undefined, 1), min: (list) => extreme(list, undefined, -1), maxBy: (list, iteratee) => extreme(list, iteratee, 1), minBy: (list, iteratee) => extreme(list, iteratee, -1),
    round: round(Math.round), floor: round(Math.floor), ceil: round(Math.ceil), clamp: (value, low, high) => Math.min(Math.max(value, low), high), random: (low = 0, high = 1) => low + Math.floor(Math.random() * (high - low + 1)),
    isEmpty: (value) => !isObject(value) && typeof value !== 'string' ? true : known.size(value) === 0, isNil: (value) => value === undefined || value === null,
    isArray: Array.isArray, isString: (value) => typeof value === 'string', isNumber: (value) => typeof value === 'number', isBoolean: (value) => typeof value === 'boolean', isFunction: (value) => typeof value === 'function',
    isObject: (value) => isObject(value) || typeof value === 'function', isPlainObject, isDate: (value) => value instanceof Date, isUndefined: (value) => value === undefined, isNull: (value) => value === null,
    isInteger: Number.isInteger, isFinite: Number.isFinite, isNaN: Number.isNaN, toNumber: Number, toString: (value) => value === undefined || value === null ? '' : String(value), toArray: values,
    upperFirst, capitalize, lowerFirst: (text) => String(text ?? '').charAt(0).toLowerCase() + String(text ?? '').slice(1), toUpper: (text) => String(text ?? '').toUpperCase(), toLower: (text) => String(text ?? '').toLowerCase(),
    words, camelCase: (text) => words(text).map((each, at) => at ? capitalize(each) : each.toLowerCase()).join(''), kebabCase: (text) => words(text).join('-').toLowerCase(), snakeCase: (text) => words(text).join('_').toLowerCase(), startCase: (text) => words(text).map(upperFirst).join(' '),
    trim: (text) => String(text ?? '').trim(), split: (text, by_) => String(text ?? '').split(by_), replace: (text, from, to) => String(text ?? '').replace(from, to), repeat: (text, count) => String(text).repeat(count),
    padStart: (text, length, fill) => String(text).padStart(length, fill), padEnd: (text, length, fill) => String(text).padEnd(length, fill), startsWith: (text, start) => String(text).startsWith(start), endsWith: (text, end) => String(text).endsWith(end),
    truncate: (text, { length = 30, omission = '...' } = {}) => String(text).length <= length ? String(text) : String(text).slice(0, length - omission.length) + omission,
    identity: (value) => value, noop: () => undefined, constant: (value) => () => value, property: by, once: (work) => { let made; let isDone = false; return (...given) => { if (!isDone) { isDone = true; made = work(...given) } return made } },
    flow: (...steps) => (value) => steps.flat().reduce((made, step) => step(made), value),
  }
  known.each = known.forEach
  known.extend = known.assign
  const lodash = new Proxy(known, {
    get: (owner, name) => {
      if (name in owner || typeof name === 'symbol' || name === 'then' || name === 'default') return name === 'default' ? lodash : owner[name]
      throw new Error('lodash.' + name + ' is not available here. Write it with the methods of arrays and objects.')
    },
  })
  return { lodash }
}
`
