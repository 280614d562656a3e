/** What Python's texts, lists and dictionaries can do, for code that was written in it. It runs in the sandbox, as that code does. */
export const RUNTIME = String.raw`const py = (() => {
  const isDict = (x) => typeof x === 'object' && x !== null && !Array.isArray(x) && !(x instanceof Set) && !(x instanceof RegExp) && !x.$kind
  const fail = (kind, message) => { const error = new Error(message); error.name = kind; return error }
  const truth = (x) => Array.isArray(x) || typeof x === 'string' ? x.length > 0 : x instanceof Set ? x.size > 0 : isDict(x) ? Object.keys(x).length > 0 : Boolean(x)
  const iter = (x) => {
    if (typeof x === 'string') return Array.from(x)
    if (Array.isArray(x)) return x
    if (x instanceof Set) return [...x]
    if (isDict(x)) return Object.keys(x)
    throw fail('TypeError', 'object is not iterable')
  }
  const quote = (x) => (x.includes("'") && !x.includes('"') ? '"' + x + '"' : "'" + x.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n') + "'")
  const repr = (x) => {
    if (typeof x === 'string') return quote(x)
    if (Array.isArray(x)) return '[' + x.map(repr).join(', ') + ']'
    if (x instanceof Set) return '{' + [...x].map(repr).join(', ') + '}'
    if (x instanceof Error) return x.name + '(' + quote(x.message) + ')'
    if (isDict(x)) return '{' + Object.entries(x).map(([key, value]) => quote(key) + ': ' + repr(value)).join(', ') + '}'
    return str(x)
  }
  const str = (x) => (typeof x === 'string' ? x : x === null || x === undefined ? 'None' : x === true ? 'True' : x === false ? 'False' : typeof x === 'number' ? (x === Infinity ? 'inf' : x === -Infinity ? '-inf' : String(x)) : x instanceof Error ? x.message : x.$kind === 'date' ? dateText(x.date) : repr(x))
  const same = (a, b) => a === b || ((a ?? null) === null && (b ?? null) === null) || (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && repr(a) === repr(b))
  const holds = (x, item) => (typeof x === 'string' ? x.includes(item) : isDict(x) ? Object.hasOwn(x, key(item)) : iter(x).some((each) => same(each, item)))
  const key = (k) => (typeof k === 'string' ? k : str(k))
  const item = (x, k) => {
    if (typeof x === 'string' || Array.isArray(x)) {
      const list = typeof x === 'string' ? Array.from(x) : x
      const found = list.at(Number(k))
      if (found === undefined && (k >= list.length || k < -list.length)) throw fail('IndexError', 'list index out of range')
      return found
    }
    if (x?.$kind === 'match') return x.group(k)
    if (!isDict(x)) throw fail('TypeError', 'object is not subscriptable')
    if (!Object.hasOwn(x, key(k))) throw fail('KeyError', repr(k))
    return x[key(k)]
  }
  const slice = (x, from, to, step) => {
    const list = typeof x === 'string' ? Array.from(x) : iter(x)
    const by = step ?? 1
    const n = list.length
    const place = (p, otherwise) => (p === null ? otherwise : p < 0 ? Math.max(by < 0 ? -1 : 0, n + p) : Math.min(p, by < 0 ? n - 1 : n))
    const [start, end] = by > 0 ? [place(from, 0), place(to, n)] : [place(from, n - 1), to === null ? -1 : place(to, -1)]
    const result = []
    for (let at = start; by > 0 ? at < end : at > end; at += by) result.push(list[at])
    return typeof x === 'string' ? result.join('') : result
  }
  const store = (x, k, value) => {
    if (Array.isArray(x)) x[k < 0 ? x.length + k : k] = value
    else Object.defineProperty(x, key(k), { value, writable: true, enumerable: true, configurable: true })
    return value
  }
  const remove = (x, k) => { if (Array.isArray(x)) x.splice(k, 1); else delete x[key(k)] }
  const format = (x, how) => {
    const [, fill = ' ', align, sign, zero, width, comma, digits, type] = /^(?:(.)(?=[<>^]))?([<>^])?([+ ])?(0)?(\d+)?(,)?(?:\.(\d+))?([a-zA-Z%])?$/.exec(how) ?? []
    let text = typeof x === 'number' && type === 'f' ? x.toFixed(Number(digits ?? 6)) : type === '%' ? (x * 100).toFixed(Number(digits ?? 6)) + '%' : type === 'x' ? x.toString(16) : type === 'b' ? x.toString(2) : x?.$kind === 'date' ? strftime(x.date, how) : typeof x === 'string' && digits ? x.slice(0, Number(digits)) : str(x)
    if (comma) text = text.replace(/^-?\d+/, (whole) => Number(whole).toLocaleString('en-US'))
    if (sign === '+' && x >= 0) text = '+' + text
    const gap = Number(width ?? 0) - text.length
    if (gap <= 0) return text
    const pad = (zero && !align ? '0' : fill).repeat(gap)
    const side = align ?? (typeof x === 'number' ? '>' : '<')
    return side === '^' ? fill.repeat(Math.floor(gap / 2)) + text + fill.repeat(Math.ceil(gap / 2)) : side === '>' ? pad + text : text + pad
  }
  const two = (n) => String(n).padStart(2, '0')
  const dateText = (d) => d.getUTCFullYear() + '-' + two(d.getUTCMonth() + 1) + '-' + two(d.getUTCDate()) + ' ' + two(d.getUTCHours()) + ':' + two(d.getUTCMinutes()) + ':' + two(d.getUTCSeconds())
  const strftime = (d, how) => how.replace(/%([YmdHMSyjBbAaIpfsz%])/g, (_, c) => ({ Y: () => d.getUTCFullYear(), y: () => two(d.getUTCFullYear() % 100), m: () => two(d.getUTCMonth() + 1), d: () => two(d.getUTCDate()), H: () => two(d.getUTCHours()), M: () => two(d.getUTCMinutes()), S: () => two(d.getUTCSeconds()), I: () => two(d.getUTCHours() % 12 || 12), p: () => (d.getUTCHours() < 12 ? 'AM' : 'PM'), f: () => String(d.getUTCMilliseconds() * 1000).padStart(6, '0'), s: () => Math.floor(d / 1000), z: () => '+0000', j: () => String(Math.ceil((d - Date.UTC(d.getUTCFullYear(), 0, 0)) / 86400000) - 1).padStart(3, '0'), B: () => d.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }), b: () => d.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }), A: () => d.toLocaleString('en-US', { weekday: 'long', timeZone: 'UTC' }), a: () => d.toLocaleString('en-US', { weekday: 'short', timeZone: 'UTC' }), '%': () => '%' })[c]())
  const date = (d) => ({ $kind: 'date', date: d, strftime: (how) => strftime(d, how), isoformat: () => dateText(d).replace(' ', 'T'), timestamp: () => d / 1000, date: d, get year() { return d.getUTCFullYear() }, get month() { return d.getUTCMonth() + 1 }, get day() { return d.getUTCDate() }, get hour() { return d.getUTCHours() }, get minute() { return d.getUTCMinutes() }, get second() { return d.getUTCSeconds() }, weekday: () => (d.getUTCDay() + 6) % 7 })
  const trimmed = (x, signs, where) => {
    const isIn = (c) => (signs ?? null) === null ? /\s/.test(c) : signs.includes(c)
    let [from, to] = [0, x.length]
    while (where !== 'r' && from < to && isIn(x[from])) from += 1
    while (where !== 'l' && to > from && isIn(x[to - 1])) to -= 1
    return x.slice(from, to)
  }
  const texts = {
    strip: (x, c) => trimmed(x, c, ''), lstrip: (x, c) => trimmed(x, c, 'l'), rstrip: (x, c) => trimmed(x, c, 'r'),
    upper: (x) => x.toUpperCase(), lower: (x) => x.toLowerCase(), title: (x) => x.toLowerCase().replace(/\p{L}+/gu, (w) => w[0].toUpperCase() + w.slice(1)), capitalize: (x) => x.charAt(0).toUpperCase() + x.slice(1).toLowerCase(), swapcase: (x) => Array.from(x, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
    split: (x, mark, most = -1) => { if ((mark ?? null) === null) { const words = x.trim().split(/\s+/); return x.trim() === '' ? [] : words } const all = x.split(mark); return most < 0 || all.length <= most + 1 ? all : [...all.slice(0, most), all.slice(most).join(mark)] },
    rsplit: (x, mark, most = -1) => { const all = (mark ?? null) === null ? x.trim().split(/\s+/) : x.split(mark); return most < 0 || all.length <= most + 1 ? all : [all.slice(0, all.length - most).join(mark), ...all.slice(all.length - most)] },
    splitlines: (x) => { const all = x.split(/\r\n|\n|\r/); if (all.at(-1) === '') all.pop(); return all },
    join: (x, list) => iter(list).map((each) => { if (typeof each !== 'string') throw fail('TypeError', 'sequence item: expected str instance'); return each }).join(x),
    replace: (x, from, to, most = -1) => { if (most < 0) return x.replaceAll(from, () => to); let left = most; return x.split(from).reduce((all, part) => all + (left-- > 0 ? to : from) + part) },
    startswith: (x, start) => [start].flat().some((each) => x.startsWith(each)), endswith: (x, end) => [end].flat().some((each) => x.endsWith(each)),
    find: (x, what, from = 0) => x.indexOf(what, from), rfind: (x, what) => x.lastIndexOf(what), index: (x, what) => { const at = x.indexOf(what); if (at < 0) throw fail('ValueError', 'substring not found'); return at }, count: (x, what) => (what === '' ? x.length + 1 : x.split(what).length - 1),
    isdigit: (x) => /^\d+$/.test(x), isnumeric: (x) => /^\d+$/.test(x), isdecimal: (x) => /^\d+$/.test(x), isalpha: (x) => /^\p{L}+$/u.test(x), isalnum: (x) => /^[\p{L}\d]+$/u.test(x), isspace: (x) => /^\s+$/.test(x), isupper: (x) => x !== x.toLowerCase() && x === x.toUpperCase(), islower: (x) => x !== x.toUpperCase() && x === x.toLowerCase(),
    zfill: (x, n) => x.padStart(n, '0'), ljust: (x, n, c = ' ') => x.padEnd(n, c), rjust: (x, n, c = ' ') => x.padStart(n, c), center: (x, n, c = ' ') => x.padStart(Math.ceil((n + x.length) / 2), c).padEnd(n, c),
    partition: (x, mark) => { const at = x.indexOf(mark); return at < 0 ? [x, '', ''] : [x.slice(0, at), mark, x.slice(at + mark.length)] }, rpartition: (x, mark) => { const at = x.lastIndexOf(mark); return at < 0 ? ['', '', x] : [x.slice(0, at), mark, x.slice(at + mark.length)] },
    removeprefix: (x, p) => (x.startsWith(p) ? x.slice(p.length) : x), removesuffix: (x, p) => (p !== '' && x.endsWith(p) ? x.slice(0, -p.length) : x),
    format: (x, ...given) => { const names = typeof given.at(-1) === 'object' && given.at(-1)?.$names ? given.pop() : {}; let next = 0; return x.replace(/\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}/g, (whole, name, how) => { if (whole === '{{') return '{'; if (whole === '}}') return '}'; const value = name === '' ? given[next++] : /^\d+$/.test(name) ? given[Number(name)] : names[name]; return how === undefined ? str(value) : format(value, how) }) },
    encode: (x) => ({ $kind: 'bytes', bytes: Buffer.from(x, 'utf8'), decode: () => x, hex: () => Buffer.from(x, 'utf8').toString('hex') }), casefold: (x) => x.toLowerCase(), expandtabs: (x) => x.replaceAll('\t', '        '),
  }
  const sorted = (x, names = {}) => { const by = names.key ?? ((each) => each); const list = [...iter(x)].map((each) => [by(each), each]); const less = (a, b) => (Array.isArray(a) && Array.isArray(b) ? a.reduce((found, each, at) => found || less(each, b[at]), 0) : a < b ? -1 : a > b ? 1 : 0); list.sort(([a], [b]) => less(a, b)); const result = list.map(([, each]) => each); return truth(names.reverse ?? false) ? result.reverse() : result }
  const lists = {
    append: (x, v) => { x.push(v); return null }, extend: (x, v) => { for (const each of [...iter(v)]) x.push(each); return null }, insert: (x, at, v) => { x.splice(at, 0, v); return null },
    pop: (x, at = -1) => { if (x.length === 0) throw fail('IndexError', 'pop from empty list'); return x.splice(at, 1)[0] }, remove: (x, v) => { const at = x.findIndex((each) => same(each, v)); if (at < 0) throw fail('ValueError', 'not in list'); x.splice(at, 1); return null },
    index: (x, v) => { const at = x.findIndex((each) => same(each, v)); if (at < 0) throw fail('ValueError', 'is not in list'); return at }, count: (x, v) => x.filter((each) => same(each, v)).length, reverse: (x) => { x.reverse(); return null }, copy: (x) => [...x], clear: (x) => { x.length = 0; return null },
    sort: (x, names = {}) => { const result = sorted(x, names); for (let at = 0; at < x.length; at += 1) x[at] = result[at]; return null },
  }
  const dicts = {
    get: (x, k, otherwise = null) => (Object.hasOwn(x, key(k)) ? x[key(k)] : otherwise), keys: (x) => Object.keys(x), values: (x) => Object.values(x), items: (x) => Object.entries(x), copy: (x) => ({ ...x }), clear: (x) => { for (const k of Object.keys(x)) delete x[k]; return null },
    update: (x, other = {}, names = {}) => { for (const [k, v] of Array.isArray(other) ? other : Object.entries({ ...other, ...names })) store(x, k, v); return null }, setdefault: (x, k, v = null) => (Object.hasOwn(x, key(k)) ? x[key(k)] : store(x, k, v)),
    pop: (x, k, ...otherwise) => { if (!Object.hasOwn(x, key(k))) { if (otherwise.length > 0) return otherwise[0]; throw fail('KeyError', repr(k)) } const v = x[key(k)]; delete x[key(k)]; return v },
  }
  const sets = { add: (x, v) => { x.add(v); return null }, discard: (x, v) => { x.delete(v); return null }, remove: (x, v) => { x.delete(v); return null }, union: (x, ...o) => new Set([...x, ...o.flatMap(iter)]), intersection: (x, o) => new Set([...x].filter((each) => holds(o, each))), difference: (x, o) => new Set([...x].filter((each) => !holds(o, each))), update: (x, o) => { for (const each of iter(o)) x.add(each); return null }, copy: (x) => new Set(x) }
  const call = (x, name, given, names) => {
    const kind = typeof x === 'string' ? texts : Array.isArray(x) ? lists : x instanceof Set ? sets : isDict(x) && !(Object.hasOwn(x, name) && typeof x[name] === 'function') ? dicts : undefined
    if (kind) {
      if (!Object.hasOwn(kind, name)) throw fail('AttributeError', 'object has no attribute ' + quote(name))
      if (kind === texts && name === 'format' && names) return kind[name](x, ...given, { ...names, $names: true })
      return names === undefined ? kind[name](x, ...given) : name === 'sort' || name === 'update' ? kind[name](x, ...(name === 'update' ? [given[0] ?? {}] : []), names) : kind[name](x, ...given, ...Object.values(names))
    }
    if (typeof x === 'number' && name === 'is_integer') return Number.isInteger(x)
    const found = x?.[name]
    if (typeof found !== 'function') throw fail('AttributeError', 'object has no attribute ' + quote(name))
    return apply(found, given, names)
  }
  const apply = (work, given, names) => {
    if (typeof work !== 'function') throw fail('TypeError', 'object is not callable')
    if (names === undefined) return work(...given)
    if (work.$names) { const all = [...given]; for (const [name, value] of Object.entries(names)) { const at = work.$names.indexOf(name); if (at >= 0) all[at] = value } return work(...all) }
    return work.$takesNames ? work(given, names) : work(...given, names)
  }
  const attr = (x, name) => {
    if (x instanceof Error) return name === 'args' ? [x.message] : name === 'message' || name === 'msg' ? x.message : null
    if (x !== null && typeof x === 'object' && Object.hasOwn(x, name)) return x[name]
    const kind = typeof x === 'string' ? texts : Array.isArray(x) ? lists : x instanceof Set ? sets : isDict(x) ? dicts : {}
    if (Object.hasOwn(kind, name)) return (...given) => call(x, name, given)
    throw fail('AttributeError', 'object has no attribute ' + quote(name))
  }
  const times = (a, b) => { const [list, n] = typeof a === 'number' ? [b, a] : [a, b]; if (typeof list === 'string') return list.repeat(Math.max(0, n)); if (Array.isArray(list)) return Array.from({ length: Math.max(0, n) }, () => list).flat(1); return a * b }
  const add = (a, b) => { if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b]; if (typeof a !== typeof b && (typeof a === 'string' || typeof b === 'string')) throw fail('TypeError', 'can only concatenate str to str'); return a + b }
  const modulo = (a, b) => { if (typeof a !== 'string') return ((a % b) + b) % b; const given = Array.isArray(b) ? [...b] : [b]; return a.replace(/%(?:\((\w+)\))?([-0]?\d*)(?:\.(\d+))?([sdfrx%])/g, (_, name, width, digits, type) => (type === '%' ? '%' : ((value) => (type === 'f' ? value.toFixed(Number(digits ?? 6)) : type === 'd' ? String(Math.trunc(value)) : type === 'r' ? repr(value) : str(value)).padStart(Number(width.replace(/^0/, '') || 0), width.startsWith('0') ? '0' : ' '))(name === undefined ? given.shift() : item(b, name)))) }
  const toInt = (x, base = 10) => { if (typeof x === 'number') return Math.trunc(x); if (x === true || x === false) return Number(x); const n = base === 10 ? Number(String(x).trim().replaceAll('_', '')) : Number.parseInt(x, base); if (!/^\s*[-+]?[\da-zA-Z_]+\s*$/.test(String(x)) || Number.isNaN(n)) throw fail('ValueError', 'invalid literal for int() with base ' + base + ': ' + repr(x)); return n }
  const toFloat = (x) => { const n = Number(x); if (typeof x === 'string' && (x.trim() === '' || Number.isNaN(n))) throw fail('ValueError', 'could not convert string to float: ' + repr(x)); return n }
  const range = (a, b, by = 1) => { const [from, to] = b === undefined ? [0, a] : [a, b]; const result = []; for (let at = from; by > 0 ? at < to : at > to; at += by) result.push(at); return result }
  const kinds = { str: (x) => typeof x === 'string', int: (x) => Number.isInteger(x) || typeof x === 'boolean', float: (x) => typeof x === 'number' && !Number.isInteger(x), bool: (x) => typeof x === 'boolean', list: Array.isArray, tuple: Array.isArray, dict: isDict, set: (x) => x instanceof Set }
  const best = (sign) => (given, names = {}) => { const list = given.length === 1 ? iter(given[0]) : given; if (list.length === 0) { if ('default' in names) return names.default; throw fail('ValueError', 'arg is an empty sequence') } const by = names.key ?? ((each) => each); return list.reduce((a, b) => (sign * (by(b) > by(a) ? 1 : by(b) < by(a) ? -1 : 0) > 0 ? b : a)) }
  const taking = (work) => { const made = (given, names) => work(given, names); made.$takesNames = true; return new Proxy(made, { apply: (_, __, all) => (all.length === 2 && Array.isArray(all[0]) && all[1] && typeof all[1] === 'object' && !Array.isArray(all[1]) && all[1] !== null && isDict(all[1]) ? work(all[0], all[1]) : work(all)) }) }
  const type = (name, make) => Object.assign(make, { $type: name })
  const builtins = {
    len: (x) => (typeof x === 'string' ? Array.from(x).length : iter(x).length), str: type('str', (x = '') => str(x)), int: type('int', toInt), float: type('float', toFloat), bool: type('bool', (x) => truth(x)), list: type('list', (x = []) => [...iter(x)]), tuple: type('tuple', (x = []) => [...iter(x)]), set: type('set', (x = []) => new Set(iter(x))), frozenset: (x = []) => new Set(iter(x)), dict: type('dict', taking(([x = {}], names = {}) => ({ ...(Array.isArray(x) ? Object.fromEntries(x) : x), ...names }))),
    range, enumerate: taking(([x, start], names = {}) => iter(x).map((each, at) => [at + (start ?? names.start ?? 0), each])), zip: (...all) => { const items = all.map(iter); return Array.from({ length: Math.min(...items.map((each) => each.length)) }, (_, at) => items.map((each) => each[at])) }, map: (work, ...all) => iter(all[0]).map((each, at) => work(each, ...all.slice(1).map((other) => iter(other)[at]))), filter: (work, x) => iter(x).filter((each) => truth(work === null ? each : work(each))),
    sorted: taking(([x], names = {}) => sorted(x, names)), reversed: (x) => [...iter(x)].reverse(), sum: (x, start = 0) => iter(x).reduce((a, b) => add(a, b), start), min: taking(best(-1)), max: taking(best(1)), abs: Math.abs, round: (x, digits = 0) => { const n = 10 ** (digits ?? 0); const v = x * n; const r = Math.round(v); return (Math.abs(v % 1) === 0.5 && r % 2 !== 0 ? r - 1 : r) / n }, any: (x) => iter(x).some(truth), all: (x) => iter(x).every(truth), pow: (a, b) => a ** b, divmod: (a, b) => [Math.floor(a / b), modulo(a, b)],
    isinstance: (x, what) => [what].flat().some((each) => each?.$type && kinds[each.$type]?.(x)), type: (x) => ({ __name__: Object.keys(kinds).find((name) => kinds[name](x)) ?? 'NoneType' }), print: taking((given) => { console.log(given.map(str).join(' ')); return null }), ord: (x) => x.codePointAt(0), chr: (x) => String.fromCodePoint(x), repr, hex: (x) => '0x' + x.toString(16), bin: (x) => '0b' + x.toString(2), format: (x, how = '') => format(x, how), iter: (x) => [...iter(x)], next: (x, otherwise = null) => (x.length > 0 ? x.shift() : otherwise), callable: (x) => typeof x === 'function', hasattr: (x, name) => x !== null && typeof x === 'object' && Object.hasOwn(x, name), getattr: (x, name, otherwise = null) => x?.[name] ?? otherwise, id: () => 0,
  }
  for (const name of ['Exception', 'ValueError', 'TypeError', 'KeyError', 'IndexError', 'RuntimeError', 'AttributeError', 'ZeroDivisionError', 'NotImplementedError', 'StopIteration']) builtins[name] = (message = '') => fail(name, str(message))
  const pattern = (source, flags = 0) => {
    if (source instanceof RegExp) return source
    if (source?.$kind === 'pattern') return source.regex
    let text = source.replaceAll('(?P<', '(?<').replace(/\(\?P=(\w+)\)/g, '\\k<$1>').replaceAll('\\A', '^').replaceAll('\\Z', '$')
    let letters = 'gu' + (flags & 1 ? 'i' : '') + (flags & 2 ? 'm' : '') + (flags & 4 ? 's' : '')
    const inline = /^\(\?([aimsux]+)\)/.exec(text)
    if (inline) { text = text.slice(inline[0].length); for (const each of inline[1]) if ('ims'.includes(each) && !letters.includes(each)) letters += each }
    try { return new RegExp(text, letters) } catch { return new RegExp(text, letters.replace('u', '')) }
  }
  const matched = (found) => found && ({ $kind: 'match', group: (...at) => (at.length > 1 ? at.map((each) => one(found, each)) : one(found, at[0] ?? 0)), groups: (otherwise = null) => [...found].slice(1).map((each) => each ?? otherwise), groupdict: () => ({ ...found.groups }), start: () => found.index, end: () => found.index + found[0].length, span: () => [found.index, found.index + found[0].length] })
  const one = (found, at) => (typeof at === 'string' ? (found.groups?.[at] ?? null) : (found[at] ?? null))
  const search = (regex, x) => { regex.lastIndex = 0; return matched(regex.exec(x)) ?? null }
  const at = (regex, x, isWhole) => { const made = new RegExp('^(?:' + regex.source + ')' + (isWhole ? '$' : ''), regex.flags.replace('m', '')); return search(made, x) }
  const findall = (regex, x) => [...x.matchAll(regex)].map((found) => (found.length === 1 ? found[0] : found.length === 2 ? (found[1] ?? '') : [...found].slice(1).map((each) => each ?? '')))
  const sub = (regex, to, x, most = 0) => { let left = most === 0 ? Infinity : most; return x.replace(regex, (...all) => { if (left-- <= 0) return all[0]; const groups = typeof all.at(-1) === 'object' ? all.pop() : undefined; const index = all.at(-2); const found = Object.assign(all.slice(0, -2), { groups, index }); return typeof to === 'function' ? to(matched(found)) : to.replace(/\\(\d+)|\\g<(\w+)>|\\n/g, (whole, number, name) => (whole === '\\n' ? '\n' : (one(found, number !== undefined ? Number(number) : /^\d+$/.test(name) ? Number(name) : name) ?? ''))) }) }
  const split = (regex, x, most = 0) => { const result = []; let end = 0; for (const found of x.matchAll(regex)) { if (most > 0 && result.length >= most) break; result.push(x.slice(end, found.index), ...[...found].slice(1).map((each) => each ?? null)); end = found.index + found[0].length } return [...result, x.slice(end)] }
  const re = { I: 1, IGNORECASE: 1, M: 2, MULTILINE: 2, S: 4, DOTALL: 4, U: 0, UNICODE: 0, X: 0, VERBOSE: 0 }
  const withFlags = (count, work) => taking((given, names = {}) => work(pattern(given[0], names.flags ?? (given.length > count ? given[count] : 0)), ...given.slice(1, count), ...(names.count !== undefined ? [names.count] : [])))
  Object.assign(re, { search: withFlags(2, search), match: withFlags(2, (regex, x) => at(regex, x, false)), fullmatch: withFlags(2, (regex, x) => at(regex, x, true)), findall: withFlags(2, findall), finditer: withFlags(2, (regex, x) => [...x.matchAll(regex)].map(matched)), sub: taking((given, names = {}) => sub(pattern(given[0], names.flags ?? given[4] ?? 0), given[1], given[2], names.count ?? given[3] ?? 0)), split: taking((given, names = {}) => split(pattern(given[0], names.flags ?? given[3] ?? 0), given[1], names.maxsplit ?? given[2] ?? 0)), escape: (x) => x.replace(/[.*+?^$(){}|[\]\\\/-]/g, '\\$&'),
    compile: taking((given, names = {}) => { const regex = pattern(given[0], names.flags ?? given[1] ?? 0); return { $kind: 'pattern', regex, pattern: given[0], search: (x) => search(regex, x), match: (x) => at(regex, x, false), fullmatch: (x) => at(regex, x, true), findall: (x) => findall(regex, x), finditer: (x) => [...x.matchAll(regex)].map(matched), sub: (to, x, most = 0) => sub(regex, to, x, most), split: (x) => split(regex, x) } }) })
  const dumps = (x, names) => { const indent = names.indent ?? undefined; const plain = (value) => (value instanceof Set ? [...value] : value); let text = JSON.stringify(x ?? null, (_, value) => plain(value), indent ?? undefined); if (indent === undefined) { let quoted = false; let result = ''; for (let index = 0; index < text.length; index += 1) { const sign = text[index]; if (sign === '"' && text[index - 1] !== '\\') quoted = !quoted; else if (sign === '"' && quoted) { let slashes = 0; while (text[index - 1 - slashes] === '\\') slashes += 1; if (slashes % 2 === 0) quoted = false } result += sign; if (!quoted && (sign === ',' || sign === ':')) result += ' ' } text = result } return names.ensure_ascii === false ? text : text.replace(/[\u0080-\uffff]/g, (sign) => '\\u' + sign.charCodeAt(0).toString(16).padStart(4, '0')) }
  const modules = {
    json: { loads: taking(([x]) => { if (typeof x !== 'string') throw fail('TypeError', 'the JSON object must be str'); try { return JSON.parse(x) } catch (error) { throw fail('JSONDecodeError', error.message) } }), dumps: taking(([x], names = {}) => dumps(x, names)), JSONDecodeError: 'JSONDecodeError' },
    re,
    math: { pi: Math.PI, e: Math.E, inf: Infinity, nan: NaN, sqrt: Math.sqrt, floor: Math.floor, ceil: Math.ceil, fabs: Math.abs, log: (x, base) => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)), log10: Math.log10, log2: Math.log2, exp: Math.exp, pow: Math.pow, sin: Math.sin, cos: Math.cos, tan: Math.tan, isnan: Number.isNaN, trunc: Math.trunc, hypot: Math.hypot, radians: (x) => (x * Math.PI) / 180, degrees: (x) => (x * 180) / Math.PI },
    random: { random: Math.random, randint: (a, b) => a + Math.floor(Math.random() * (b - a + 1)), uniform: (a, b) => a + Math.random() * (b - a), choice: (x) => iter(x)[Math.floor(Math.random() * iter(x).length)], shuffle: (x) => { x.sort(() => Math.random() - 0.5); return null }, sample: (x, k) => [...iter(x)].sort(() => Math.random() - 0.5).slice(0, k), seed: () => null },
    time: { time: () => Date.now() / 1000, strftime: (how) => strftime(new Date(), how), sleep: () => null },
    datetime: { datetime: { now: () => date(new Date()), utcnow: () => date(new Date()), today: () => date(new Date()), fromtimestamp: (x) => date(new Date(x * 1000)), fromisoformat: (x) => date(new Date(x)), strptime: (x, how) => { const names = how.match(/%[YmdHMS]/g) ?? []; const numbers = x.match(/\d+/g) ?? []; const of = (name, otherwise) => Number(numbers[names.indexOf(name)] ?? otherwise); return date(new Date(Date.UTC(of('%Y', 1900), of('%m', 1) - 1, of('%d', 1), of('%H', 0), of('%M', 0), of('%S', 0)))) } }, date: { today: () => date(new Date()) } },
    base64: { b64encode: (x) => { const text = (x.bytes ?? Buffer.from(x)).toString('base64'); return { $kind: 'bytes', bytes: Buffer.from(text), decode: () => text } }, b64decode: (x) => { const bytes = Buffer.from(typeof x === 'string' ? x : x.decode(), 'base64'); return { $kind: 'bytes', bytes, decode: () => bytes.toString() } } },
    typing: {}, __future__: {}, string: { ascii_lowercase: 'abcdefghijklmnopqrstuvwxyz', ascii_uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ascii_letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', digits: '0123456789', punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_{|}~' },
    uuid: { uuid4: () => ({ $kind: 'uuid', hex: crypto.randomUUID().replaceAll('-', ''), toString: () => crypto.randomUUID() }) }, html: { escape: (x) => x.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;'), unescape: (x) => x.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&#39;', "'").replaceAll('&amp;', '&') },
    'urllib.parse': { quote: (x) => encodeURIComponent(x).replaceAll('%2F', '/'), quote_plus: (x) => encodeURIComponent(x).replaceAll('%20', '+'), unquote: (x) => decodeURIComponent(x), urlencode: (x) => new URLSearchParams(x).toString() }, unicodedata: { normalize: (form, x) => x.normalize(form) },
    hashlib: Object.fromEntries(['md5', 'sha1', 'sha256', 'sha512'].map((kind) => [kind, (x) => ({ $kind: 'hash', hexdigest: () => require('crypto').createHash(kind).update(x.decode()).digest('hex') })])),
  }
  return {
    truth, iter, str, repr, same, holds, key, item, slice, store, remove, format, call, apply, attr, times, add, modulo, modules,
    or: (a, b) => (truth(a) ? a : b()), and: (a, b) => (truth(a) ? b() : a), floor: (a, b) => { if (b === 0) throw fail('ZeroDivisionError', 'division by zero'); return Math.floor(a / b) }, minus: (a, b) => (a instanceof Set ? sets.difference(a, b) : a - b), union: (a, b) => (a instanceof Set ? sets.union(a, b) : isDict(a) ? { ...a, ...b } : a | b), common: (a, b) => (a instanceof Set ? sets.intersection(a, b) : a & b),
    unpack: (x, count) => { const list = iter(x); if (list.length !== count) throw fail('ValueError', 'expected ' + count + ' values, got ' + list.length); return list },
    error: (x) => (x instanceof Error ? x : typeof x === 'function' ? x() : fail('Exception', str(x))), isKind: (error, names) => names.some((name) => name === error.name || (name === 'ValueError' && error.name === 'JSONDecodeError') || (name === 'LookupError' && /^(?:Key|Index)Error$/.test(error.name))),
    named: (names, work) => Object.assign(work, { $names: names }), lookUp: (name, read) => { if (Object.hasOwn(builtins, name)) return builtins[name]; try { return read() } catch { throw fail('NameError', 'name ' + quote(name) + ' is not defined') } },
  }
})()`
