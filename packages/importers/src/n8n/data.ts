import { isRecord, list, numberOf, quoted, record, text, type Json } from '../shared/values.ts'
import { deepCode, itemScope, valueCode } from './code.ts'
import { conditionsCode, readConditions } from './conditions.ts'
import type { N8nNode } from './read.ts'

/** What a node does to its items, as code that finds `items`, `inputs` and what n8n offers. */
export interface DataWork {
  work: string
  /** Whether several items may come of one. */
  manyFromOne: boolean
  /** Whether one item comes of several. */
  oneFromMany?: boolean
  /** What differs from n8n. */
  difference?: string
}

type Write = (node: N8nNode) => DataWork | { refusal: string } | undefined

/** How each node that only handles data is written as code; nothing for one that can't be. */
export function dataWork(node: N8nNode): DataWork | { refusal: string } | undefined {
  return WRITERS.get(node.type)?.(node)
}

export function isData(type: string): boolean {
  return WRITERS.has(type)
}

/** Code that gives one item for each. */
function each(body: string): string {
  return `return items.map(($json, $itemIndex) => {\n${[itemScope(body), body].filter(Boolean).join('\n')}\n})`
}

const broken = (name: string): { refusal: string } => ({ refusal: `An expression in "${name}" is not complete.` })

const SET_TYPES: Readonly<Record<string, string>> = {
  number: 'Number(VALUE)',
  numberValue: 'Number(VALUE)',
  boolean: "(VALUE === true || String(VALUE).toLowerCase() === 'true')",
  booleanValue: "(VALUE === true || String(VALUE).toLowerCase() === 'true')",
  object: 'parsed(VALUE)',
  objectValue: 'parsed(VALUE)',
  array: 'parsed(VALUE)',
  arrayValue: 'parsed(VALUE)',
}

const set: Write = ({ name, version, parameters }) => {
  const isRaw = parameters['mode'] === 'raw'
  const keepsOthers =
    version < 3
      ? parameters['keepOnlySet'] !== true
      : version < 3.3
        ? (parameters['include'] ?? 'all') !== 'none'
        : parameters['includeOtherFields'] === true
  const begin = keepsOthers ? '{ ...$json }' : '{}'
  if (isRaw) {
    const code = valueCode(parameters['jsonOutput'])
    if (code === undefined) return broken(name)
    return { work: each(`return { ...${begin}, ...parsed(${code}) }`), manyFromOne: false }
  }
  const lines: string[] = []
  for (const { key, type, value } of setFields(parameters)) {
    const code = valueCode(value)
    if (code === undefined) return broken(name)
    const path = valueCode(key) ?? quoted(key)
    lines.push(`put(result, ${path}, ${(SET_TYPES[type] ?? 'VALUE').replaceAll('VALUE', () => code)})`)
  }
  return { work: each(`const result = ${begin}\n${lines.join('\n')}\nreturn result`), manyFromOne: false }
}

function setFields(parameters: Json): { key: string; type: string; value: unknown }[] {
  const assigned = list(record(parameters['assignments'])['assignments'])
  if (assigned.length > 0) {
    return assigned.map((row) => ({
      key: text(record(row)['name']),
      type: text(record(row)['type'], 'string'),
      value: record(row)['value'] ?? '',
    }))
  }
  const fields = list(record(parameters['fields'])['values'])
  if (fields.length > 0) {
    return fields.map((row) => {
      const held = record(row)
      const type = text(held['type'], 'stringValue')
      return { key: text(held['name']), type, value: held[type] ?? '' }
    })
  }
  return Object.entries(record(parameters['values'])).flatMap(([type, rows]) =>
    list(rows).map((row) => ({ key: text(record(row)['name']), type, value: record(row)['value'] ?? '' })),
  )
}

const filter: Write = ({ name, parameters }) => {
  const code = conditionsCode(readConditions(parameters))
  if (code === undefined) return broken(name)
  return {
    work: `return items.filter(($json, $itemIndex) => {\n${itemScope(code)}\nreturn ${code}\n})`,
    manyFromOne: false,
  }
}

const code: Write = ({ name, type, version, parameters }) => {
  const language = text(parameters['language'], 'javaScript')
  if (language !== 'javaScript') return { refusal: `"${name}" is written in Python.` }
  const source = text(parameters['jsCode']) || text(parameters['functionCode'])
  if (source.trim() === '') return { work: 'return items', manyFromOne: false }
  if (
    /\bgetBinaryData|prepareBinaryData|\.binary\b(?!\s*[:=]\s*(?:\{\}|null|undefined))|\bgetBinaryDataBuffer/.test(
      source,
    )
  )
    return { refusal: `"${name}" works on files, which steps of code here don't have.` }
  const helper = source.includes('this.helpers')
    ? 'const helpers = { httpRequest: async ({ url, method = "GET", headers = {}, body, qs, json = true }) => { const address = new URL(url); for (const [key, value] of Object.entries(qs ?? {})) address.searchParams.append(key, value); const answer = await fetch(address, { method, headers: { ...(body !== undefined && typeof body !== "string" && { "content-type": "application/json" }), ...headers }, ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }) }); const text = await answer.text(); return json ? parsed(text) : text }, returnJsonArray: (list) => (Array.isArray(list) ? list : [list]).map((json) => ({ json })) }\nhelpers.request = helpers.httpRequest\n'
    : ''
  const written = source
    .replaceAll('this.helpers', 'helpers')
    .replaceAll(/\bthis\.getNodeParameter\b/g, '(() => undefined)')
  const unwrap =
    "const unwrap = (item) => (typeof item === 'object' && item !== null && 'json' in item ? item.json : item)\n"
  const isEach = type === 'functionItem' || parameters['mode'] === 'runOnceForEachItem'
  const scope = codeScope(written)
  if (isEach) {
    const inner = type === 'functionItem' ? 'let item = $json' : ''
    return {
      work: `${helper}${unwrap}const results = []\nfor (const [$itemIndex, $json] of items.entries()) {\n${itemScope(written)}\n${inner}\nconst result = await (async () => {\n${written}\n})()\nif (result !== null && result !== undefined) results.push(unwrap(Array.isArray(result) ? result[0] : result))\n}\nreturn results`,
      manyFromOne: false,
    }
  }
  return {
    work: `${helper}${unwrap}const $itemIndex = 0\nconst $json = items[0] ?? {}\n${scope}\nconst result = await (async (items) => {\n${written}\n})(items.map((json) => ({ json, binary: {} })))\nreturn (Array.isArray(result) ? result : result === null || result === undefined ? [] : [result]).map(unwrap)`,
    manyFromOne: givesSeveral(written),
    oneFromMany: !givesSeveral(written),
    ...(version < 1 && { difference: 'Written for an early version of n8n.' }),
  }
}

function codeScope(source: string): string {
  return itemScope(source)
}

/** Whether code may give several items. One whose every end is a list of one object gives one. */
function givesSeveral(source: string): boolean {
  const ends = [...source.matchAll(/\breturn\b\s*([^;\n]{0,80})/g)].map(([, end = '']) => end.trim())
  const last = ends.at(-1)
  if (last === undefined) return true
  if (/^\[?\s*\{\s*(?:json\b|$)/.test(last) || last === '[' || last === '{' || last === '[{') {
    const from = source.lastIndexOf('return')
    const tail = source.slice(from)
    // A second object behind the first would be a second item.
    return /\}\s*,\s*\{\s*json\b/.test(tail)
  }
  return true
}

const splitOut: Write = ({ parameters }) => {
  const fields = text(parameters['fieldToSplitOut'])
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const include = text(parameters['include'], 'noOtherFields')
  const destination = text(record(parameters['options'])['destinationFieldName'])
  const names = destination.split(',').map((name) => name.trim())
  const lines = fields.map((field, index) => {
    const name = names[index] || field.split('.').at(-1) || field
    return `{ field: ${quoted(field)}, name: ${quoted(name)} }`
  })
  const rest =
    include === 'allOtherFields' ? 'all' : include === 'selectedOtherFields' ? text(parameters['fieldsToInclude']) : ''
  return {
    work: `const fields = [${lines.join(', ')}]
return items.flatMap((item) => {
  const lists = fields.map(({ field }) => { const value = parsed(at(item, field)); return value === undefined || value === null ? [] : Array.isArray(value) ? value : typeof value === 'object' ? Object.values(value) : [value] })
  const others = ${rest === 'all' ? 'Object.fromEntries(Object.entries(item).filter(([key]) => !fields.some(({ field }) => field === key)))' : `Object.fromEntries(${quoted(rest)}.split(',').map((key) => key.trim()).filter(Boolean).map((key) => [key, at(item, key)]))`}
  return Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, index) => {
    const result = { ...others }
    for (const [place, { name }] of fields.entries()) {
      const value = lists[place][index]
      if (fields.length === 1 && typeof value === 'object' && value !== null && !Array.isArray(value) && ${rest === '' && destination === ''}) Object.assign(result, value)
      else result[name] = value
    }
    return result
  })
})`,
    manyFromOne: true,
  }
}

const aggregate: Write = ({ parameters }) => {
  if (parameters['aggregate'] === 'aggregateAllItemData') {
    const name = text(parameters['destinationFieldName'], 'data') || 'data'
    const chosen = text(parameters['fieldsToInclude'] ?? parameters['fieldsToExclude'])
    const keys = `${quoted(chosen)}.split(',').map((key) => key.trim()).filter(Boolean)`
    const pick =
      parameters['include'] === 'specifiedFields'
        ? `items.map((item) => Object.fromEntries(${keys}.map((key) => [key, at(item, key)])))`
        : parameters['include'] === 'allFieldsExcept'
          ? `items.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !${keys}.includes(key))))`
          : 'items'
    return { work: `return [{ [${quoted(name)}]: ${pick} }]`, manyFromOne: false, oneFromMany: true }
  }
  const rows = list(record(parameters['fieldsToAggregate'])['fieldToAggregate']).map((row) => {
    const held = record(row)
    const field = text(held['fieldToAggregate'])
    const renamed = held['renameField'] === true ? text(held['outputFieldName']) : ''
    return `${quoted(renamed || field.split('.').at(-1))}: items.map((item) => at(item, ${quoted(field)})).filter((value) => value !== undefined && value !== null)${record(parameters['options'])['mergeLists'] === true ? '.flat()' : ''}`
  })
  return { work: `return [{ ${rows.join(', ')} }]`, manyFromOne: false, oneFromMany: true }
}

const merge: Write = ({ parameters, version }) => {
  const mode = text(parameters['mode'], 'append')
  const by = text(
    parameters['combineBy'] ?? parameters['combinationMode'],
    version >= 3 ? 'combineByFields' : 'mergeByFields',
  )
  if (mode === 'append') return { work: 'return inputs.flat()', manyFromOne: true }
  if (mode === 'chooseBranch' || mode === 'passThrough' || mode === 'wait') {
    const chosen = numberOf(parameters['useDataOfInput'])
    const index = chosen === undefined ? (text(parameters['output']) === 'input2' ? 1 : 0) : chosen - 1
    return {
      work: parameters['output'] === 'empty' ? 'return [{}]' : `return inputs[${index}] ?? []`,
      manyFromOne: true,
    }
  }
  if (mode === 'combineBySql') return { refusal: 'Merging by SQL has no counterpart here.' }
  if (mode === 'multiplex' || by === 'combineAll' || by === 'multiplex')
    return {
      work: 'return inputs.reduce((all, list) => all.flatMap((one) => list.map((other) => ({ ...one, ...other }))), [{}])',
      manyFromOne: true,
    }
  if (mode === 'mergeByIndex' || mode === 'mergeByPosition' || by === 'combineByPosition' || by === 'mergeByPosition') {
    const keepsAll = record(parameters['options'])['includeUnpaired'] === true
    return {
      work: `const length = ${keepsAll ? 'Math.max' : 'Math.min'}(...inputs.map((list) => list.length))\nreturn Array.from({ length }, (_, index) => Object.assign({}, ...inputs.map((list) => list[index])))`,
      manyFromOne: false,
    }
  }
  const pairs = list(record(parameters['mergeByFields'])['values']).map((row) => [
    text(record(row)['field1']),
    text(record(row)['field2']),
  ])
  const fieldsText = text(parameters['fieldsToMatchString'])
  const matched = pairs.length > 0 ? pairs : fieldsText.split(',').map((name) => [name.trim(), name.trim()])
  const [one, other] = [text(parameters['propertyName1']), text(parameters['propertyName2'])]
  const keys = one === '' ? matched : [[one, other || one]]
  const join = text(parameters['joinMode'], 'keepMatches')
  return {
    work: `const pairs = ${quoted(keys)}
const [left = [], right = []] = inputs
const keyOf = (item, side) => JSON.stringify(pairs.map((pair) => String(at(item, pair[side]))))
const byKey = new Map()
for (const item of right) { const key = keyOf(item, 1); byKey.set(key, [...(byKey.get(key) ?? []), item]) }
const matches = left.flatMap((item) => (byKey.get(keyOf(item, 0)) ?? []).map((found) => ({ ...item, ...found })))
const known = new Set(left.map((item) => keyOf(item, 0)))
const leftOnly = left.filter((item) => !byKey.has(keyOf(item, 0)))
const rightOnly = right.filter((item) => !known.has(keyOf(item, 1)))
return ${{ keepNonMatches: '[...leftOnly, ...rightOnly]', enrichInput1: '[...matches, ...leftOnly]', enrichInput2: '[...matches, ...rightOnly]', keepEverything: '[...matches, ...leftOnly, ...rightOnly]' }[join] ?? 'matches'}`,
    manyFromOne: false,
  }
}

const limit: Write = ({ parameters }) => {
  const most = valueCode(parameters['maxItems'] ?? 1) ?? '1'
  const isOne = (parameters['maxItems'] ?? 1) === 1
  return {
    work: `const $json = items[0] ?? {}\nconst $itemIndex = 0\n${itemScope(most)}\nreturn ${parameters['keep'] === 'lastItems' ? `items.slice(-Number(${most}))` : `items.slice(0, Number(${most}))`}`,
    manyFromOne: false,
    oneFromMany: isOne,
  }
}

const sort: Write = ({ parameters }) => {
  if (parameters['type'] === 'random')
    return {
      work: 'return items.map((item) => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item)',
      manyFromOne: false,
    }
  if (parameters['type'] === 'code')
    return {
      work: `return [...items.map((json) => ({ json }))].sort((a, b) => {\n${text(parameters['code'])}\n}).map(({ json }) => json)`,
      manyFromOne: false,
    }
  const fields = list(record(parameters['sortFieldsUi'])['sortField']).map((row) => [
    text(record(row)['fieldName']),
    text(record(row)['order'], 'ascending') === 'descending' ? -1 : 1,
  ])
  return {
    work: `const fields = ${quoted(fields)}
return [...items].sort((one, other) => {
  for (const [field, sign] of fields) { const [a, b] = [at(one, field), at(other, field)]; if (a !== b) return (a > b ? 1 : -1) * sign }
  return 0
})`,
    manyFromOne: false,
  }
}

const removeDuplicates: Write = ({ parameters }) => {
  const operation = text(parameters['operation'], 'removeDuplicateInputItems')
  if (operation !== 'removeDuplicateInputItems') return { refusal: 'Items of earlier runs are not known here.' }
  const fields = text(parameters['fieldsToCompare'] ?? parameters['fieldsToExclude'])
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const compare = text(parameters['compare'], 'allFields')
  const key =
    compare === 'selectedFields'
      ? `JSON.stringify(${quoted(fields)}.map((field) => at(item, field)))`
      : compare === 'allFieldsExcept'
        ? `JSON.stringify(Object.entries(item).filter(([key]) => !${quoted(fields)}.includes(key)))`
        : 'JSON.stringify(item)'
  return {
    work: `const seen = new Set()\nreturn items.filter((item) => { const key = ${key}; return seen.has(key) ? false : seen.add(key) })`,
    manyFromOne: false,
  }
}

const summarize: Write = ({ parameters }) => {
  const fields = list(record(parameters['fieldsToSummarize'])['values']).map((row) => {
    const { field, aggregation, separateBy, customSeparator } = record(row)
    return [
      text(field),
      text(aggregation, 'count'),
      separateBy === 'other' ? text(customSeparator) : text(separateBy, ','),
    ]
  })
  const by = text(parameters['fieldsToSplitBy'])
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return {
    work: `const fields = ${quoted(fields)}
const by = ${quoted(by)}
const groups = new Map()
for (const item of items) { const key = JSON.stringify(by.map((name) => at(item, name))); groups.set(key, [...(groups.get(key) ?? []), item]) }
const sum = (list) => list.reduce((all, value) => all + Number(value), 0)
const ways = { count: (l) => l.length, countUnique: (l) => new Set(l.map((v) => JSON.stringify(v))).size, sum, average: (l) => sum(l) / (l.length || 1), min: (l) => l.reduce((a, b) => (b < a ? b : a)), max: (l) => l.reduce((a, b) => (b > a ? b : a)), concatenate: (l, mark) => l.join(mark), append: (l) => l }
const words = { countUnique: 'unique_count', concatenate: 'concatenated', append: 'appended' }
return [...groups.values()].map((group) => ({
  ...Object.fromEntries(by.map((name) => [name, at(group[0], name)])),
  ...Object.fromEntries(fields.map(([field, way, mark]) => { const values = group.map((item) => at(item, field)).filter((value) => value !== undefined && value !== null && value !== ''); return [(words[way] ?? way) + '_' + field.replaceAll(' ', '_'), values.length === 0 && way !== 'count' ? null : ways[way](values, mark)] })),
}))`,
    manyFromOne: false,
    oneFromMany: by.length === 0,
  }
}

const itemLists: Write = (node) => {
  const operation = text(node.parameters['operation'], 'splitOutItems')
  const as: Readonly<Record<string, Write>> = {
    splitOutItems: splitOut,
    concatenateItems: aggregate,
    aggregateItems: aggregate,
    limit,
    sort,
    removeDuplicates,
    summarize,
  }
  return as[operation]?.(node) ?? { refusal: `The operation "${operation}" has no counterpart here.` }
}

const dateTime: Write = ({ name, parameters }) => {
  const operation = text(parameters['operation'], 'getCurrentDate')
  const output = text(
    parameters['outputFieldName'],
    {
      getCurrentDate: 'currentDate',
      addToDate: 'newDate',
      subtractFromDate: 'newDate',
      formatDate: 'formattedDate',
      getTimeBetweenDates: 'timeDifference',
      extractDate: 'datePart',
      roundDate: 'roundedDate',
    }[operation] ?? 'date',
  )
  const all = [
    parameters['date'] ?? parameters['magnitude'] ?? parameters['startDate'],
    parameters['endDate'],
    parameters['duration'],
    parameters['customFormat'],
  ].map((value) => valueCode(value ?? ''))
  if (all.includes(undefined)) return broken(name)
  const [date = "''", end = "''", duration = '0', custom = "''"] = all as string[]
  const read = (value: string): string =>
    `((value) => (value instanceof DateTime ? value : typeof value === 'number' ? DateTime.fromMillis(value) : DateTime.fromISO(String(value))))(${value})`
  const unit = text(parameters['timeUnit'], 'days')
  const units = list(parameters['units']).map((each) => text(each))
  const ways: Readonly<Record<string, string>> = {
    getCurrentDate:
      parameters['includeTime'] === false ? 'DateTime.now().startOf("day").toISO()' : 'DateTime.now().toISO()',
    addToDate: `${read(date)}.plus({ ${unit}: Number(${duration}) }).toISO()`,
    subtractFromDate: `${read(date)}.minus({ ${unit}: Number(${duration}) }).toISO()`,
    formatDate: `${read(date)}.toFormat(${parameters['format'] === 'custom' ? custom : quoted(text(parameters['format'], 'MM/dd/yyyy'))})`,
    getTimeBetweenDates: `${read(end)}.diff(${read(date)}, ${quoted(units.length > 0 ? units : ['day'])}).toObject()`,
    extractDate: `${read(date)}[${quoted(text(parameters['part'], 'month'))}]`,
    roundDate: `${read(date)}.${parameters['mode'] === 'roundUp' ? 'endOf' : 'startOf'}(${quoted(text(parameters['toNearest'], 'month'))}).toISO()`,
  }
  const way = ways[operation]
  if (way === undefined) return { refusal: `The operation "${operation}" has no counterpart here.` }
  const keeps = record(parameters['options'])['includeInputFields'] === true ? '...$json, ' : ''
  return { work: each(`return { ${keeps}[${quoted(output)}]: ${way} }`), manyFromOne: false }
}

const crypto: Write = ({ name, parameters }) => {
  const action = text(parameters['action'], 'hash')
  const value = valueCode(parameters['value'] ?? '')
  if (value === undefined) return broken(name)
  const field = text(parameters['dataPropertyName'], 'data')
  const kind = quoted(text(parameters['type'], 'MD5').toLowerCase().replace('-', ''))
  const encoding = quoted(text(parameters['encoding'], 'hex').toLowerCase())
  const ways: Readonly<Record<string, string>> = {
    hash: `require('crypto').createHash(${kind}).update(String(${value})).digest(${encoding})`,
    hmac: `require('crypto').createHmac(${kind}, ${quoted(text(parameters['secret']))}).update(String(${value})).digest(${encoding})`,
    generate: 'crypto.randomUUID()',
  }
  const way = ways[action]
  return way === undefined
    ? { refusal: `Signing with a key has no counterpart here.` }
    : { work: each(`return put({ ...$json }, ${quoted(field)}, ${way})`), manyFromOne: false }
}

const renameKeys: Write = ({ parameters }) => {
  const keys = list(record(parameters['keys'])['key']).map((row) => [
    text(record(row)['currentKey']),
    text(record(row)['newKey']),
  ])
  return {
    work: `const names = new Map(${quoted(keys)})\nreturn items.map((item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [names.get(key) ?? key, value])))`,
    manyFromOne: false,
  }
}

const MARKDOWN = `const markdownOf = (html) => String(html ?? '').replace(/<(script|style|head)[^]*?<\\/\\1>/gi, '').replace(/<h([1-6])[^>]*>([^]*?)<\\/h\\1>/gi, (_, level, text) => '\\n' + '#'.repeat(Number(level)) + ' ' + text + '\\n').replace(/<(strong|b)\\b[^>]*>([^]*?)<\\/\\1>/gi, '**$2**').replace(/<(em|i)\\b[^>]*>([^]*?)<\\/\\1>/gi, '_$2_').replace(/<a\\b[^>]*href="([^"]*)"[^>]*>([^]*?)<\\/a>/gi, '[$2]($1)').replace(/<img\\b[^>]*src="([^"]*)"[^>]*>/gi, '![]($1)').replace(/<li\\b[^>]*>/gi, '\\n* ').replace(/<(br|\\/p|\\/div|\\/tr|hr)\\b[^>]*>/gi, '\\n').replace(/<[^>]+>/g, '').replace(/&nbsp;/g, ' ').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&').replace(/\\n{3,}/g, '\\n\\n').trim()`
const HTML = `const htmlOf = (text) => String(text ?? '').split(/\\n{2,}/).map((block) => { const heading = /^(#{1,6}) (.*)$/.exec(block); const words = (line) => line.replace(/\\*\\*(.+?)\\*\\*/g, '<strong>$1</strong>').replace(/[*_](.+?)[*_]/g, '<em>$1</em>').replace(/\`(.+?)\`/g, '<code>$1</code>').replace(/\\[(.+?)\\]\\((.+?)\\)/g, '<a href="$2">$1</a>'); if (heading) return '<h' + heading[1].length + '>' + words(heading[2]) + '</h' + heading[1].length + '>'; if (/^[*-] /.test(block)) return '<ul>' + block.split('\\n').map((line) => '<li>' + words(line.replace(/^[*-] /, '')) + '</li>').join('') + '</ul>'; return '<p>' + words(block).replace(/\\n/g, '<br />') + '</p>' }).join('\\n')`

const markdown: Write = ({ name, parameters }) => {
  const isToHtml = parameters['mode'] === 'markdownToHtml'
  const value = valueCode(parameters[isToHtml ? 'markdown' : 'html'] ?? '')
  if (value === undefined) return broken(name)
  const key = quoted(text(parameters['destinationKey'], 'data'))
  return {
    work: `${isToHtml ? HTML : MARKDOWN}\n${each(`return put({ ...$json }, ${key}, ${isToHtml ? 'htmlOf' : 'markdownOf'}(${value}))`)}`,
    manyFromOne: false,
    difference: 'Tables and nested lists are written more simply.',
  }
}

const html: Write = ({ name, parameters }) => {
  const operation = text(parameters['operation'], 'generateHtmlTemplate')
  if (operation === 'generateHtmlTemplate') {
    const value = valueCode(`=${text(parameters['html']).replace(/^=/, '')}`)
    return value === undefined ? broken(name) : { work: each(`return { html: ${value} }`), manyFromOne: false }
  }
  if (operation === 'convertToHtmlTable') {
    return {
      work: "const keys = [...new Set(items.flatMap((item) => Object.keys(item)))]\nreturn [{ table: '<table><thead><tr>' + keys.map((key) => '<th>' + key + '</th>').join('') + '</tr></thead><tbody>' + items.map((item) => '<tr>' + keys.map((key) => '<td>' + (item[key] ?? '') + '</td>').join('') + '</tr>').join('') + '</tbody></table>' }]",
      manyFromOne: false,
      oneFromMany: true,
    }
  }
  return { refusal: 'Reading values from HTML by CSS selectors has no counterpart here.' }
}

const stop: Write = ({ parameters }) => {
  const message = valueCode(parameters['errorMessage'] ?? parameters['errorObject'] ?? 'Stopped')
  return message === undefined
    ? { refusal: 'Its message is not complete.' }
    : {
        work: `const $json = items[0] ?? {}\nconst $itemIndex = 0\n${itemScope(message)}\nthrow new Error(String(${message}))`,
        manyFromOne: false,
      }
}

const xml: Write = ({ parameters }) =>
  parameters['mode'] === 'jsonToxml'
    ? {
        work: "const tag = (name, value) => (Array.isArray(value) ? value.map((each) => tag(name, each)).join('') : '<' + name + '>' + (typeof value === 'object' && value !== null ? Object.entries(value).map(([key, inner]) => tag(key, inner)).join('') : String(value ?? '').replace(/&/g, '&amp;').replace(/</g, '&lt;')) + '</' + name + '>')\nreturn items.map((item) => ({ data: '<?xml version=\"1.0\" encoding=\"UTF-8\"?>' + tag('root', item) }))",
        manyFromOne: false,
      }
    : { refusal: 'Reading XML has no counterpart here.' }

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['set', set],
  ['filter', filter],
  ['code', code],
  ['function', code],
  ['functionItem', (node) => code(node)],
  ['splitOut', splitOut],
  ['aggregate', aggregate],
  ['merge', merge],
  ['limit', limit],
  ['sort', sort],
  ['removeDuplicates', removeDuplicates],
  ['summarize', summarize],
  ['itemLists', itemLists],
  ['dateTime', dateTime],
  ['crypto', crypto],
  ['renameKeys', renameKeys],
  ['markdown', markdown],
  ['html', html],
  ['xml', xml],
  ['stopAndError', stop],
])

/** Data that a node builds from a parameter, anywhere inside it. */
export function parameterCode(value: unknown): string | undefined {
  return isRecord(value) || Array.isArray(value) ? deepCode(value) : valueCode(value)
}
